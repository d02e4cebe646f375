"""Commands on the ledger: show it, verify it, write down its head."""

from __future__ import annotations

from typing import Annotated

import typer

from firm_memory.domain.chain import ChainReport, verify_chain
from firm_memory.domain.head import Head, verify_against
from firm_memory.entrypoints.cli import views
from firm_memory.entrypoints.cli.session import JSON, REFUSED, answer, opened

app = typer.Typer(help="Show and verify the ledger: who did what, when, through which door.", no_args_is_help=True)


@app.command()
def show(
    after: Annotated[int, typer.Option(help="Only entries behind this number.")] = 0, as_json: bool = JSON
) -> None:
    """List the entries of the ledger, oldest first."""
    with opened(as_json) as memory:
        events = list(memory.container.records().ledger.events(after))
    wire = {"events": [views.event_wire(event) for event in events]}
    answer(as_json, wire, lambda: "\n".join(map(views.event_text, events)) or "The ledger is empty.")


@app.command()
def verify(
    head: Annotated[
        str | None, typer.Option(help="What the chain must hold still: SEQ:HASH, as ledger head printed it, or HASH.")
    ] = None,
    as_json: bool = JSON,
) -> None:
    """Check every hash and every text from the first entry on; with a head kept elsewhere, that nothing was removed."""
    with opened(as_json) as memory:
        former = None if head is None else Head.read(head)
        sealed = memory.container.records().ledger.sealed()
        report = verify_chain(sealed) if former is None else verify_against(sealed, former)
    answer(as_json, _wire(report), lambda: _text(report))
    if not report.ok:
        raise typer.Exit(REFUSED)


@app.command(name="head")
def show_head(as_json: bool = JSON) -> None:
    """Print the head of a ledger that holds, to be kept elsewhere: verify --head notices what was removed since."""
    with opened(as_json) as memory:
        report = verify_chain(memory.container.records().ledger.sealed())
    if not report.ok:
        answer(as_json, _wire(report), lambda: _text(report))
        raise typer.Exit(REFUSED)
    answer(as_json, {"seq": report.length, "hash": report.head}, lambda: f"{report.length}:{report.head}")


def _wire(report: ChainReport) -> dict[str, object]:
    return {
        "ok": report.ok,
        "length": report.length,
        "head": report.head,
        "bad_seq": report.bad_seq,
        "problem": report.problem,
        "redacted": [{"seq": seq, "by": by} for seq, by in report.redacted],
    }


def _text(report: ChainReport) -> str:
    redacted = "".join(f"\nentry {seq}: redacted by event {by}" for seq, by in report.redacted)
    if report.ok:
        return f"The ledger holds: {report.length} entries, head {report.head}.{redacted}"
    where = f"entry {report.bad_seq}" if report.bad_seq else "the head"
    return f"The ledger does not hold at {where}: {report.problem}.{redacted}"
