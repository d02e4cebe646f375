"""Standard output carries the protocol and nothing else; what comes in broken does not break the session."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.mcp.conversation import Conversation, text_of


def test_nothing_but_protocol_reaches_standard_output(settled_firm: dict[str, str], tmp_path: Path) -> None:
    """Prints, progress bars, C code, child processes and warnings of a provider land on standard error.

    And a child that reads standard input finds nothing there: the client's messages are not for it.
    """
    noisy = settled_firm | {"FIRM_MEMORY_PROVIDER": "noisy", "PYTHONWARNINGS": "default"}
    with Conversation(noisy, tmp_path) as conversation:
        conversation.greeted()
        conversation.asked("tools/list")
        assert conversation.called("memory_search", query="orders")["structuredContent"]["hits"]
        for words in ("100%|####", "no line break", "from C code", "from a child 0", "a warning", "progress"):
            conversation.errors_with(words)
        assert conversation.leave() == 0
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in conversation.lines)
    assert len(conversation.lines) == 3


def test_text_is_utf_8_whatever_the_locale(environment: dict[str, str], tmp_path: Path) -> None:
    """A code page of the machine changes neither the wire nor the log."""
    content = "风控 ✅ Приказы"
    odd = environment | {"PYTHONIOENCODING": "cp1252", "LC_ALL": "C", "LANG": "C", "FIRM_MEMORY_Ä✅": "1"}
    with Conversation(odd, tmp_path) as conversation:
        conversation.greeted()
        candidate = conversation.called("memory_propose", content=content, type="terminology", reference="mr-1")
        record = conversation.called("memory_get", id=candidate["structuredContent"]["candidate_id"])
        assert record["structuredContent"]["memory"]["content"] == content
        assert f"| {content}" in text_of(record)
        conversation.errors_with("unknown variable FIRM_MEMORY_Ä✅")
    assert any(content.encode() in line for line in conversation.lines)


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","id":91,',
        b'{"jsonrpc":"2.0","id":92,"method":"tools/call","params":' + b"[" * 5_000 + b"]" * 5_000 + b"}",
        b"\xff\xfe\x00",
        b"\\u",
        b"",
        b"[]",
        b"null",
    ],
    ids=["half a line", "nesting bomb", "no UTF-8", "no JSON", "blank", "batch", "null"],
)
def test_a_line_that_is_no_message_is_passed_over(settled: Conversation, line: bytes) -> None:
    """The session lives on and the next call is answered."""
    settled.say(line)
    assert not settled.called("memory_search", query="orders")["isError"]


def test_deep_arguments_are_refused_and_the_session_lives(settled: Conversation) -> None:
    """Nesting that the parser still reads meets the check of the arguments."""
    request = settled.request("tools/call", {"name": "memory_search", "arguments": {"query": "DEEP"}})
    settled.say(json.dumps(request).replace('"DEEP"', "[" * 150 + "]" * 150).encode())
    assert text_of(settled.heard()["result"]).startswith("Refused [invalid_field]: query: is a list")


@pytest.mark.parametrize("escape", ["\\ud83d", "\\udc00", "a \\ud83d b"])
def test_an_unpaired_surrogate_is_judged_not_swallowed(settled: Conversation, escape: str) -> None:
    """A question with one is asked with U+FFFD in its place; a proposal with one is refused, and told why."""
    search = settled.request("tools/call", {"name": "memory_search", "arguments": {"query": "orders HERE"}})
    settled.say(json.dumps(search).replace("HERE", escape).encode())
    assert settled.heard()["result"]["structuredContent"]["hits"]
    candidate = {"content": "HERE", "type": "terminology", "reference": "mr-1"}
    propose = settled.request("tools/call", {"name": "memory_propose", "arguments": candidate})
    settled.say(json.dumps(propose).replace("HERE", escape).encode())
    answer = settled.heard()["result"]
    assert answer["isError"]
    assert "unpaired surrogate" in text_of(answer)


def test_an_unpaired_surrogate_that_is_echoed_does_not_end_the_server(settled: Conversation) -> None:
    """Errors that the SDK writes itself go out with U+FFFD, too."""
    request = settled.request("tools/HERE")
    settled.say(json.dumps(request).replace("HERE", "\\ud83d").encode())
    assert "error" in settled.heard()
    for tool in ("HERE", "memory_search"):
        call = settled.request("tools/call", {"name": tool, "arguments": {"HERE": 1}})
        settled.say(json.dumps(call).replace("HERE", "\\ud83d").encode())
        answer = settled.heard()
        assert "\ufffd" in json.dumps(answer, ensure_ascii=False)
    assert not settled.called("memory_search", query="orders")["isError"]


def test_a_literal_backslash_u_stays_what_it_is(environment: dict[str, str], tmp_path: Path) -> None:
    """Six ASCII characters that look like an escape are ordinary text."""
    content = "Feed parser drops the six characters \\u0000 and \\ud83d when it sees them."
    with Conversation(environment, tmp_path) as conversation:
        conversation.greeted()
        candidate = conversation.called("memory_propose", content=content, type="bug_fixes", reference="mr-12")
        record = conversation.called("memory_get", id=candidate["structuredContent"]["candidate_id"])
    assert record["structuredContent"]["memory"]["content"] == content


def test_seven_proposals_at_once_are_seven_candidates(environment: dict[str, str], tmp_path: Path) -> None:
    """Calls run side by side; none is lost and none is doubled."""
    with Conversation(environment, tmp_path) as conversation:
        conversation.greeted()
        for number in range(7):
            statement = {"content": f"Fact number {number} about netting.", "type": "terminology", "reference": "mr-1"}
            conversation.say(conversation.request("tools/call", {"name": "memory_propose", "arguments": statement}))
        answers = [conversation.heard()["result"]["structuredContent"] for _ in range(7)]
    assert len({answer["candidate_id"] for answer in answers}) == 7
    journal = Path(environment["FIRM_MEMORY_HOME"], "records", "journal.jsonl").read_text(encoding="utf-8")
    assert all(answer["candidate_id"] in journal for answer in answers)
