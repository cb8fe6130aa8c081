"""The command line: questions of other programs, level against level, the Go Text Protocol."""
