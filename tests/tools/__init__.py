"""What build.py calls: pictures, measurements, ladders of levels, solving, training."""
