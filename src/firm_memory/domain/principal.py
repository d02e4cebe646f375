"""Who asks, through which surface, and what that allows. Identity never decides what a recall returns."""

from __future__ import annotations

import enum
from typing import Final

import attrs

from firm_memory.domain.errors import InvalidApprover, NotAllowed
from firm_memory.domain.text import comparison_key, require_name

AGENT_PREFIX: Final = "agent:"
POLICY: Final = "policy:auto-approve"
POLICY_VIA: Final = "policy"


def is_agent(name: str) -> bool:
    """Whether a principal of that name is a coding agent rather than a person or a policy."""
    return comparison_key(name).startswith(AGENT_PREFIX)


class Role(enum.Enum):
    """What a principal may do; mapped from groups where identities are authenticated."""

    READER = "reader"
    PROPOSER = "proposer"
    INGESTER = "ingester"
    APPROVER = "approver"
    ADMIN = "admin"


class TrustMode(enum.Enum):
    """`local`: nobody is authenticated. `team`: the server knows every principal."""

    LOCAL = "local"
    TEAM = "team"


class FourEyes(enum.Enum):
    """Whether approver and proposer must differ; `auto` means wherever identities are authenticated."""

    OFF = "off"
    ON = "on"
    AUTO = "auto"


@attrs.frozen(kw_only=True)
class Caller:
    """A principal as it acts: its name, on whose behalf, through which surface.

    `name` is `agent:<client>` for agents and the person's name otherwise; `via` is the surface
    (`cli`, `mcp`, `api`, `http`, `web`).
    """

    name: str
    via: str
    on_behalf_of: str | None = None
    roles: frozenset[Role] = frozenset(Role)
    trust: TrustMode = TrustMode.LOCAL

    def __attrs_post_init__(self) -> None:
        for field, value in (("principal", self.name), ("on_behalf_of", self.on_behalf_of)):
            if value is not None:
                require_name(field, value)

    @property
    def is_agent(self) -> bool:
        """Whether this is a coding agent rather than a person or a policy."""
        return is_agent(self.name)

    @property
    def person(self) -> str | None:
        """The person who answers for what this caller does; None for an agent acting alone."""
        return self.on_behalf_of or (None if self.is_agent else self.name)

    @property
    def speaker(self) -> str:
        """Whose word this caller's is: the person behind it, else the agent itself."""
        return self.person or self.name

    @property
    def through_agent(self) -> bool:
        """Whether an agent acts here: then a role counts for nothing that only a person may decide."""
        return self.is_agent or self.via == "mcp"

    def is_any_of(self, *names: str | None) -> bool:
        """Whether this caller, or whom it acts for, is named there; compared as texts are, not letter for letter."""
        own = {comparison_key(each) for each in (self.name, self.on_behalf_of) if each}
        return not own.isdisjoint(comparison_key(each) for each in names if each)


def require_role(caller: Caller, role: Role, deed: str) -> None:
    """Raise `NotAllowed` unless `caller` has `role` (an admin has every role)."""
    if role not in caller.roles and Role.ADMIN not in caller.roles:
        raise NotAllowed(f"{caller.name} may not {deed}: it needs the role {role.value}. Ask somebody who has it.")


def require_approver(caller: Caller) -> None:
    """Raise unless `caller` is a person with the approver role. Agents never approve, on any surface."""
    if caller.through_agent:
        raise InvalidApprover("approver", "is an agent", "Have an engineer decide with firm-memory review")
    if comparison_key(caller.name) == POLICY and caller.via != POLICY_VIA:
        raise InvalidApprover("approver", "is the policy's name", "Name the person who decides")
    require_role(caller, Role.APPROVER, "decide candidates")


def require_four_eyes(policy: FourEyes, caller: Caller, proposed_by: str, on_behalf_of: str | None) -> None:
    """The four-eyes rule, the one check used by every path: the approver is not the proposer.

    `auto` is on in the team trust mode, where identities are authenticated. Raises `NotAllowed`.
    """
    if policy is FourEyes.OFF or (policy is FourEyes.AUTO and caller.trust is TrustMode.LOCAL):
        return
    if caller.is_any_of(proposed_by, on_behalf_of):
        raise NotAllowed(f"{caller.name} proposed this and cannot approve it: four eyes. Ask another approver.")


def require_admin(caller: Caller, deed: str) -> None:
    """Raise `NotAllowed` unless `caller` is a person with the admin role. Agents never, on any surface."""
    if caller.through_agent:
        raise NotAllowed(f"{caller.name} may not {deed}: an agent never does. Have an administrator run firm-memory.")
    require_role(caller, Role.ADMIN, deed)


def require_stewardship(caller: Caller, steward: str | None, deed: str, role: Role = Role.APPROVER) -> None:
    """Raise `NotAllowed` unless `caller` is the steward, or has `role`. Over MCP only stewardship counts."""
    empowered = not caller.through_agent and not {role, Role.ADMIN}.isdisjoint(caller.roles)
    if not (caller.is_any_of(steward) or empowered):
        raise NotAllowed(
            f"{caller.name} is not the steward ({steward or 'nobody'}) and may not have it {deed}. Ask the steward."
        )
