"""Commands that move knowledge: export, import."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import attrs
import typer

from firm_memory.application.import_chain import ChainImported
from firm_memory.application.imported import Arrived, CandidatesImported
from firm_memory.application.ports.source import LeftOut
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.api.transferring import AUTO
from firm_memory.entrypoints.cli.consent import consented
from firm_memory.entrypoints.cli.contribute import scope_of
from firm_memory.entrypoints.cli.progress import progress
from firm_memory.entrypoints.cli.remember import REMEMBER, take_over, text_of, wire_of
from firm_memory.entrypoints.cli.session import JSON, REFUSED, Terminal, answer, opened

_SHOWN: int = 3  # of what resembles a candidate; review shows all of it


def export(
    file: Annotated[Path | None, typer.Argument(help="The file to write; standard output without one.")] = None,
    as_json: bool = JSON,
) -> None:
    """Write everything into one file: the ledger with all texts, as another memory can take it over."""
    with opened(as_json) as memory:
        if file is None:
            with tempfile.TemporaryDirectory() as room:
                whole = memory.export(Path(room) / "export.jsonl", progress=progress("exported"))
                with whole.open("rb") as lines:
                    shutil.copyfileobj(lines, sys.stdout.buffer)
            sys.stdout.buffer.flush()
            return
        memory.export(file, progress=progress("exported"))
    answer(as_json, {"file": str(file)}, lambda: f"Exported to {file}. It holds every text: keep it as you keep them.")


def import_path(
    origin: Annotated[str, typer.Argument(metavar="PATH", help="A file, a folder, or the DSN of a REMEMBER database.")],
    source: Annotated[
        str, typer.Option("--from", help="auto, firm-memory, markdown, adr, agents, mem0 or remember.")
    ] = AUTO,
    kind: Annotated[str | None, typer.Option("--type", help="The kind, where the source names none.")] = None,
    firm: Annotated[bool, typer.Option("--firm", help="It holds for the whole firm.")] = False,
    domain: Annotated[list[str] | None, typer.Option(help="It holds for this domain (repeat).")] = None,
    repo: Annotated[list[str] | None, typer.Option(help="It holds for this repository (repeat).")] = None,
    head: Annotated[str | None, typer.Option(help="firm-memory: what the chain must hold, SEQ:HASH or HASH.")] = None,
    as_candidates: Annotated[
        bool, typer.Option("--as-candidates", help="firm-memory: propose what it says, one by one.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check everything and write nothing.")] = False,
    archived: Annotated[bool, typer.Option("--archived", help="remember: propose what is archived there too.")] = False,
    table: Annotated[list[str] | None, typer.Option("--map", help="remember: its type as ours, NAME=TYPE.")] = None,
    by: Annotated[str | None, typer.Option("--by", help="Who takes a ledger over; the default is you.")] = None,
    as_json: bool = JSON,
) -> None:
    """Take knowledge over: an export of this program whole, anything else as candidates that wait for a person."""
    if source == REMEMBER:
        with opened(as_json, everything=True) as memory:
            scope = scope_of(firm, domain, repo)
            former = take_over(memory, origin, scope, types=table or (), archived=archived, dry_run=dry_run, by=by)
        told = candidates_text(former.candidates, dry_run=dry_run)
        answer(as_json, candidates_wire(former.candidates) | wire_of(former), lambda: f"{told}\n{text_of(former)}")
        return
    path = Path(origin)
    with opened(as_json, everything=True) as memory:
        whole = memory.holds_chain(path, source) and not as_candidates
        outcome = (_agreed(memory, path, by) if whole and not dry_run else memory).import_from(
            path,
            source=source,
            type=kind,
            scope=scope_of(firm, domain, repo),
            head=head,
            as_candidates=as_candidates,
            dry_run=dry_run,
            progress=progress("projected" if whole else "taken up"),
        )
    if isinstance(outcome, ChainImported):
        answer(as_json, {**attrs.asdict(outcome), "dry_run": dry_run}, lambda: _chain_text(outcome, dry_run=dry_run))
        return
    answer(as_json, candidates_wire(outcome), lambda: candidates_text(outcome, dry_run=dry_run))
    if outcome.refused and not (outcome.accepted or outcome.known):
        raise typer.Exit(REFUSED)


def _agreed(memory: FirmMemory, path: Path, by: str | None) -> FirmMemory:
    """The memory as whoever takes a ledger over uses it, once they have agreed."""
    caller = memory.caller if by is None else memory.caller_named(by)
    told = f"{path}: its memories are in force here as they were there, with the decisions that were taken there."
    door = consented(
        caller, memory.settings, os.environ, Terminal.present(), f"Take over the ledger in {path}", lambda: told
    )
    return attrs.evolve(memory, caller=attrs.evolve(caller, via=door))


def _chain_text(outcome: ChainImported, *, dry_run: bool) -> str:
    size = f"{outcome.entries} entries, {outcome.records} records"
    if dry_run:
        return f"The chain holds: {size}. {'It would be taken over.' if outcome.new else 'It is here already.'}"
    if not outcome.new:
        return f"Nothing to do: these {size} are here already. {outcome.projected} memories are in the store."
    return f"Taken over: {size}. {outcome.projected} memories are in the store."


def candidates_wire(outcome: CandidatesImported) -> dict[str, object]:
    """What an import came to, for scripts."""
    return {
        "accepted": [_arrived_wire(each) for each in outcome.accepted],
        "known": [_arrived_wire(each) for each in outcome.known],
        "refused": [attrs.asdict(each) for each in outcome.refused],
        "remarks": [attrs.asdict(each) for each in outcome.remarks],
        "flagged": len(outcome.flagged),
    }


def candidates_text(outcome: CandidatesImported, *, dry_run: bool = False) -> str:
    """What an import came to, for people: each draft on a line, and a sum."""
    done = "would be accepted" if dry_run else "accepted"
    lines = [f"{done} {_arrived_text(each)}" for each in outcome.accepted]
    lines += [f"known already {_arrived_text(each)}" for each in outcome.known]
    lines += _left_out("refused", outcome.refused) + _left_out("remark", outcome.remarks)
    lines.append(
        f"{len(outcome.accepted)} {done} ({len(outcome.flagged)} flagged), {len(outcome.known)} known already, "
        f"{len(outcome.refused)} refused."
    )
    if outcome.accepted and not dry_run:
        lines.append("They wait for a person: firm-memory review, or firm-memory approve-all --reference PREFIX.")
    return "\n".join(lines)


def _arrived_wire(each: Arrived) -> dict[str, object]:
    return {
        "place": each.place,
        "id": str(each.id),
        "status": each.status.value,
        "notices": [attrs.asdict(notice) for notice in each.notices],
        "similar": [{"id": str(near.id), "kind": near.kind.value} for near in each.similar],
    }


def _arrived_text(each: Arrived) -> str:
    flags = "".join(f"\n    flagged: {notice.why} [{notice.rule}]" for notice in each.notices)
    near = "".join(f"\n    beside it: {other.kind.value} {other.id}" for other in each.similar[:_SHOWN])
    return f"{each.place} → {each.id} ({each.status.value}){flags}{near}"


def _left_out(word: str, parts: Sequence[LeftOut]) -> list[str]:
    return [f"{word} {each.place}: {each.why}{f' [{each.rule}]' if each.rule else ''}" for each in parts]
