"""The pages of the manual, the marks and the settings."""
