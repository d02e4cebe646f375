"""Recall by words alone, where no embedding model is wanted."""
