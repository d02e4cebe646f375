"""What says the same as a statement, or the opposite of it. Shown to people; a machine merges nothing by it."""
