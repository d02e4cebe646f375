"""How passing state is put, in each language."""
