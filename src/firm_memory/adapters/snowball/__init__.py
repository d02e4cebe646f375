"""Snowball stemming behind the text analyzer port."""
