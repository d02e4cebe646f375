"""An examination of a desk by `doctor`."""

from __future__ import annotations

from typing import Any

from tests.cli.desk import Desk, Done

Finding = dict[str, Any]


def looked(desk: Desk, *options: str) -> tuple[Done, dict[str, Finding]]:
    """A run of doctor and its findings by check, the gravest of each."""
    done = desk.run("doctor", *options, "--json")
    grave = {"good": 0, "odd": 1, "bad": 2}
    found: dict[str, Finding] = {}
    for finding in sorted(done.json["findings"], key=lambda each: grave[each["state"]]):
        found[finding["check"]] = finding
    assert done.json["healthy"] == (done.code == 0)
    assert all(each["mend"] for each in found.values() if each["state"] == "bad"), found
    assert "hunter" not in done.out + done.err
    return done, found
