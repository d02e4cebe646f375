import pytest

from firm_memory.domain.exclusions.code.blocks import BlockKind, code_blocks
from firm_memory.domain.exclusions.code.diffs import diffs
from firm_memory.domain.exclusions.code.fences import fences
from firm_memory.domain.exclusions.code.lines import PIECE_MOST, lines_of, without_inline
from firm_memory.domain.exclusions.code.settings import likely_settings, settings
from firm_memory.domain.exclusions.code.statements import likely_statements, statements, weight
from firm_memory.domain.exclusions.code.traces import traces

FENCE = "```go\nreturn nil\n```"
DIFF = "--- a/x.py\n+++ b/x.py\n-a = 1\n+a = 2"
TRACE = "java.lang.IllegalStateException: closed\n\tat com.firm.Gate.send(Gate.java:41)\n\t... 14 more"


def found(text: str) -> list[tuple[str, str]]:
    """Kind and text of every block."""
    return [(block.kind.value, text[block.start : block.end]) for block in code_blocks(text)]


def test_blocks_are_told_by_kind_and_place() -> None:
    """Whoever replaces them by a marker keeps the words around them."""
    text = f"Before.\n{FENCE}\nBetween.\n{DIFF}\nThen it died.\n{TRACE}\nAfter."
    assert found(text) == [("code", FENCE), ("diff", DIFF), ("trace", TRACE)]
    assert found("Only prose, with `one` span.") == []


def test_of_blocks_that_overlap_the_outer_one_counts() -> None:
    """A trace within a fence is part of the fence."""
    text = f"```\n{TRACE}\n```"
    assert found(text) == [(BlockKind.FENCE.value, text)]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("~~~\nx\n~~~\nand ```\ny", [(0, 9)]),
        ("```\nnever closed\n~~~ inside", [(0, 27)]),
        ("{code:java}\nint x;\n{code}", [(0, 25)]),
        ("<pre>\nx\n</pre> after", [(0, 20)]),
        ("A heading\n~~~~~~~~~\nand prose.", []),
        ("```short``` stands for code", []),
        (f"see ```{'x' * 90}``` here", [(4, 100)]),
    ],
)
def test_fences(text: str, spans: list[tuple[int, int]]) -> None:
    """Backticks, tildes and the marks of wikis; a heading's underline and a short mention are none."""
    assert list(fences(text)) == spans


@pytest.mark.parametrize(
    "text",
    [
        "@@ -1,3 +1,3 @@\n import os\n-TIMEOUT = 1\n+TIMEOUT = 5",
        "3c3\n< a = 1\n---\n> a = 2",
        "Now:\n-    if px > limit:\n+    if px >= limit:",
        "-CUTOFF = 1530\n+CUTOFF = 1520",
        "+import time\n+def wait():\n+    time.sleep(1)",
        "index 3f9a1c2..7b8e4f6 100644",
        "- x = call(1)\n+ x = call(2)",
    ],
)
def test_differences_are_found_with_and_without_headers(text: str) -> None:
    """A hunk, a run of marked lines, or one header line that nothing else has."""
    assert list(diffs(text))


@pytest.mark.parametrize(
    "text",
    [
        "- first point of a list\n- second point\n+ a third, added later",
        "Limits:\n- 40 messages a second\n- 200 open orders",
        "+ faster\n- needs memory",
        "3c3 is a square of the board",
        "-5 to +5 is the range",
    ],
)
def test_lists_are_no_differences(text: str) -> None:
    """Points that speak for and against something are prose."""
    assert list(diffs(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "It died with: at a.b.Gate.send(Gate.java:41) at a.b.Loop.run(Loop.java:12)",
        "TypeError: x\n    at quote (/srv/ui/quote.js:12:9)",
        "thread 'main' panicked at src/book.rs:41:9:\nindex out of bounds",
        "   at Firm.Oms.Gate.Send(Order o)\n   at Firm.Oms.Loop.Run(Int32 n)",
        "panic: boom\n\nmain.run(0x1, 0x2)\nmain.main()",
        "#1  0x000055d0c0ffee00 in Gate::send (this=0x7ffe) at gate.cpp:41",
        "app/models/trade.rb:12:in `settle'",
        "#0 /srv/b.php(7): settle()",
        "Caused by: java.net.SocketTimeoutException: Read timed out",
    ],
)
def test_traces_of_many_languages_are_found(text: str) -> None:
    """Whole, as one frame, or written into one line."""
    assert list(traces(text))


