"""The command line: commands for other programs, matches of levels, the Go Text Protocol."""
