"""A fact to propose, and an id that nothing has."""

from __future__ import annotations

from firm_memory import FirmMemory

ABSENT = "00000000-0000-5000-8000-000000000000"
FACT = {"content": "Prices travel as integer ticks.", "type": "coding_conventions", "reference": "mr-1"}


def proposed(memory: FirmMemory, **changes: object) -> str:
    """The id of a candidate."""
    proposal = memory.propose(**{**FACT, **changes})  # type: ignore[arg-type]  # a table of keywords
    assert proposal.accepted
    return str(proposal.candidate_id)
