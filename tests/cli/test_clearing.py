"""A suspicion at the desk: shown, and cleared by name or in the review."""

from __future__ import annotations

import attrs

from tests.cli.desk import Desk

SETTINGS = "host: db-1\nport: 5432\nuser: rep"
OPTIONS = ("--type", "terminology", "--reference", "mr-310", "--firm")
RULE = "code.likely_settings"


def test_a_suspicion_is_shown_and_cleared_by_name(desk: Desk) -> None:
    """Rule: approve names what must be cleared; with --clear it approves."""
    candidate = desk.propose(SETTINGS, *OPTIONS)
    assert f"[{RULE}, to be cleared]" in desk.run("pending").out
    [waiting] = desk.run("pending", "--json").json["pending"]
    assert {"rule": RULE, "must_clear": True}.items() <= waiting["notices"][0].items()
    desk = attrs.evolve(desk, environment={**desk.environment, "FIRM_MEMORY_UNATTENDED_APPROVAL": "on"})
    refused = desk.run("approve", candidate)
    assert (refused.code, RULE in refused.err) == (1, True)
    done = desk.run("approve", candidate, "--clear", RULE)
    assert done.out.startswith("approved")


def test_review_asks_whether_a_suspicion_is_unfounded(desk: Desk) -> None:
    """Rule: no leaves the candidate in the queue; yes approves it."""
    desk.propose(SETTINGS, *OPTIONS)
    with desk.sit_down("review") as terminal:
        terminal.sees("[y/N]: ")
        terminal.types("y")
        for answer in ("n", "y"):
            terminal.sees("[q]uit [s]: ")
            terminal.types("a")
            terminal.sees(f"Suspected: {RULE}")
            terminal.sees("[y/N]: ")
            terminal.types(answer)
        terminal.sees("approved ")
        assert terminal.leaves() == 0
