"""What `doctor` looks at, in the order in which one would mend."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.memory_store import REFILL
from firm_memory.application.understanding import fingerprint_of
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import ConfigurationError, FirmMemoryError, RecordsDamaged
from firm_memory.domain.status import STORED
from firm_memory.entrypoints.access_check import access_log
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.environment.parsing import EMBEDDED
from firm_memory.entrypoints.environment.reading import Read
from firm_memory.entrypoints.environment.settings import Settings
from firm_memory.entrypoints.finding import Finding, State, bad, good, odd
from firm_memory.entrypoints.providers import records_place

SECONDS: Final = 5.0
_SET: Final = "correct that setting, or unset it"
_UP: Final = "firm-memory up for an embedded store; else start the database, or correct FIRM_MEM0_PG_DSN"
_BACKUP: Final = "restore the records from a backup: nothing else mends a broken chain"
_REPAIR: Final = "firm-memory doctor --repair-records"

Look = Callable[[FirmMemory], Finding]


def examine(read: Read, environment: Mapping[str, str]) -> tuple[Finding, ...]:
    """Every check. Never raises. Nothing is opened on a configuration that was misread."""
    findings = [*_configuration(read), _home(read.settings), *_server(read.settings)]
    if read.problems:
        return tuple(findings)
    looks: tuple[tuple[str, Look, str], ...] = (
        ("checkout", _checkout, ""),
        ("embedder", _embedder, "pip install 'firm-memory[minilm]', or FIRM_MEMORY_EMBEDDER=lexical"),
        ("schema", _schema, _UP),
        ("records", _records, _UP),
        ("access log", access_log, _UP),
        ("store", _store, _UP),
        ("ledger", _ledger, _UP),
        ("unfinished", _unfinished, _UP),
        ("agreement", _agreement, _UP),
    )
    with FirmMemory.of(read, environment, via="cli") as memory:
        memory.warm()
        for check, look, mend in looks:
            finding = _looked(check, look, memory, mend)
            if finding.state is not State.BAD or finding.says not in {each.says for each in findings}:
                findings.append(finding)  # one cause is told once, however much it breaks
    return (*findings, _trust(read.settings), _reranker(read.settings))


def _looked(check: str, look: Look, memory: FirmMemory, mend: str) -> Finding:
    try:
        return look(memory)
    except ConfigurationError as error:
        missing = "FIRM_MEM0_PG_DSN required" in str(error)
        return bad(check, str(error), mend if check == "embedder" else _UP if missing else _SET)
    except RecordsDamaged as error:
        mendable = isinstance(records_place(memory.settings), Path) or "firm_memory.record " in str(error)
        return bad(check, str(error), _REPAIR if mendable else _BACKUP)
    except FirmMemoryError as error:
        return bad(check, str(error), mend)
    except Exception as error:  # noqa: BLE001 -- doctor always finishes; a foreign message may hold a secret
        return bad(check, f"failed unexpectedly ({type(error).__name__})", mend)


def _configuration(read: Read) -> list[Finding]:
    findings = [bad("configuration", str(problem), _SET) for problem in read.problems]
    findings += [odd("configuration", warning, "correct the name, or unset it") for warning in read.warnings]
    findings += [odd("configuration", f"{name} is a legacy name and still works") for name in read.legacy]
    return findings or [good("configuration", f"provider {read.settings.provider}, embedder {read.settings.embedder}")]


def _home(settings: Settings) -> Finding:
    home = settings.home
    existing = next((each for each in (home, *home.parents) if _is_there(each)), Path("/"))
    if existing.is_dir() and os.access(
        existing, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids
    ):
        return good("home", str(home))
    why = "cannot be written" if existing.is_dir() else f"cannot be made: {existing} is a file"
    return bad("home", f"{home} {why}", "set FIRM_MEMORY_HOME to a directory that you can write")


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # inside a folder that is closed to us
        return False


def _server(settings: Settings) -> list[Finding]:
    if EMBEDDED not in (settings.pg_dsn, settings.candidates_path):
        return []
    from firm_memory.adapters.embedded_postgres.binaries import installed
    from firm_memory.adapters.embedded_postgres.supervisor import EmbeddedPostgres

    try:
        status = EmbeddedPostgres(settings.home).status()
    except FirmMemoryError as error:
        return [bad("postgres", str(error), "firm-memory up")]
    if status.orphan:
        return [odd("postgres", "the embedded server runs and nobody uses it (an orphan)", "firm-memory down")]
    if status.running:
        return [good("postgres", f"the embedded server runs{', kept up until firm-memory down' * status.kept_up}")]
    if not installed():
        return [bad("postgres", "the embedded server is not installed", "pip install 'firm-memory[embedded]'")]
    return [good("postgres", "the embedded server starts on first use")]


def _checkout(memory: FirmMemory) -> Finding:
    standpoint = memory.standpoint
    domains = ", ".join(standpoint.domains) or "none"
    if standpoint.repo is None:
        says = f"no repository here: recall covers the firm and the domains ({domains})"
        return odd("checkout", says, "run it inside a checkout, or set FIRM_MEMORY_REPO")
    says = f"repository {standpoint.repo}, domains {domains}"
    if standpoint.notices:
        return odd("checkout", "; ".join((says, *standpoint.notices)), "correct .firm-memory.toml")
    return good("checkout", says)


def _embedder(memory: FirmMemory) -> Finding:
    embedder = memory.container.embedder()
    embedder.warm_up()
    card = embedder.card
    words = f"{card.name}, {card.dimension} dimensions" if card.dimension else "none: recall by words alone"
    return good("embedder", words)


def _schema(memory: FirmMemory) -> Finding:
    place = records_place(memory.settings)
    if not isinstance(place, str):
        return good("schema", "none needed: the records are not in Postgres")
    from firm_memory.adapters.postgres.migrations import COMMAND, status

    found = status(memory.container.postgres()(place))
    found.require_known()
    if not found.applied:
        return odd("schema", "not there yet: the first write makes it where the role may", COMMAND)
    if found.pending:
        return bad("schema", f"older than this release, which has {', '.join(found.pending)}", COMMAND)
    if found.owned and place != EMBEDDED:
        says = "the role that serves requests owns the schema, so that only triggers protect the ledger"
        return odd("schema", says, f"a role of its own for requests, FIRM_MEMORY_MIGRATE_DSN for the owner, {COMMAND}")
    return good("schema", f"{len(found.applied)} migrations, up to date")


def _records(memory: FirmMemory) -> Finding:
    waiting = len(memory.container.records().queue.waiting())
    if records_place(memory.settings) is None:
        return odd("records", "in this process only, and end with it", "unset FIRM_MEMORY_CANDIDATES_PATH")
    return good("records", f"readable, {waiting} waiting for a decision")


def _store(memory: FirmMemory) -> Finding:
    container = memory.container
    container.store().deferred.part()  # loading is no part of what is asked
    present = container.store().fingerprint(Deadline.after(SECONDS, container.clock()))
    if present is None:
        return odd("store", "reachable, and empty until the first approval")
    wanted = fingerprint_of(container.embedder(), container.analyzer())
    if present == wanted:
        container.store().prepare(wanted)  # it exists, so nothing is made; one that accepts no writes raises
        return good("store", "reachable, writable, filled by the configured model")
    filled, configured = (
        f"{each.model} ({each.dimension} dimensions, analyser {each.analyzer})" for each in (present, wanted)
    )
    mend = f"FIRM_MEMORY_EMBEDDER={present.model}; or firm-memory reindex, which fills a new collection"
    return bad("store", f"was filled by {filled}, and configured is {configured}", mend)


def _ledger(memory: FirmMemory) -> Finding:
    report = verify_chain(memory.container.records().ledger.sealed())
    if not report.ok:
        return bad("ledger", f"entry {report.bad_seq}: {report.problem}", _BACKUP)
    return good("ledger", f"{report.length} entries hold, head {report.length}:{report.head}")


def _unfinished(memory: FirmMemory) -> Finding:
    events = memory.container.records().ledger.unstored()
    if events:
        return bad("unfinished", f"{len(events)} recorded changes have not reached the store", "firm-memory sync")
    return good("unfinished", "everything recorded is stored")


def _agreement(memory: FirmMemory) -> Finding:
    """Whether queue and store say what the ledger says: both can be changed behind its back."""
    records, store = memory.container.records(), memory.container.store()
    latest = {record.id: record for event in records.ledger.events() for record in event.records}
    queued = [
        each for each in latest if (held := records.queue.get(each)) is None or held.memory != latest[each].memory
    ]
    if queued:
        return bad("agreement", f"{len(queued)} records differ from the ledger, such as {queued[0]}", _REPAIR)
    deadline = Deadline.after(SECONDS, memory.container.clock())
    store.fingerprint(deadline)  # one that cannot be filled raises here: it disagrees with nothing
    for identity, record in latest.items():
        kept = store.get(identity, deadline) if record.memory.status in STORED else record.memory
        if kept is None:
            return bad("agreement", f"memory {identity} is not in the store", "firm-memory sync --all")
        if kept != record.memory:
            return bad("agreement", f"memory {identity} reads otherwise in the store than in the ledger", REFILL)
    return good("agreement", "ledger, queue and store say the same")


def _trust(settings: Settings) -> Finding:
    if settings.unattended_approval:
        return odd("trust", "local, and decisions need no terminal (FIRM_MEMORY_UNATTENDED_APPROVAL is on)")
    return good("trust", "local: nobody is authenticated; decisions ask at a terminal")


def _reranker(settings: Settings) -> Finding:
    if settings.rerank:
        return good("rerank", "on, and without effect: no local cross-encoder is configured")
    return good("rerank", "off")
