"""What is said of positions and moves: values, hints, reviews, proofs."""
