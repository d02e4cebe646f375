"""Markers: what a card does not hold, and everything else to the last character."""

from __future__ import annotations

import pytest
from hypothesis import given

from firm_memory.adapters.re2.scanner import Re2Scanner
from firm_memory.domain.exclusions.catalogue import exclusions_for
from firm_memory.domain.indexing.marking import marked, marks, veiled
from firm_memory.domain.status import MemoryTier
from tests.strategies import texts

_SCANNER = Re2Scanner()


def as_card(text: str) -> str:
    """`text` with the markers of one round."""
    findings = _SCANNER.scan({"content": veiled(text)}, exclusions_for(MemoryTier.INDEX))
    return marked(text, marks(text, findings))


CODE = "```python\nqueue = []\nfor lot in lots:\n    queue.append(lot)\n```"
DIFF = "diff --git a/oms.py b/oms.py\n--- a/oms.py\n+++ b/oms.py\n@@ -1 +1 @@\n-limit = 3\n+limit = 4"
TRACE = 'Traceback (most recent call last):\n  File "oms.py", line 3, in run\n    run()\nValueError: odd lot'


@pytest.mark.parametrize(
    ("text", "card"),
    [
        (f"Lots were lost.\n\n{CODE}\n\nNow they wait.", "Lots were lost.\n\n[code: 5 lines]\n\nNow they wait."),
        ("See ```" + "x" * 100 + "``` there.", "See [code: 1 line] there."),
        (
            "It was this:\n\ndef run(lot):\n    lot.round()\n    return lot\n\nand no more.",
            "It was this:\n\n[code: 3 lines]\n\nand no more.",
        ),
        (f"The fix:\n\n{DIFF}\n\nIt holds.", "The fix:\n\n[diff]\n\nIt holds."),
        (f"It failed:\n\n{TRACE}\n\nat noon.", "It failed:\n\n[trace]\n\nat noon."),
        ("Fixed.\n\nSigned-off-by: Dana K <dana@firm.example>", "Fixed.\n\n[trailer]"),
        ("Fixed.\r\n\r\nco-authored-BY: Dana K\r\nFixes: #12\r\n", "Fixed.\r\n\r\n[trailer]\r\nFixes: #12\r\n"),
        ("Fixed.\n\nReviewed-by: A\nTested-by: B\n\nCc: C <c@d.example>", "Fixed.\n\n[trailer]"),
        ("Mail dana.k@firm.example, or <support@firm.example>.", "Mail [e-mail], or [e-mail]."),
        ("邮箱dana@firm.example。", "邮箱[e-mail]。"),
        ("Thanks @dana-k, and @dana.", "Thanks [person], and [person]."),
        ("Thanks @DanaK!", "Thanks [person]!"),
        ("@DanaK could you look?", "[person] could you look?"),
    ],
)
def test_a_typed_marker_stands_for_what_a_card_never_holds(text: str, card: str) -> None:
    """Code fenced or not, differences, traces, trailers, addresses and handles."""
    assert as_card(text) == card


@pytest.mark.parametrize(
    "text",
    [
        "Ask @firm/execution, or see @angular/core and @types/node.",
        "The class is marked @Override, and @Transactional wraps it.",
        "Clone git@git.example.test:quant/oms.git first.",
        "`netting.run()` takes 3 s; see src/oms/netting.py at 4f2a9c1.",
        "Fixes: #12\nCloses #13\nChange-Id: I0123456789",
        "Sort-by: price\nOrders are grouped by: desk.",
        "The day before yesterday the release was blocked, and is still waiting for review.",
        "Version 2.0 @ 15:20, limit 5@10.",
        "[code: 3 lines]\n\n[diff]\n[trace]\n\n[trailer]\nby [person] at [e-mail]",
    ],
)
def test_everything_else_stays_to_the_last_character(text: str) -> None:
    """Teams, packages, annotations, addresses of repositories, inline code, references, and what was true once."""
    assert as_card(text) == text


def test_what_overlaps_gets_one_marker() -> None:
    """A difference in a fence is a piece of code; an address in a trailer is part of it."""
    assert as_card(f"So:\n\n```\n{DIFF}\n```\n\nend") == "So:\n\n[code: 8 lines]\n\nend"


def test_a_private_matter_of_a_person_gets_a_marker_too() -> None:
    """Only secrets refuse a card; what is certain of a person does not stay."""
    assert "maternity" not in as_card("The review waits because Dana is on maternity leave until May.")


@given(texts())
def test_a_card_is_the_same_however_often_it_is_marked(text: str) -> None:
    """Rule: the same text gives the same card, and markers are not marked."""
    once = as_card(text)
    assert as_card(once) == once