@pytest.mark.parametrize(
    "text",
    ["A ValueError means a halt.", "Look at the gate (in the north) first.", "ValueError: stale", "at the end of day"],
)
def test_the_name_of_an_error_is_no_trace(text: str) -> None:
    """It may be remembered; where it was thrown may not."""
    assert list(traces(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "x = load(y)\nz = x.get(1)\nreturn z",
        "const px = raw * 100; if (px < 0) { throw new Error(px); } return px;",
        "SELECT id, px FROM fills WHERE ts > 1",
        "#!/bin/sh\nset -e\ncd /srv",
        "int a;\nint b;",
    ],
)
def test_statements_are_found_without_any_mark(text: str) -> None:
    """Several lines, or one long one."""
    assert list(statements(text))


@pytest.mark.parametrize(
    "text",
    [
        "Run `make test`, then `make lint`; both must be clean.",
        "We use SELECT ... FOR UPDATE for the queue.",
        "Call settle(trade) once; a second call raises.",
        "1. first\n2. second; with a clause\n3. third",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "Заявки после 15:20 отклоняются (биржа);\nстратегии ждут (аукцион);",
        "x = 1",
    ],
)
def test_prose_that_mentions_code_is_no_code(text: str) -> None:
    """Identifiers, commands, tables and lists are the words of engineers."""
    assert list(statements(text)) == []


def test_a_little_code_is_only_likely() -> None:
    """Whoever approves looks at it."""
    assert list(likely_statements("a = 1\nb = 2\nc = 3"))
    assert list(likely_statements("Then if (px) { stop, and a++ follows."))
    assert weight("") == 0


@pytest.mark.parametrize(
    "text",
    [
        '{"version": 1, "services": {"oms": {"ports": [8080, 9090]}}}',
        '{"left": "a long enough value to count", "right": "and another of that kind"}',
        '"name": "x",\n"port": 8080,\n"open": true',
        "kind: Deployment\nspec:\n  replicas: 3\n  template:\n    name: oms",
        "[tool.oms]\nlimit = 40\nwait = 0.5",
        'resource "aws_s3_bucket" "dumps" {',
    ],
)
def test_settings_are_found(text: str) -> None:
    """JSON, YAML, TOML and the blocks of infrastructure."""
    assert list(settings(text))


@pytest.mark.parametrize(
    "text",
    [
        'An example is {"a": 1} and no more.',
        "{" * 50 + '"',
        '{"a": 1} {"b": 2} {"c": 3} {"d": 4} {"e": 5} {"f": 6} {"g": 7}',
        "Symptom: it hangs.\nCause: a lock.\nFix: a timeout.",
        "[1] see the paper\na = b\n",
    ],
)
def test_small_examples_and_notes_are_no_settings(text: str) -> None:
    """A few words in braces, and notes of somebody who likes colons."""
    assert list(settings(text)) == []
    assert list(likely_settings(text)) == []


def test_a_flat_list_of_keys_is_only_likely() -> None:
    """Settings, or notes."""
    assert list(likely_settings("host: db-1\nport: 5432\nuser: rep")) == [(0, 31)]


def test_long_lines_are_read_in_pieces_that_cover_them() -> None:
    """So that no pattern looks back further than a piece; places are those of the text."""
    text = "a" * (PIECE_MOST + 5) + "\r\n\nb"
    assert [(line.start, line.end) for line in lines_of(text)] == [(0, 400), (400, 405), (407, 407), (408, 409)]
    assert lines_of("") == []


def test_inline_code_is_masked_in_place() -> None:
    """Lengths stay, so that places do."""
    assert without_inline("see `a()` and `b`") == "see xxxxx and xxx"
