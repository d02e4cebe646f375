"""Salts from the operating system's randomness."""

from __future__ import annotations

import secrets


class SystemSalt:
    """Makes salts that nobody can guess: 16 bytes from the system's secure source each."""

    def __call__(self) -> str:
        """32 fresh hex characters, lower case."""
        return secrets.token_hex(16)
