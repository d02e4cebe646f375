"""Git as the source of repository identity."""
