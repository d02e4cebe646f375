from __future__ import annotations

from itertools import product

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain.errors import ForbiddenCharacter, InvalidApprover, InvalidField, NotAllowed
from firm_memory.domain.principal import (
    Caller,
    FourEyes,
    Role,
    TrustMode,
    require_admin,
    require_approver,
    require_four_eyes,
    require_role,
    require_stewardship,
)
from tests.strategies import callers

LEAD = Caller(name="lead@example", via="web", trust=TrustMode.TEAM)
AGENT = Caller(name="agent:opencode", via="mcp", on_behalf_of="dana")


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "x" * 201, "lead\nadmin"])
def test_a_caller_has_a_name(name: str) -> None:
    """bug-approval-09: a blank approver is refused wherever a caller is made."""
    with pytest.raises(InvalidField, match=r"^principal: .*Give a name"):
        Caller(name=name, via="cli")
    with pytest.raises(InvalidField, match=r"^on_behalf_of: .*Give a name"):
        Caller(name="agent:x", via="mcp", on_behalf_of=name)
    with pytest.raises(ForbiddenCharacter, match=r"^principal: hidden_characters"):
        Caller(name=f"lead\u202e{name[:5]}", via="cli")


@pytest.mark.parametrize("name", ["agent:opencode", " Agent:x", "AGENT:x", "\uff41\uff47\uff45\uff4e\uff54\uff1ax"])
def test_an_agent_is_known_by_its_prefix_however_it_is_written(name: str) -> None:
    """Wide letters and capitals do not make a person of it; alone, it answers for nobody."""
    assert Caller(name=name, via="api").is_agent
    assert Caller(name=name, via="api").person is None
    assert Caller(name=name, via="api", on_behalf_of="dana").person == "dana"


def test_a_person_answers_for_itself_or_for_whom_it_acts() -> None:
    """The steward at birth is that person."""
    assert not LEAD.is_agent
    assert LEAD.person == "lead@example"
    assert Caller(name="desk", via="http", on_behalf_of="dana").person == "dana"


@given(callers(), st.sampled_from(Role))
def test_a_role_is_held_or_asked_for(caller: Caller, role: Role) -> None:
    """An admin has every role; the message names the deed, the role and the way on."""
    if caller.roles & {role, Role.ADMIN}:
        require_role(caller, role, "propose")
    else:
        with pytest.raises(NotAllowed, match=f"may not propose: it needs the role {role.value}. Ask somebody"):
            require_role(caller, role, "propose")


@given(callers())
def test_only_a_person_with_the_role_decides_and_never_through_mcp(caller: Caller) -> None:
    """Agents never approve, on any surface; MCP has no approvals for anybody."""
    if caller.is_agent or caller.via == "mcp":
        with pytest.raises(InvalidApprover, match=r"^approver: is an agent\. Have an engineer decide"):
            require_approver(caller)
    elif not caller.roles & {Role.APPROVER, Role.ADMIN}:
        with pytest.raises(NotAllowed, match="role approver"):
            require_approver(caller)
    else:
        require_approver(caller)


@pytest.mark.parametrize(("policy", "trust"), list(product(FourEyes, TrustMode)))
def test_four_eyes_hold_where_they_are_on_and_on_auto_where_identities_are_known(
    policy: FourEyes, trust: TrustMode
) -> None:
    """The approver differs from the proposer and from the person on whose behalf it was proposed."""
    on = policy is FourEyes.ON or (policy is FourEyes.AUTO and trust is TrustMode.TEAM)
    approver = Caller(name="dana", via="web", trust=trust)
    for proposed_by, on_behalf_of in (("dana", None), ("agent:opencode", "dana"), ("agent:opencode", " DANA ")):
        if on:
            with pytest.raises(NotAllowed, match=r"^dana proposed this and cannot approve it: four eyes\. Ask another"):
                require_four_eyes(policy, approver, proposed_by, on_behalf_of)
        else:
            require_four_eyes(policy, approver, proposed_by, on_behalf_of)
    require_four_eyes(policy, approver, "agent:opencode", "robin")
    require_four_eyes(policy, approver, "robin", None)


