"""Text as people and machines write it: what may not be stored, and what must come back as it was."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from firm_memory import MemoryScope, MemoryType
from firm_memory.domain.errors import ForbiddenCharacter
from firm_memory.domain.scope import normalise_domain, normalise_repo
from firm_memory.features.firm import Firm
from tests.cases.checkouts import Checkouts
from tests.cases.firms import FIRM, OMS, contents, opened
from tests.cases.notation import given
from tests.mcp.conversation import Conversation, text_of

Environment = dict[str, str]


def _refused(firm: Firm, content: str) -> str:
    """The words in which `content` is refused; nothing is queued by it."""
    with pytest.raises(ForbiddenCharacter) as refusal:
        firm.at("oms").propose(content, type=MemoryType.CONVENTION, scope=FIRM, reference="mr-501")
    assert list(firm.desk.pending()) == []
    assert list(firm.container.records().queue.every()) == []
    return str(refusal.value)


def _round_trip(firm: Firm, content: str) -> None:
    """`content` is accepted, nobody is warned of it, and it comes back byte for byte from records, store and recall."""
    proposal = firm.at("oms").propose(content, type=MemoryType.TERMINOLOGY, scope=OMS, reference="mr-12")
    assert {"hidden_characters", "instruction_like"}.isdisjoint(notice.rule for notice in proposal.notices)
    assert proposal.candidate_id
    firm.desk.approve(proposal.candidate_id, approver="lead")
    record = firm.at("oms").get(proposal.candidate_id).record
    stored = firm.stored(proposal.candidate_id)
    assert record
    assert stored
    assert record.memory.content == stored.content == content
    assert content in contents(firm.at("oms").search(content))


def test_bug_unicode_01_nul_inside_proposed_text(firm: Firm) -> None:
    """NUL is refused when it is proposed, with its code point and place, on every adapter alike."""
    said = _refused(firm, given("bug-unicode-01")["args"]["content"])
    assert "content" in said
    assert "U+0000" in said
    assert "offset 6" in said


def test_bug_unicode_03_literal_backslash_u_0000_is_ordinary_text(firm: Firm) -> None:
    """Six ASCII characters that look like an escape are six characters."""
    _round_trip(firm, given("bug-unicode-03")["args"]["content"])


def test_bug_unicode_04_lone_surrogate_in_a_stored_record(
    server_environment: Callable[..., Environment],
    serving: Callable[[Environment, Path], Conversation],
    tmp_path: Path,
) -> None:
    """Half a character in an old candidates file is shown as U+FFFD, and ends no session."""
    case = given("bug-unicode-04")
    path = tmp_path / case["file"]
    path.write_text(case["json_text"], encoding="ascii")
    environment = server_environment(tmp_path / "home", FIRM_MEMORY_CANDIDATES_PATH=str(path))
    with opened(environment, tmp_path) as memory:
        [record] = memory.approvals.pending()
        memory.approvals.approve(record.id, approver="lead")
    server = serving(environment, tmp_path)
    server.greeted()
    rota, ledger = (server.called(call["tool"], **call["args"]) for call in case["then"])
    assert [hit["content"] for hit in rota["structuredContent"]["hits"]] == ["rota \ufffd end"]
    assert "rota \ufffd end" in text_of(rota)
    assert ledger["structuredContent"]["reason"] == "no_match"
    shown = server.called("memory_get", id=str(record.id))
    assert shown["structuredContent"]["memory"]["content"] == "rota \ufffd end"


def test_bug_unicode_05_bytes_from_git_that_are_no_utf_8(
    server_environment: Callable[..., Environment],
    serving: Callable[[Environment, Path], Conversation],
    checkouts: Checkouts,
    tmp_path: Path,
) -> None:
    """A directory and a remote in Latin-1 give a slug that encodes, and a server that answers."""
    directory = checkouts.made(b"caf\xe9", given("bug-unicode-05")["remote_bytes"])
    slug = checkouts.surroundings(directory).repo
    assert slug == "firm/caf\ufffd"
    checkouts.git(directory, "remote", "remove", "origin")
    assert checkouts.surroundings(directory).repo == "caf\ufffd"
    environment = server_environment(tmp_path / "home", FIRM_MEMORY_REPO="", HOME=os.fspath(checkouts.place))
    server = serving(environment, directory)
    server.greeted()
    then = given("bug-unicode-05")["then"]
    assert server.called(then["tool"], **then["args"])["structuredContent"]["reason"] == "empty_store"
    proposed = server.called("memory_propose", content="Beans are roasted.", type="terminology", reference="mr-1")
    shown = server.called("memory_get", id=proposed["structuredContent"]["candidate_id"])
    assert shown["structuredContent"]["memory"]["scope"] == {"repos": ["caf\ufffd"]}


def test_bug_unicode_06_nfc_and_nfd_of_one_word_match(firm: Firm) -> None:
    """Keys are compared in one form, whichever the machine types; stored text stays as it was written."""
    stored, search = given("bug-unicode-06")["store"], given("bug-unicode-06")["search"]
    firm.approved(stored["content"], MemoryScope(domains=stored["domains"]))
    assert contents(firm.at("oms").search(search["query"], domains=search["domains"])) == [stored["content"]]
    assert [*map(normalise_domain, stored["domains"])] == [*map(normalise_domain, search["domains"])]


def test_bug_unicode_08_turkish_dotted_i_in_a_repo_name(firm: Firm) -> None:
    """İ folds to i with a dot above, in every locale; the plain i is another name. One key, however it is typed."""
    capital, decomposed, plain = given("bug-unicode-08")["repos"]
    assert normalise_repo(capital) == normalise_repo(decomposed) != normalise_repo(plain)
    firm.approved("The blotter closes at noon.", MemoryScope(repos=(capital,)))
    assert contents(firm.at(None).search("blotter", repo=decomposed)) == ["The blotter closes at noon."]
    assert contents(firm.at(None).search("blotter", repo=plain)) == []


def test_bug_unicode_09_emoji_family_with_zwj_round_trips(firm: Firm) -> None:
    """Joiners and variation selectors are letters of scripts and emoji: kept."""
    _round_trip(firm, given("bug-unicode-09")["content"])


def test_bug_unicode_10_right_to_left_text_is_not_altered(firm: Firm) -> None:
    """Arabic with its direction marks is stored as it is, and nobody is warned."""
    _round_trip(firm, given("bug-unicode-10")["content"])


def test_bug_unicode_11_bidi_override_is_refused(firm: Firm) -> None:
    """Text that reads one way on screen and another in bytes is refused.

    The case leaves the choice between refusing and flagging; the specification refuses.
    """
    said = _refused(firm, given("bug-unicode-11")["content"])
    assert "hidden_characters: U+202E" in said


def test_bug_unicode_13_ascii_smuggled_in_tag_characters(firm: Firm) -> None:
    """A sentence that only machines can read never gets in, and is never recalled."""
    said = _refused(firm, given("bug-unicode-13")["content"])
    assert "hidden_characters: U+E0001" in said
    assert list(firm.at("oms").search("ledger append-only")) == []
