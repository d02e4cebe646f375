"""REMEMBER's database, read as a former memory."""
