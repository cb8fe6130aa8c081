"""Many matches on all cores or a cluster: levels against each other."""
