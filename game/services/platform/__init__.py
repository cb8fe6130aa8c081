"""The platform: desktop or browser."""
