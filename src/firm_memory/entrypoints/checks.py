"""What `doctor` looks at. Each check says what it found and, where something is wrong, what mends it."""

from __future__ import annotations

import enum
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import attrs

from firm_memory.application.deadline import Deadline
from firm_memory.application.understanding import fingerprint_of
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import ConfigurationError, FirmMemoryError
from firm_memory.entrypoints.api import FirmMemory
from firm_memory.entrypoints.environment.reading import Read
from firm_memory.entrypoints.environment.settings import Settings
from firm_memory.entrypoints.environment.parsing import EMBEDDED

SECONDS = 5.0


class State(enum.Enum):
    """How grave a finding is."""

    GOOD = "good"
    ODD = "odd"
    BAD = "bad"


@attrs.frozen(kw_only=True)
class Finding:
    """One look: what was looked at, what was found, and what mends it (empty when nothing needs mending)."""

    check: str
    state: State
    says: str
    mend: str = ""


def good(check: str, says: str) -> Finding:
    """Nothing to do."""
    return Finding(check=check, state=State.GOOD, says=says)


def odd(check: str, says: str, mend: str = "") -> Finding:
    """Worth knowing."""
    return Finding(check=check, state=State.ODD, says=says, mend=mend)


def bad(check: str, says: str, mend: str) -> Finding:
    """Something does not work."""
    return Finding(check=check, state=State.BAD, says=says, mend=mend)


def examine(read: Read, environment: Mapping[str, str]) -> tuple[Finding, ...]:
    """Every check, in the order in which one would mend. Never raises."""
    findings = [*_configuration(read), _home(read.settings), *_server(read.settings)]
    if read.problems:
        return tuple(findings)
    with FirmMemory.of(read, environment, via="cli") as memory:
        looks: tuple[tuple[str, Callable[[FirmMemory], Finding], str], ...] = (
            ("checkout", _checkout, ""),
            ("embedder", _embedder, "pip install 'firm-memory[minilm]', or FIRM_MEMORY_EMBEDDER=lexical"),
            ("records", _records, "firm-memory migrate, or firm-memory doctor --repair-records for damaged files"),
            ("store", _store, "firm-memory up for an embedded store, else check FIRM_MEM0_PG_DSN"),
            ("ledger", _ledger, "restore the records from a backup; nothing else repairs a broken chain"),
            ("unfinished", _unfinished, "firm-memory sync"),
        )
        findings += [_looked(check, look, memory, mend) for check, look, mend in looks]
    return (*findings, _trust(read.settings), _reranker(read.settings))


def _looked(check: str, look: Callable[[FirmMemory], Finding], memory: FirmMemory, mend: str) -> Finding:
    try:
        return look(memory)
    except FirmMemoryError as error:
        return bad(check, str(error), mend)
    except Exception as error:  # doctor must always finish; a foreign message may hold a secret
        return bad(check, f"failed unexpectedly ({type(error).__name__})", mend)


def _configuration(read: Read) -> list[Finding]:
    findings = [bad("configuration", str(problem), "correct or unset it") for problem in read.problems]
    findings += [odd("configuration", warning, "correct the name or unset it") for warning in read.warnings]
    findings += [odd("configuration", f"{name} is a legacy name and still works") for name in read.legacy]
    return findings or [good("configuration", f"provider {read.settings.provider}, embedder {read.settings.embedder}")]


def _home(settings: Settings) -> Finding:
    place = settings.home
    while not place.exists() and place != place.parent:
        place = place.parent
    if not os.access(place, os.W_OK | os.X_OK):
        return bad("home", f"{settings.home} cannot be written", "set FIRM_MEMORY_HOME to a writable directory")
    return good("home", str(settings.home))


def _server(settings: Settings) -> list[Finding]:
    if settings.pg_dsn != EMBEDDED:
        return []
    from firm_memory.adapters.embedded_postgres.supervisor import EmbeddedPostgres

    try:
        status = EmbeddedPostgres(settings.home).status()
    except FirmMemoryError as error:
        return [bad("postgres", str(error), "firm-memory up")]
    if status.orphan:
        return [odd("postgres", "the embedded server runs and nobody uses it", "firm-memory down")]
    return [
        good("postgres", "the embedded server runs" if status.running else "the embedded server starts on first use")
    ]


def _checkout(memory: FirmMemory) -> Finding:
    standpoint = memory.standpoint
    domains = ", ".join(standpoint.domains) or "none"
    if standpoint.repo is None:
        return odd(
            "checkout",
            f"no repository here: recall covers the firm and the domains ({domains})",
            "run it inside a checkout, or set FIRM_MEMORY_REPO",
        )
    return good("checkout", f"repository {standpoint.repo}, domains {domains}")


def _embedder(memory: FirmMemory) -> Finding:
    embedder = memory.container.embedder()
    embedder.warm_up()
    card = embedder.card
    return good(
        "embedder", f"{card.name}, {card.dimension} dimensions" if card.dimension else "none: recall by words alone"
    )


def _records(memory: FirmMemory) -> Finding:
    waiting = memory.container.records().queue.waiting()
    return good("records", f"readable, {len(waiting)} waiting for a decision")


def _store(memory: FirmMemory) -> Finding:
    container = memory.container
    present = container.store().fingerprint(Deadline.after(SECONDS, container.clock()))
    if present is None:
        return odd("store", "reachable, and empty until the first approval")
    wanted = fingerprint_of(container.embedder(), container.analyzer())
    if present != wanted:
        says = f"was filled by {present.model} ({present.dimension} dimensions), configured is {wanted.model} ({wanted.dimension})"
        return bad("store", says, f"FIRM_MEMORY_EMBEDDER={present.model}, or rebuild the collection for {wanted.model}")
    return good("store", "reachable, filled by the configured model")


def _ledger(memory: FirmMemory) -> Finding:
    report = verify_chain(memory.container.records().ledger.sealed())
    if not report.ok:
        return bad("ledger", f"entry {report.bad_seq}: {report.problem}", "restore the records from a backup")
    return good("ledger", f"{report.length} entries hold, head {report.head[:12]}…")


def _unfinished(memory: FirmMemory) -> Finding:
    events = memory.container.records().ledger.unstored()
    if events:
        return bad("unfinished", f"{len(events)} recorded changes have not reached the store", "firm-memory sync")
    return good("unfinished", "everything recorded is stored")


def _trust(settings: Settings) -> Finding:
    if settings.unattended_approval:
        return odd("trust", "local, and decisions need no terminal (FIRM_MEMORY_UNATTENDED_APPROVAL is on)")
    return good("trust", "local: nobody is authenticated; decisions ask at a terminal")


def _reranker(settings: Settings) -> Finding:
    if settings.rerank:
        return good("rerank", "on, and without effect: no local cross-encoder is configured")
    return good("rerank", "off")


def repair_records(settings: Settings) -> tuple[Finding, ...]:
    """Recover damaged file records; says what was kept and where the damaged file went."""
    from firm_memory.adapters.files.records import FileRecords

    place = settings.candidates_path
    if place == ":memory:" or (place and "://" in place) or (place is None and settings.provider == "mem0"):
        raise ConfigurationError(
            "--repair-records is for records in files. Database records are restored from a backup."
        )
    records = FileRecords(Path(place).expanduser() if place else settings.home / "records")
    return (good("repair", str(records.repair())),)
