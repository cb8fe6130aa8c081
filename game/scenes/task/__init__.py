"""The scenes of lessons, problems, and better moves to find."""
