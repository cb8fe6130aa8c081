# /// script
# dependencies = [
#     "numpy",
# ]
# ///
"""Makes the runtime install numpy after the shelf; it exists as arrays.py only in the bundle."""
