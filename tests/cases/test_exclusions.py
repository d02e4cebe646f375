"""Exclusions: what is no knowledge of the firm gets no further than the gate."""

from __future__ import annotations

import pytest

from firm_memory import MemoryStatus, MemoryType
from firm_memory.application.propose import Proposal
from firm_memory.domain.errors import NotCleared
from firm_memory.domain.exclusion import ExclusionReason
from firm_memory.features.firm import Firm
from tests.cases.firms import OMS
from tests.cases.notation import given
from tests.mcp.conversation import Conversation, text_of

CODE = dict(zip(given("bug-exclusions-01")["texts"], ("diff", "statements", "stack_trace"), strict=True))


def _proposed(firm: Firm, text: str) -> Proposal:
    return firm.at("oms").propose(text, type=MemoryType.BUG_FIX, scope=OMS, reference="adr-12")


def _automatic(firm: Firm) -> None:
    """Let the policy approve whatever it may, and see that it does so."""
    firm.approved("The blotter closes at noon.", OMS)  # or else a repository that nobody used is a notice
    firm.reassemble(FIRM_MEMORY_AUTO_APPROVE="on", FIRM_MEMORY_AUTO_APPROVE_THRESHOLD="0.1")
    assert _proposed(firm, "Odd lots go through the netting queue.").status is MemoryStatus.ACTIVE


@pytest.mark.parametrize("text", CODE)
def test_bug_exclusions_01_source_code_and_diff(firm: Firm, text: str) -> None:
    """A diff, a function's body and a stack trace are refused, each by its own rule; nothing is queued.

    By the specification a refusal carries a rule's id: `code.statements` stands for the case's `code`.
    """
    refused = _proposed(firm, text)
    assert (refused.accepted, refused.candidate_id) == (False, None)
    assert refused.finding is not None
    assert refused.finding.exclusion.reason is ExclusionReason.SOURCE_CODE
    assert refused.finding.exclusion.rule == f"code.{CODE[text]}"
    assert refused.finding.exclusion.instead in refused.decision.reason
    assert list(firm.container.records().queue.every()) == []
    assert list(firm.container.records().ledger.events()) == []


@pytest.mark.parametrize("text", CODE)
def test_bug_exclusions_01_an_agent_is_told_the_rule_and_what_to_do_instead(settled: Conversation, text: str) -> None:
    """Over MCP a refusal is an error answer with the rule, in words and as structure; it quotes nothing."""
    result = settled.called("memory_propose", content=text, type="bug_fixes", reference="mr-1")
    structure = result["structuredContent"]
    assert (result["isError"], structure["accepted"], structure["rule"]) == (True, False, f"code.{CODE[text]}")
    assert structure["instead"] in text_of(result)
    assert text not in text_of(result)


@pytest.mark.parametrize("text", given("bug-exclusions-03")["texts"])
def test_bug_exclusions_03_facts_about_a_person(small_firm: Firm, text: str) -> None:
    """What may speak of a person is refused or waits with that flag; no policy approves it, nor anyone unread."""
    _automatic(small_firm)
    proposal = _proposed(small_firm, text)
    if not proposal.accepted:
        assert proposal.finding is not None
        assert proposal.finding.exclusion.reason is ExclusionReason.INDIVIDUAL
        return
    assert (proposal.status, proposal.decision.automatic) == (MemoryStatus.PROPOSED, False)
    flags = {notice.rule for notice in proposal.notices if notice.must_clear}
    assert any(rule.startswith("individual.") for rule in flags)
    [waiting] = small_firm.desk.pending()
    assert waiting.candidacy is not None
    assert flags <= {notice.rule for notice in waiting.candidacy.notices}
    with pytest.raises(NotCleared, match=r"individual\."):
        small_firm.desk.approve(proposal.candidate_id, approver="lead")
    assert [record.status for record in small_firm.desk.pending()] == [MemoryStatus.PROPOSED]


@pytest.mark.parametrize("text", given("bug-exclusions-05")["texts"])
def test_bug_exclusions_05_passing_state(small_firm: Firm, text: str) -> None:
    """What is only so just now is refused or waits with that flag.

    By the specification a working note of a task may say it: notes pass all checks but this one.
    """
    _automatic(small_firm)
    proposal = _proposed(small_firm, text)
    found = {notice.rule for notice in proposal.notices if notice.must_clear}
    if proposal.finding is not None:
        found.add(proposal.finding.exclusion.rule)
    assert any(rule.startswith("transient.") for rule in found)
    assert proposal.status is not MemoryStatus.ACTIVE
    assert proposal.accepted == (proposal.finding is None)
    task = small_firm.at("oms").for_task("mr-901")
    task.note(text)
    assert [entry.note.content for entry in task.timeline().entries] == [text]
