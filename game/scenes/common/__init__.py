"""What all scenes share."""
