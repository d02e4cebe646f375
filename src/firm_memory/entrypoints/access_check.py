"""What `doctor` says of the access log."""

from __future__ import annotations

from pathlib import Path

from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.finding import Finding, good, odd
from firm_memory.entrypoints.providers import records_place


def access_log(memory: FirmMemory) -> Finding:
    """Whether the log reads back; a damaged line of a file is passed over, and goes with the next expiry."""
    place, kept = records_place(memory.settings), f"kept for {memory.settings.access_log_days} days"
    if isinstance(place, Path):
        from firm_memory.adapters.files.records import FileRecords

        damaged = FileRecords(place).damaged_accesses()
        if damaged:
            return odd("access log", f"{damaged} damaged lines are passed over, and go with the next expiry; {kept}")
    return good("access log", f"written where identities are authenticated, {kept}")
