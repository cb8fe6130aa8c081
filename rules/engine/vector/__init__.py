"""Search over whole arrays of positions; numpy."""
