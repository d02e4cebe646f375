"""Exclusions, judged by what they let pass and what they stop."""
