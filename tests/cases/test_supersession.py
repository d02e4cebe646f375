"""What takes a memory's place: never itself, never nothing, and never unseen."""

from __future__ import annotations

import uuid
from pathlib import Path

import attrs
import pytest
from typer.testing import CliRunner

from firm_memory import Amendment, MemoryScope, MemoryStatus, MemoryType
from firm_memory.application.ports.source import Draft, Reading
from firm_memory.domain.errors import InvalidId, InvalidSupersession
from firm_memory.domain.principal import Caller
from firm_memory.domain.statement import Statement
from firm_memory.domain.visibility import Visibility
from firm_memory.entrypoints.cli.app import app
from firm_memory.entrypoints.mcp.dossier import get_answer
from firm_memory.features.firm import Firm
from firm_memory.features.laws.sample_memories import sample
from tests.cases.firms import F0, FIRM, IN_PROCESS, OMS, contents, environment_of, keep, listed, settle_f0
from tests.cases.notation import fixture_f0, given
from tests.mcp.conversation import Conversation, text_of


def test_bug_supersession_01_supersede_itself(firm: Firm, f0: F0) -> None:
    """No way leads to a memory that replaces itself, also not by words that come to the same; it stays as it was."""
    name = given("bug-supersession-01")["correct"]["id"]
    memory, before = f0.ids[name], firm.memory(f0.ids[name])
    at = firm.at("oms")
    with pytest.raises(InvalidSupersession, match="says the same as the memory"):
        at.correct(memory, reason="wrong", replacement=f" {before.content.upper()} ")
    with pytest.raises(InvalidSupersession, match="names the memory itself"):
        at.propose(before.content, type=before.type, scope=before.scope, reference="rfc-4", supersedes=memory)
    itself = Statement(
        content=before.content.upper(), type=before.type, scope=before.scope, reference="a.md", supersedes=memory
    )
    reading = Reading(drafts=[Draft(place="a.md", statement=itself)])
    [refused] = firm.container.import_candidates()(reading, Caller(name="dana", via="cli")).refused
    assert refused.why.startswith("supersedes: names the memory itself")
    candidate = firm.propose("Money is stored as decimals.", FIRM)
    with pytest.raises(InvalidSupersession, match="names the memory itself"):
        firm.desk.approve(candidate, approver="lead", amendment=Amendment(supersedes=candidate))
    assert firm.memory(memory) == firm.stored(memory) == before
    assert firm.memory(candidate).status is MemoryStatus.PROPOSED


def test_bug_supersession_01_supersede_itself_over_mcp(settled: Conversation) -> None:
    """The tools refuse it as well."""
    [hit] = settled.called("memory_search", query="orders are netted", limit=1)["structuredContent"]["hits"]
    again = {"content": hit["content"], "type": hit["type"], "scope": hit["scope"], "reference": hit["reference"]}
    for refused in (
        settled.called("memory_propose", **again, supersedes=hit["id"]),
        settled.called("memory_correct", id=hit["id"], reason="wrong", replacement=hit["content"]),
    ):
        assert refused["isError"]
        assert refused["structuredContent"]["rule"] == "invalid_supersession"
    shown = settled.called("memory_get", id=hit["id"])["structuredContent"]["memory"]
    assert (shown["status"], shown["flags"]) == ("active", [])


