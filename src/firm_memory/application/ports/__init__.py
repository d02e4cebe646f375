"""What the use cases ask of the world: one noun a module, domain types only, the laws in the docstrings."""
