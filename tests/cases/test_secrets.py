"""Secrets: what is one goes nowhere, what only looks like one passes, and what got in once is taken out again."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

import attrs
import pytest
from typer.testing import CliRunner

from firm_memory import MemoryStatus, MemoryType
from firm_memory.application.propose import Proposal
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import NotAllowed
from firm_memory.domain.exclusion import ExclusionReason
from firm_memory.domain.principal import Caller
from firm_memory.entrypoints.cli.app import app
from firm_memory.features.firm import Firm
from tests.cases.firms import F0, IN_PROCESS, OMS, environment_of
from tests.cases.notation import given
from tests.mcp.conversation import Conversation

# Of the cases 01, 02, 03 and 09; the third text of 02 may wait for a person instead.
*PLAIN, PASSPHRASE = given("bug-secrets-02")["texts"]
SECRETS: Final = [
    *(text for case in ("01", "03", "09") for text in given(f"bug-secrets-{case}")["texts"]),
    *PLAIN,
]
HARMLESS: Final = [*given("bug-secrets-05")["texts"], *given("bug-secrets-07")["texts"]]
# So long a piece of a secret is an echo of it.
PIECE: Final = 7


def _proposed(firm: Firm, text: str) -> Proposal:
    return firm.at("oms").propose(text, type=MemoryType.TOOLING_SETUP, scope=OMS, reference="mr-1")


def _echoed(text: str, told: str) -> list[str]:
    """The pieces of `text` that came back in what was told."""
    return [text[at : at + PIECE] for at in range(len(text) - PIECE + 1) if text[at : at + PIECE] in told]


def _refused(firm: Firm, text: str, caplog: pytest.LogCaptureFixture) -> None:
    """`text` is refused as a secret, in whichever field it stands; nothing of it is told, logged or kept."""
    with caplog.at_level(logging.DEBUG):
        proposal = _proposed(firm, text)
        beside = firm.at("oms").propose(
            "The feed needs a login.", type=MemoryType.TOOLING_SETUP, scope=OMS, reference="mr-1", evidence=text
        )
    for refused, field in ((proposal, "content"), (beside, "evidence")):
        assert (refused.accepted, refused.candidate_id) == (False, None), text
        assert refused.finding is not None
        assert (refused.finding.exclusion.reason, refused.finding.field) == (ExclusionReason.SECRET, field)
        matched = text[refused.finding.start : refused.finding.end]
        assert len(matched) >= PIECE
        assert _echoed(matched, f"{refused.decision} {caplog.text}") == []
    records = firm.container.records()
    assert [*records.queue.every(), *records.ledger.events()] == []


@pytest.mark.parametrize("text", given("bug-secrets-01")["texts"])
def test_bug_secrets_01_password_in_a_connection_string(
    firm: Firm, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever the dialect of the address, its password is refused and repeated nowhere."""
    _refused(firm, text, caplog)


@pytest.mark.parametrize("text", PLAIN)
def test_bug_secrets_02_unquoted_key_in_yaml_or_prose(firm: Firm, text: str, caplog: pytest.LogCaptureFixture) -> None:
    """A value needs no quotes to be a secret, and Base64 may hold `/` and `+`."""
    _refused(firm, text, caplog)


def test_bug_secrets_02_passphrase_of_words_in_prose(small_firm: Firm) -> None:
    """A passphrase told in prose is refused, or waits under a suspicion that a person must clear."""
    proposal = _proposed(small_firm, PASSPHRASE)
    suspicions = {notice.rule for notice in proposal.notices if notice.must_clear}
    refusals = {proposal.finding.exclusion.rule} if proposal.finding else set[str]()
    assert any(rule.startswith("secret.") for rule in suspicions | refusals)
    assert proposal.status is not MemoryStatus.ACTIVE


@pytest.mark.parametrize("text", given("bug-secrets-03")["texts"])
def test_bug_secrets_03_known_token_shapes(firm: Firm, text: str, caplog: pytest.LogCaptureFixture) -> None:
    """What a maker's prefix or a key's header announces is refused without any name beside it."""
    _refused(firm, text, caplog)


@pytest.mark.parametrize("text", given("bug-secrets-05")["texts"])
def test_bug_secrets_05_uuids_hashes_versions_are_not_secrets(small_firm: Firm, text: str) -> None:
    """Identifiers are no secrets, however random: queued, and without any suspicion."""
    _queued(small_firm, text)


