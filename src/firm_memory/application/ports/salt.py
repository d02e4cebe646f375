"""Port: randomness for the ledger's text digests."""

from __future__ import annotations

from typing import Protocol


class Salt(Protocol):
    """Makes an unguessable salt for one event."""

    def __call__(self) -> str:
        """32 fresh hex characters; no two calls give the same ones."""
        ...
