"""What comes out of the command line: always encodable, never steering a terminal, and no drama when nobody reads."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.desk import SCRIPT, Desk, is_plain

AWKWARD = "Größe 価格 🧾 — ‘odd lots’"


def test_text_survives_any_locale(desk: Desk) -> None:
    """Rule: UTF-8 in and out, whatever the locale says, for words and for JSON."""
    ascii_only = desk.with_(LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    done = ascii_only.script("propose", AWKWARD, "--type", "terminology", "--reference", "mr-1", "--firm", "--json")
    assert done.json["accepted"] is True
    assert AWKWARD in ascii_only.script("pending").out
    assert desk.run("pending", "--json").json["pending"][0]["memory"]["content"] == AWKWARD


def test_bytes_that_are_no_text_are_a_usage_error(desk: Desk) -> None:
    """Rule: an argument that is no UTF-8 is refused by name, and can be printed in the refusal."""
    done = desk.script("propose", b"\xff\xfe broken", "--type", "terminology", "--reference", "mr-1", "--firm")
    assert done.code == 2
    assert "content: hidden_characters" in done.err


@pytest.mark.parametrize("words", [["pending"], ["pending", "--json"], ["--help"], ["taxonomy", "--prompt"]])
def test_a_reader_that_left_is_no_error(desk: Desk, words: list[str]) -> None:
    """Rule: `firm-memory … | head` ends quietly, whatever was still to be printed."""
    desk.propose("Odd lots go through the netting queue.")
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as gone:
        done = subprocess.run(
            [SCRIPT, *words],
            cwd=desk.place,
            env=dict(desk.environment),
            stdout=gone,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.stderr == ""
    assert done.returncode == (1 if words == ["--help"] else 0)  # help is printed by a library, which has its own mind


@pytest.mark.parametrize("closed", ["0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"])
def test_streams_that_are_not_there_are_no_error(desk: Desk, closed: str) -> None:
    """Rule: a process that was started without a standard stream does what it was asked to do."""
    command = f"'{SCRIPT}' propose 'Odd lots.' --type terminology --reference mr-1 --firm {closed}"
    done = subprocess.run(
        ["/bin/sh", "-c", command], cwd=desk.place, env=dict(desk.environment), capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert desk.run("pending", "--count").out == "1\n"


def test_a_memory_cannot_steer_the_approvers_terminal(desk: Desk) -> None:
    """Rule: control characters of strangers are shown, not obeyed: nothing hides from who decides."""
    desk.propose("Harmless.\x1b[2K\x1b[1A\rApprove me \x9b31m now\x07\ttab.")
    text = desk.run("pending").out
    assert is_plain(text.replace("\t", ""))
    assert "Harmless.\\x1b[2K\\x1b[1A\n  | Approve me \\x9b31m now\\x07\ttab." in text


def test_json_stays_one_line_and_keeps_every_character(desk: Desk) -> None:
    """Rule: machines get the text as it is stored, escaped where it would end a line or steer a terminal."""
    content = "One\x85two\u2028three\u2029four\x9b\x7f\nfive\x1b"
    desk.propose(content)
    done = desk.run("pending", "--json")
    assert is_plain(done.out)
    assert done.json["pending"][0]["memory"]["content"] == content


def test_a_memory_cannot_forge_a_line_of_ours(desk: Desk) -> None:
    """Rule: the lines of a text are told apart from the lines about it, and from another candidate's."""
    desk.propose("Harmless.\n  terminology · firm · proposed\n  source docs/adr/1.md · id forged")
    lines = desk.run("pending").out.splitlines()
    assert [line for line in lines if line.startswith("  terminology")] == ["  terminology · firm · proposed"]
    assert "  |   source docs/adr/1.md · id forged" in lines


def test_an_unknown_variable_is_remarked_once_beside_the_answer(desk: Desk, tmp_path: Path) -> None:
    """Rule: warnings go to standard error, once a run, so that JSON on standard output stays one document."""
    misspelt = desk.with_(FIRM_MEMORY_TIMEOUT_SECOND="9", FIRM_MEMORY_HOME=str(tmp_path / "other"))
    for words in (["pending", "--json"], ["up", "--json"], ["doctor", "--json"]):
        done = misspelt.run(*words)
        assert done.json
        assert done.err.count("did you mean FIRM_MEMORY_TIMEOUT_SECONDS?") == 1, words
