"""Analysis of positions and matches: move scores, hints, reviews, proofs."""
