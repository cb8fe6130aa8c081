"""Texts that outlive the program: documents, storage and its stores."""
