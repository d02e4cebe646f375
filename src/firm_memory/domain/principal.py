"""Who asks, through which surface, and what that allows. Identity never decides what a recall returns."""

from __future__ import annotations

import enum
from typing import Final

import attrs

from firm_memory.domain.errors import InvalidApprover, InvalidField, NotAllowed
from firm_memory.domain.text import require_clean

AGENT_PREFIX: Final = "agent:"
POLICY: Final = "policy:auto-approve"
_NAME_LIMIT: Final = 200


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
            if value is None:
                continue
            require_clean(field, value)
            if not value.strip() or len(value) > _NAME_LIMIT:
                raise InvalidField(field, "is blank or too long", f"Give a name of 1 to {_NAME_LIMIT} characters")

    @property
    def is_agent(self) -> bool:
        """Whether this is a coding agent rather than a person or a policy."""
        return self.name.strip().casefold().startswith(AGENT_PREFIX)

    @property
    def person(self) -> str | None:
        """The person who answers for what this caller does; None for an agent acting alone."""
        return self.on_behalf_of or (None if self.is_agent else self.name)


def require_role(caller: Caller, role: Role, deed: str) -> None:
    """Raise `NotAllowed` unless `caller` has `role` (an admin has every role)."""
    if role not in caller.roles and Role.ADMIN not in caller.roles:
        raise NotAllowed(f"{caller.name} may not {deed}: it needs the role {role.value}. Ask an {role.value}.")


def require_approver(caller: Caller) -> None:
    """Raise unless `caller` is a person with the approver role. Agents never approve, on any surface."""
    if caller.is_agent or caller.via == "mcp":
        raise InvalidApprover("approver", "is an agent", "Have an engineer decide with firm-memory review")
    require_role(caller, Role.APPROVER, "decide candidates")


def require_four_eyes(policy: FourEyes, caller: Caller, proposed_by: str, on_behalf_of: str | None) -> None:
    """The four-eyes rule, the one check used by every path: the approver is not the proposer.

    `auto` is on in the team trust mode, where identities are authenticated. Raises `NotAllowed`.
    """
    if policy is FourEyes.OFF or (policy is FourEyes.AUTO and caller.trust is TrustMode.LOCAL):
        return
    proposers = {each.strip().casefold() for each in (proposed_by, on_behalf_of) if each}
    if caller.name.strip().casefold() in proposers:
        raise NotAllowed(f"{caller.name} proposed this and cannot approve it: four eyes. Ask another approver.")
