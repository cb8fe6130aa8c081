"""The commands of build.py: pictures, measurements, ladder of levels, and others."""
