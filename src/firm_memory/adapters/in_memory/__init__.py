"""Adapters that live and die with the process."""
