"""The operating system as an adapter: its clock and its randomness."""
