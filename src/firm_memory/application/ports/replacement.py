"""Port: taking a new collection into use in the place of the present one, without a gap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from firm_memory.application.ports.memory_store import Fingerprint, MemoryStore


class Replacement(Protocol):
    """A collection under construction beside the present one, which goes on answering meanwhile.

    Laws, proved by the conformance kit for every store that is `Replaceable`:

    - Until `take_over` returns, nothing changes for anybody who reads or writes the present collection. Whoever
      is killed before that changed nothing; the next replacement continues this one or begins anew.
    - A memory that was put into the present collection before the switch, and is in the ledger, is in the new
      one after it; a put after the switch lands in the new one, or raises `FingerprintMismatch`.
    - What a durable former collection alone holds stays, under another name: nothing deletes.
    """

    @property
    def store(self) -> MemoryStore:
        """The new collection, to be filled."""
        ...

    def take_over(self, catch_up: Callable[[], object]) -> str | None:
        """Run `catch_up` while nobody can write the present collection, then switch at one stroke.

        Gives the name under which the former collection was kept because it held something that the new one
        does not; None where it was a copy. Raises `WriteFailed` when somebody else began another replacement
        meanwhile, and whatever `catch_up` raises; then nothing was switched.
        """
        ...


@runtime_checkable
class Replaceable(Protocol):
    """A store that can build a collection beside its present one. An ability, not a duty, of a `MemoryStore`."""

    def replacement(self, fingerprint: Fingerprint) -> Replacement:
        """Begin, or continue, a collection for `fingerprint`, whatever the present one was filled with.

        Raises `StoreUnavailable`, `StoreReadOnly` where this process may not, `ConfigurationError` for a
        present collection that is somebody else's.
        """
        ...
