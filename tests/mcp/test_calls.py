"""A call always answers: unfit arguments and failed writes as errors, failed reads as labelled empty answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from firm_memory.domain.errors import ConfigurationError, FirmMemoryError, StoreUnavailable, WarmingUp
from firm_memory.entrypoints.mcp.answers import Answer
from firm_memory.entrypoints.mcp.calls import Call
from firm_memory.entrypoints.mcp.opening import Opening
from firm_memory.entrypoints.mcp.tools import TOOLS

TOOL = {tool.name: tool for tool in TOOLS}
SEARCH, NOTE = {"query": "orders"}, {"task": "mr-1", "content": "A note."}
WORDS = "db at postgresql://u:" + "pw-77" + "@h/x, see /home/u/x"


def _raising(error: Exception) -> Callable[[], NoReturn]:
    def memory() -> NoReturn:
        raise error

    return memory


def _answer(tool: str, arguments: dict[str, object], error: Exception) -> Answer:
    return Call(tool=TOOL[tool], arguments=arguments, memory=_raising(error), checkout=Path("/work/tree"))()


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (WarmingUp(WORDS), "warming_up"),
        (ConfigurationError(WORDS), "config"),
        (StoreUnavailable(WORDS), "unavailable"),
        (RuntimeError(WORDS), "unavailable"),
    ],
)
def test_a_read_that_cannot_be_made_is_empty_and_labelled(error: Exception, reason: str) -> None:
    """It is no error, and it says nothing of what went wrong inside."""
    answer = _answer("memory_search", {**SEARCH}, error)
    assert not answer.error
    assert answer.structure["reason"] == reason
    assert answer.structure["degraded"] is True
    assert reason in answer.text
    assert "pw-77" not in f"{answer}"


@pytest.mark.parametrize(
    ("error", "rule"),
    [
        (WarmingUp(WORDS), "warming_up"),
        (ConfigurationError(WORDS), "configuration_error"),
        (StoreUnavailable(WORDS), "store_unavailable"),
        (RuntimeError(WORDS), "firm_memory_error"),
    ],
)
def test_a_write_that_fails_is_an_error_without_internals(error: Exception, rule: str) -> None:
    """Errors of ours keep their words, less what is nobody's business; of others only the class is told."""
    answer = _answer("memory_note", {**NOTE}, error)
    assert answer.error
    assert answer.structure["accepted"] is False
    assert answer.structure["rule"] == rule
    assert ("RuntimeError" in answer.text) is not isinstance(error, FirmMemoryError)
    assert ("…/x" in answer.text) is isinstance(error, FirmMemoryError)
    assert "pw-77" not in f"{answer}"
    assert "/home" not in f"{answer}"


def test_arguments_are_judged_before_the_memory_is_waited_for() -> None:
    """A usage error is one whether or not the memory can be had."""
    answer = _answer("memory_search", {"query": 7}, RuntimeError(WORDS))
    assert answer.error
    assert answer.structure == {
        "rule": "invalid_field",
        "error": "query: is a number. Give a text.",
        "field": "query",
    }


def test_an_opening_that_failed_is_tried_again_and_closes_quietly(caplog: pytest.LogCaptureFixture) -> None:
    """Every caller learns why; nothing is logged but the class."""
    tries: list[int] = []

    def build() -> NoReturn:
        tries.append(1)
        raise RuntimeError(WORDS)

    opening = Opening(build, 5.0)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="pw-77"):
            opening.seen_by("agent:x", reading=True)
    opening.close(5.0)
    assert len(tries) >= 2
    assert "pw-77" not in caplog.text