def test_bug_supersession_03_cycle_already_in_imported_data(firm: Firm) -> None:
    """Old bad data traps no reader: the walk ends, says that the chain is broken, and recall shows none of it.

    An import refuses the three.
    """
    links = given("bug-supersession-03")["links"]
    ids = {name: sample(number).id for number, name in enumerate(links)}
    keep(
        firm,
        *(
            attrs.evolve(
                sample(number, status=MemoryStatus.SUPERSEDED),
                superseded_by=ids[successor],
                supersedes=next(ids[old] for old, new in links.items() if new == name),
            )
            for number, (name, successor) in enumerate(links.items())
        ),
    )
    lines = list(firm.at("oms").exported())
    with pytest.raises(InvalidSupersession, match="leads into a cycle"):
        firm.container.import_chain()("export.jsonl", lines, Caller(name="admin", via="cli"))
    dossier = firm.at("oms").get(ids["x"])
    assert [each.id for each in dossier.chain] == [ids["x"], ids["y"], ids["z"]]
    assert dossier.chain_broken
    answer = get_answer(ids["x"], dossier)
    assert "closes in a circle" in answer.text
    assert answer.structure["chain_end"] is None
    assert contents(firm.at("oms").search("fact about netting")) == []
    with pytest.raises(InvalidSupersession, match="Name a memory in force"):
        firm.at("oms").propose("New.", type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1", supersedes=ids["x"])


def test_bug_supersession_05_replacement_out_of_reach(firm: Firm) -> None:
    """What was replaced is not served where its replacement cannot be seen; the reader is told that there is one."""
    chain = given("bug-supersession-05")["chain"]
    ids, earlier = dict[str, uuid.UUID](), None
    for link in chain:
        proposal = firm.at("oms").propose(
            f"The cut-off is as {link['id']} says.",
            type=MemoryType.CONVENTION,
            scope=MemoryScope(repos=link["repos"]),
            reference="rfc-1",
            supersedes=earlier,
        )
        assert proposal.candidate_id
        firm.desk.approve(proposal.candidate_id, approver="lead")
        ids[link["id"]] = earlier = proposal.candidate_id
    asker = firm.at(given("bug-supersession-05")["search_from"])
    assert contents(asker.search("cut-off as says")) == []
    assert contents(firm.at("ledger").search("cut-off as says")) == ["The cut-off is as C says."]
    for name in ("A", "B"):
        dossier = asker.get(ids[name])
        assert dossier.successor_hidden
        answer = get_answer(ids[name], dossier)
        assert "superseded by a memory outside your scope" in answer.text
        assert answer.structure["successor"] == "superseded by a memory outside your scope"
        assert "as C says" not in answer.text + str(answer.structure)


def test_bug_supersession_07_target_that_does_not_exist(firm: Firm, f0: F0) -> None:
    """A successor of nothing is refused before anything is written: the candidate waits, no memory is made."""
    [c1] = fixture_f0()["candidates"]
    candidate = firm.propose(c1["content"], FIRM, reference=c1["reference"])
    missing, before = uuid.uuid5(uuid.NAMESPACE_URL, "m99"), len(listed(firm, Visibility(atoms=FIRM.atoms)))
    for _ in range(2):
        with pytest.raises(InvalidSupersession, match=f"there is no memory {missing}"):
            firm.desk.approve(candidate, approver="lead", amendment=Amendment(supersedes=missing))
    with pytest.raises(InvalidSupersession, match=f"there is no memory {missing}"):
        firm.at("oms").propose("Other.", type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1", supersedes=missing)
    assert [(record.id, record.status) for record in firm.desk.pending()] == [(candidate, MemoryStatus.PROPOSED)]
    assert firm.stored(candidate) is None
    assert len(listed(firm, Visibility(atoms=FIRM.atoms))) == before == 1
    assert f0.ids


@pytest.mark.parametrize("blank", given("bug-supersession-08")["supersedes"])
def test_bug_supersession_08_blank_supersedes_value(
    blank: str, small_firm: Firm, settled: Conversation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A blank is no id: refused on every surface, never looked up and never taken for an absent one."""
    settle_f0(small_firm)
    with pytest.raises(InvalidId, match="is no memory id"):
        small_firm.at("oms").propose("New.", type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1", supersedes=blank)
    assert list(small_firm.desk.pending()) == []
    statement = {"content": "New.", "type": "bug_fixes", "reference": "mr-1"}
    refused = settled.called("memory_propose", **statement, supersedes=blank)
    assert refused["isError"]
    assert "supersedes: " in text_of(refused)
    monkeypatch.chdir(tmp_path)
    command = ["propose", "New.", "--type", "bug_fixes", "--reference", "mr-1", "--repo", "oms", "--supersedes", blank]
    ran = CliRunner().invoke(app, command, env=environment_of(IN_PROCESS, tmp_path, str))
    assert ran.exit_code == 2
    assert "is no memory id" in ran.stderr
