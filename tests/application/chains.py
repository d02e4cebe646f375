"""Exports made up by tests, and what a firm makes of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from firm_memory.application.chain_lines import entry_line
from firm_memory.application.import_chain import ChainImported
from firm_memory.application.wire import canonical
from firm_memory.domain.chain import GENESIS, chain_hash
from firm_memory.domain.ledger import Sealed
from firm_memory.domain.principal import Caller
from firm_memory.features.firm import Firm

ADMIN = Caller(name="admin", via="cli")
RULE = "Odd lots go through the netting queue."


def lines_of(entries: list[Sealed], records: int = 1) -> list[bytes]:
    """An export of those entries."""
    head = entries[-1].hash if entries else GENESIS
    length = entries[-1].seq if entries else 0
    header = {"entries": length, "format": "firm-memory", "head": f"{length}:{head}", "records": records}
    return [f"{canonical(header | {'redacted': 0, 'version': 1})}\n".encode(), *map(entry_line, entries)]


def taken_over(firm: Firm, lines: list[bytes], **how: Any) -> ChainImported:  # noqa: ANN401 -- options of the import, by name
    """The lines, imported by an admin."""
    return firm.container.import_chain()("export.jsonl", lines, ADMIN, **how)


def rewritten(entry: Sealed, previous: str, change: Callable[[str], str]) -> Sealed:
    """The entry with another body, and the hash that goes with it."""
    body = change(entry.body)
    return attrs.evolve(entry, body=body, hash=chain_hash(previous, entry.seq, body))


def exported(firm: Firm) -> list[bytes]:
    """Its export."""
    return list(firm.at("oms").exported())


def untouched(firm: Firm) -> bool:
    """Whether nothing stands in its records."""
    return not list(firm.container.records().ledger.sealed())
