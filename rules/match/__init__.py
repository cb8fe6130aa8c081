"""One evening: a match, its clock, its record, its link."""