@pytest.mark.parametrize("text", given("bug-secrets-07")["texts"])
def test_bug_secrets_07_placeholders(small_firm: Firm, text: str) -> None:
    """What stands for a secret in documentation is none: queued, and without any suspicion."""
    _queued(small_firm, text)


def _queued(firm: Firm, text: str) -> None:
    proposal = _proposed(firm, text)
    assert proposal.accepted, proposal.decision.reason
    assert [notice.rule for notice in proposal.notices if notice.must_clear] == []
    assert [record.memory.content for record in firm.desk.pending()] == [text]


@pytest.mark.parametrize("text", given("bug-secrets-09")["texts"])
def test_bug_secrets_09_letters_only_token(firm: Firm, text: str, caplog: pytest.LogCaptureFixture) -> None:
    """A token without a single digit is one all the same where its name says so."""
    _refused(firm, text, caplog)


@pytest.mark.parametrize("text", SECRETS)
def test_bug_secrets_01_no_surface_lets_one_through(
    text: str, settled: Conversation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MCP and command line refuse each of these secrets as the Python API does, and repeat nothing of it."""
    answer = settled.called("memory_propose", content=text, type="tooling_setup", reference="mr-1")
    assert answer["isError"]
    assert answer["structuredContent"]["rule"].startswith("secret.")
    assert (answer["structuredContent"]["accepted"], answer["structuredContent"]["field"]) == (False, "content")
    monkeypatch.chdir(tmp_path)
    environment = environment_of(IN_PROCESS, tmp_path, str)
    environment["FIRM_MEMORY_CANDIDATES_PATH"] = str(tmp_path / "records")
    command = ["propose", "--type", "tooling_setup", "--reference", "mr-1", "--repo", "oms", "--", text]
    ran = CliRunner().invoke(app, command, env=environment)
    assert ran.exit_code == 1
    start, end = answer["structuredContent"]["span"]
    told = f"{answer} {settled.errors()} {ran.stdout} {ran.stderr}"
    assert "secret." in ran.stdout + ran.stderr
    assert _echoed(text[start:end], told) == []
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert _echoed(text[start:end], kept.decode(errors="replace")) == []


@pytest.mark.parametrize("text", HARMLESS)
def test_bug_secrets_05_every_surface_takes_what_is_none(
    text: str, tried: Conversation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Identifiers and placeholders come through MCP and the command line as they came in."""
    answer = tried.called("memory_propose", content=text, type="tooling_setup", reference="mr-1")
    assert (answer["isError"], answer["structuredContent"]["status"]) == (False, "proposed")
    monkeypatch.chdir(tmp_path)
    environment = environment_of(IN_PROCESS, tmp_path, str)
    environment["FIRM_MEMORY_CANDIDATES_PATH"] = str(tmp_path / "records")
    command = ["propose", "--type", "tooling_setup", "--reference", "mr-1", "--repo", "oms", "--", text]
    assert CliRunner().invoke(app, command, env=environment).exit_code == 0
    assert text in CliRunner().invoke(app, ["pending"], env=environment).stdout


def test_bug_secrets_10_old_secret_already_stored(firm: Firm, f0: F0) -> None:
    """Redact takes the words out of record, history, queue and store; a tombstone says who and when. It needs a person.

    Export comes with a later part.
    """
    memory = f0.ids[given("bug-secrets-10")["id"]]
    words = firm.memory(memory).content
    agent = attrs.evolve(firm.at("oms"), caller=Caller(name="agent:opencode", via="mcp", on_behalf_of="admin"))
    with pytest.raises(NotAllowed, match="an agent never does"):
        agent.redact(memory, reason="a password had slipped in")
    assert firm.memory(memory).content == words
    firm.at("oms").redact(memory, reason="a password had slipped in", by="admin")
    records, stored = firm.container.records(), firm.stored(memory)
    told = [*records.ledger.sealed(), *records.ledger.events(), *records.queue.every(), stored]
    assert words not in repr(told)
    assert stored == firm.memory(memory)
    redaction = firm.memory(memory).redaction
    assert redaction is not None
    assert (redaction.by, redaction.reason) == ("admin", "a password had slipped in")
    report = verify_chain(records.ledger.sealed())
    assert (report.problem, report.redacted) == (None, ((1, 2),))
