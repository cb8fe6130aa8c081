# /// script
# dependencies = [
#     "numpy",
# ]
# ///
"""Makes the runtime install numpy, if unpacking its wheel has failed."""