@pytest.mark.parametrize(
    ("approver", "proposer"),
    [
        (Caller(name="Jose\u0301", via="web"), "Jos\u00e9"),
        (Caller(name="desk", via="web", on_behalf_of="dana"), "dana"),
        (Caller(name="\uff44ana", via="web"), "dana"),
    ],
)
def test_four_eyes_are_not_deceived_by_spelling_or_by_a_deputy(approver: Caller, proposer: str) -> None:
    """One person in two spellings, or behind another name, is still one pair of eyes."""
    with pytest.raises(NotAllowed, match="four eyes"):
        require_four_eyes(FourEyes.ON, approver, proposer, None)


@given(callers(), st.none() | st.sampled_from(["dana", "lead@example", "agent:opencode"]))
def test_a_steward_s_deeds_are_the_steward_s_or_an_approver_s(caller: Caller, steward: str | None) -> None:
    """Over MCP, and for an agent anywhere, only stewardship counts, never the approver's role."""
    own = steward is not None and steward in (caller.name, caller.on_behalf_of)
    person = not caller.is_agent and caller.via != "mcp"
    if own or (person and caller.roles & {Role.APPROVER, Role.ADMIN}):
        require_stewardship(caller, steward, "archived")
    else:
        with pytest.raises(NotAllowed, match=rf"not the steward \({steward or 'nobody'}\) .*Ask the steward"):
            require_stewardship(caller, steward, "archived")


def test_an_agent_acts_for_its_person_as_steward_and_for_nobody_else() -> None:
    """It verifies what its person answers for; the event says `via agent`."""
    require_stewardship(AGENT, "Dana", "verified")
    with pytest.raises(NotAllowed):
        require_stewardship(AGENT, "robin", "verified")
    require_stewardship(LEAD, "robin", "verified")


def test_only_a_person_with_the_admin_role_erases() -> None:
    """Rule: redact is an admin's; an agent never does it, whatever its roles, on any surface."""
    admin = Caller(name="kim", via="cli", roles=frozenset({Role.ADMIN}))
    require_admin(admin, "redact")
    for agent in (attrs.evolve(admin, name="agent:opencode"), attrs.evolve(admin, via="mcp")):
        with pytest.raises(NotAllowed, match="an agent never does"):
            require_admin(agent, "redact")
    with pytest.raises(NotAllowed, match="needs the role admin"):
        require_admin(attrs.evolve(admin, roles=frozenset({Role.APPROVER})), "redact")


def test_an_approver_alone_transfers_nothing() -> None:
    """Rule: stewardship moves by the steward's word or an admin's; over MCP by the steward's alone."""
    approver = Caller(name="kim", via="cli", roles=frozenset({Role.APPROVER}))
    with pytest.raises(NotAllowed, match="is not the steward"):
        require_stewardship(approver, "dana", "transferred", Role.ADMIN)
    require_stewardship(attrs.evolve(approver, name="dana", via="mcp"), "dana", "transferred", Role.ADMIN)
    admin = attrs.evolve(approver, roles=frozenset({Role.ADMIN}))
    require_stewardship(admin, "dana", "transferred", Role.ADMIN)
    with pytest.raises(NotAllowed):
        require_stewardship(attrs.evolve(admin, via="mcp"), "dana", "transferred", Role.ADMIN)


def test_whose_word_a_caller_s_is() -> None:
    """Rule: a person counts once, through whichever agent; an agent that acts alone counts as itself."""
    assert Caller(name="agent:opencode", via="mcp", on_behalf_of="dana").speaker == "dana"
    assert Caller(name="agent:opencode", via="mcp").speaker == "agent:opencode"
    assert Caller(name="dana", via="cli").speaker == "dana"
