"""Folders of decision records: their standing, their links, and who is not named."""

from __future__ import annotations

import pytest

from firm_memory.adapters.documents.adr import read_adr
from firm_memory.domain.provenance import SourceKind
from firm_memory.domain.taxonomy import MemoryType
from tests.adapters.documents.reading import read, reasons, said


def test_a_record_is_its_text_without_standing_and_people() -> None:
    """Rule: number, status, date, deciders and authors go; context, decision and consequences stay."""
    text = (
        "# ADR-12: Use Kafka\n\n* Status: accepted\n* **Deciders**: Jane Doe, Bob\n- Date: 2026-01-05\n"
        "Author: Jane\n\nThe feed.\n\n## Authors\n\nJane Doe\n\n## Decision\n\nStatus: is kept here.\n"
    )
    reading = read(read_adr, n0012_kafka=text)
    [(place, title, content)] = said(reading)
    assert (place, title) == ("n0012-kafka.md", "Use Kafka")
    assert content == "The feed.\n\n## Decision\n\nStatus: is kept here."
    statement = reading.drafts[0].statement
    assert (statement.kind, statement.type) == (SourceKind.ADR, MemoryType.ARCHITECTURE_DECISION)
    assert statement.evidence == "status: accepted"
    assert "Jane" not in repr(reading)


def test_what_was_turned_down_is_a_rejected_approach_and_what_was_given_up_is_left_out() -> None:
    """Rule: neither comes in as a decision that holds."""
    reading = read(
        read_adr,
        n1_a="# Use SOAP\n\n## Status\n\nRejected\n",
        n2_b="# Use XML\n\n## Status\n\nDeprecated\n",
        n3_c="## Status\n\nAccepted\n",
    )
    assert [each.statement.type for each in reading.drafts] == [MemoryType.REJECTED_APPROACH]
    assert reasons(reading) == {"n2-b.md": "deprecated: no longer in force", "n3-c.md": "it says nothing"}


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("# A\n\n## Status\n\nSuperseded by [ADR-7](0007-b.md)\n", "# B\n\n## Status\n\nAccepted\n"),
        ("# A\n\n## Status\n\nAccepted\n\nSuperceded by ADR-0007\n", "# B\n"),
        ("---\nstatus: superseded by 7\n---\n# A\n", "# B\n"),
        ("---\nstatus: superseded\nsuperseded-by: 0007-b.md\n---\n# A\n", "# B\n"),
        ("# A\n\n* Status: superseded by [7](docs/0007-b.md)\n", "# B\n"),
        ("# A\n\n## Status\n\nSuperseded\n", "# B\n\n## Status\n\nAccepted\n\nSupersedes [3](0003-a.md)\n"),
        ("# A\n\n## Status\n\nAccepted\n", "---\nsupersedes: [3]\n---\n# B\n"),
    ],
)
def test_the_newer_record_replaces_the_older(older: str, newer: str) -> None:
    """Rule: whichever of them says it, however it is spelt, by file or by number."""
    reading = read(read_adr, **{"0003_a": older, "0007_b": newer})
    assert {each.place: each.replaces for each in reading.drafts} == {"0003-a.md": None, "0007-b.md": "0003-a.md"}


def test_an_old_record_without_its_successor_does_not_come_in() -> None:
    """Rule: it no longer holds, and what holds instead is not here, or not known, or replaces another one."""
    reading = read(
        read_adr,
        **{
            "0001_a": "# A\n\n## Status\n\nSuperseded by 0009\n",
            "0002_b": "# B\n\n## Status\n\nSuperseded\n",
            "0003_c": "# C\n\n## Status\n\nSuperseded by 5\n",
            "0004_d": "# D\n\n## Status\n\nSuperseded by 5\n",
            "0005_e": "# E\n\n## Status\n\nAccepted\n\nSupersedes 0003\nSupersedes 0004\nSupersedes 0099\n",
            "0006_f": "# F\n\n## Status\n\nSuperseded by the newer one\n",
        },
    )
    assert {each.place: each.replaces for each in reading.drafts} == {"0003-c.md": None, "0005-e.md": "0003-c.md"}
    assert list(reasons(reading)) == ["0001-a.md", "0002-b.md", "0004-d.md", "0006-f.md"]
    assert [each.why for each in reading.remarks] == [
        "it supersedes several; the first of them is linked, archive the others by hand"
    ]


def test_what_cannot_be_read_or_is_not_known_is_listed() -> None:
    """Rule: a record without a status comes with a remark, one without readable front matter does not come."""
    reading = read(read_adr, n1_a="---\na: [\n---\n# A\n", n2_b="# 42\n\nWords.\n")
    assert list(reasons(reading)) == ["n1-a.md"]
    assert [each.why for each in reading.remarks] == ["it names no status; whoever decides has to look"]
