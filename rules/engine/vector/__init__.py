"""Vector search: alpha-beta with null windows over whole arrays of positions; numpy."""
