"""The firm's rules: pure values and functions over the standard library and attrs."""
