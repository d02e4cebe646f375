"""What the firm knows already: approved memories, and candidates that wait."""

from __future__ import annotations

from pytest_bdd import given, parsers

from firm_memory.domain.scope import MemoryScope
from firm_memory.features.firm import Firm
from firm_memory.features.steps.texts import EASILY_MANGLED

OMS = MemoryScope(repos=("oms",))


def domain_scope(name: str) -> MemoryScope:
    """The scope of one domain."""
    return MemoryScope(domains=(name,))


@given(parsers.parse('an approved memory "{content}" for the domain "{domain}"'))
def approved_for_domain(firm: Firm, content: str, domain: str) -> None:
    firm.approved(content, domain_scope(domain))


@given(parsers.parse('an approved memory "{content}" for the domain "{domain}", from "{reference}"'))
def approved_from(firm: Firm, content: str, domain: str, reference: str) -> None:
    firm.approved(content, domain_scope(domain), reference=reference)


@given(parsers.parse('an approved memory "{content}" for the firm'))
def approved_for_firm(firm: Firm, content: str) -> None:
    firm.approved(content, MemoryScope(firm=True))


@given(parsers.parse('an approved memory "{content}" for the repository "{repo}"'))
def approved_for_repo(firm: Firm, content: str, repo: str) -> None:
    firm.approved(content, MemoryScope(repos=(repo,)))


@given(parsers.parse('an approved memory "{content}" for the repositories "{repos}"'))
def approved_for_repos(firm: Firm, content: str, repos: str) -> None:
    firm.approved(content, MemoryScope(repos=tuple(repos.split(", "))))


@given("an approved memory with text that is easily mangled")
def approved_mangled(firm: Firm) -> None:
    firm.approved(EASILY_MANGLED, OMS)


@given(parsers.parse('the candidate "{content}" for the domain "{domain}"'))
def candidate(firm: Firm, content: str, domain: str) -> None:
    firm.propose(content, domain_scope(domain))


@given(parsers.parse('the candidate "{content}" for the domain "{domain}", proposed by "{name}"'))
def candidate_by(firm: Firm, content: str, domain: str, name: str) -> None:
    firm.propose(content, domain_scope(domain), by=name)


@given(parsers.parse('the candidate "{content}" for the domain "{domain}", from "{reference}"'))
def candidate_from(firm: Firm, content: str, domain: str, reference: str) -> None:
    firm.propose(content, domain_scope(domain), reference=reference)
