"""The command that names what is wrong, and the command that mends it."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from firm_memory.entrypoints.checks import examine
from firm_memory.entrypoints.cli.session import JSON, REFUSED, answer, read_environment, reported
from firm_memory.entrypoints.finding import Finding, State
from firm_memory.entrypoints.repairing import repair_records

_MARKS = {State.GOOD: "ok  ", State.ODD: "note", State.BAD: "BAD "}


def doctor(
    repair: Annotated[
        bool, typer.Option("--repair-records", help="Recover damaged records; a damaged file is kept.")
    ] = False,
    as_json: bool = JSON,
) -> None:
    """Look at everything this memory stands on."""
    with reported(as_json):
        read = read_environment()
        repaired = (repair_records(read),) if repair else ()
        findings = (*repaired, *examine(read, os.environ))
    wire = {"findings": [_wire(each) for each in findings], "healthy": _healthy(findings)}
    answer(as_json, wire, lambda: "\n".join(map(_text, findings)))
    if not _healthy(findings):
        raise typer.Exit(REFUSED)


def _healthy(findings: tuple[Finding, ...]) -> bool:
    return all(each.state is not State.BAD for each in findings)


def _wire(finding: Finding) -> dict[str, object]:
    return {"check": finding.check, "state": finding.state.value, "says": finding.says, "mend": finding.mend}


def _text(finding: Finding) -> str:
    mend = f"\n          → {finding.mend}" if finding.mend else ""
    return f"{_MARKS[finding.state]}  {finding.check:<14}{finding.says}{mend}"
