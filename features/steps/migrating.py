"""Moving in from a former system, or taking over an earlier pool."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

import attrs
import pytest
from pytest_bdd import given, parsers, then, when

from firm_memory.application.import_remember import FormerImported
from firm_memory.application.survey import Adopted
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.principal import Caller
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.stance import Stance, stances
from firm_memory.domain.status import MemoryStatus
from firm_memory.entrypoints.pools import former_memory, pool
from firm_memory.features.earlier_pool import EarlierPool
from firm_memory.features.firm import Firm
from firm_memory.features.remember_database import RememberedFirm
from firm_memory.features.steps.texts import TEXTS

if TYPE_CHECKING:
    import psycopg

ADMIN = Caller(name="olga", via="cli")
EXECUTION = MemoryScope(domains=("execution",))


@attrs.define
class House:
    """The place that the firm moves out of, as it stood before."""

    dsn: str
    connection: psycopg.Connection
    remembered: RememberedFirm | None = None
    before: list[tuple[object, ...]] = attrs.field(factory=list[tuple[object, ...]])
    entry: uuid.UUID | None = None
    entries: int = 0

    @property
    def former(self) -> RememberedFirm:
        """The former system, made when it is first spoken of."""
        self.remembered = self.remembered or RememberedFirm(self.connection)
        return self.remembered

    def rows(self) -> Mapping[uuid.UUID, object]:
        """The pool, as mem0 sees it."""
        return dict(cast("list[tuple[uuid.UUID, object]]", self._all("SELECT id, payload FROM mem0_firm")))

    def _all(self, statement: str) -> list[tuple[object, ...]]:
        return self.connection.execute(statement.encode()).fetchall()


@pytest.fixture
def house(postgres_dsn: str, postgres_connection: psycopg.Connection) -> House:
    """The place that the firm moves out of."""
    return House(dsn=postgres_dsn, connection=postgres_connection)


@given(parsers.re(r'^a former system in which "(?P<name>[^"]+)" kept "(?P<words>[^"]+)"(?:, (?P<status>\w+))?$'))
def a_former_system(firm: Firm, house: House, name: str, words: str, status: str | None) -> None:
    firm.memories.append(house.former.memory(words, name, status=status or "active"))


@given(parsers.parse('a former system in which "{name}" kept a forge token'))
def a_former_secret(firm: Firm, house: House, name: str) -> None:
    firm.memories.append(house.former.memory(TEXTS["a forge token"], name))


@given(parsers.parse('"{name}" confirmed it in the former system'))
def confirmed_there(firm: Firm, house: House, name: str) -> None:
    house.former.said(firm.subject, name)


@given(parsers.parse('"{name}" refuted it in the former system because "{reason}"'))
def refuted_there(firm: Firm, house: House, name: str, reason: str) -> None:
    house.former.said(firm.subject, name, f"Refuted: {reason}")


@given(parsers.parse('"{name}" had worded it "{words}" in the former system'))
def worded_there(firm: Firm, house: House, name: str, words: str) -> None:
    house.former.edited(firm.subject, name, words)


@given("the former system was imported")
@when("the former system is imported")
def is_imported(firm: Firm, house: House) -> None:
    house.before, house.entries = house.former.contents(), _entries(firm)
    former = former_memory(firm.container.postgres(), house.dsn)
    firm.attempt(lambda: firm.container.import_remember()(former, ADMIN, EXECUTION))


@given(parsers.parse('an earlier pool with "{words}", approved by "{name}"'))
def an_earlier_pool(firm: Firm, house: House, tmp_path: Path, words: str, name: str) -> None:
    firm.memories.append(_pool(house, tmp_path).add(words, approved_by=name))


@given(parsers.parse('an earlier pool with "{words}" for the repository "{repo}"'))
def an_earlier_pool_of(firm: Firm, house: House, tmp_path: Path, words: str, repo: str) -> None:
    firm.memories.append(_pool(house, tmp_path).add(words, scope_firm=None, **{f"repo__{repo}": True}))


@given("an entry of it that names no source")
def an_entry_without_source(house: House, tmp_path: Path) -> None:
    house.entry = _pool(house, tmp_path).add("Netting runs at six.", reference=None)


@given("the pool was adopted")
@when("the pool is adopted")
def is_adopted(firm: Firm, house: House) -> None:
    _adopt(firm, house, {})


@when(parsers.parse('the pool is adopted with "{old}" called "{new}"'))
def is_adopted_renamed(firm: Firm, house: House, old: str, new: str) -> None:
    _adopt(firm, house, {old: new})


@then(parsers.parse('the former memory waits for approval on behalf of "{name}"'))
def waits_on_behalf(firm: Firm, name: str) -> None:
    memory = firm.memory()
    assert (memory.status, memory.provenance.on_behalf_of, memory.steward) == (MemoryStatus.PROPOSED, name, name)


@then("it bears the id and the date that it had there")
def bears_id_and_date(firm: Firm, house: House) -> None:
    [(created_at,)] = house.connection.execute("SELECT created_at FROM memories WHERE id = %s", [firm.subject])
    memory = firm.memory()
    assert (memory.status, memory.created_at) == (MemoryStatus.ACTIVE, created_at)


@then("the import refuses it and names the rule")
def import_refuses(firm: Firm) -> None:
    [refused] = _imported(firm).candidates.refused
    assert str(firm.subject) in refused.place
    assert refused.rule


@then("nothing of the former memory is here")
def nothing_here(firm: Firm) -> None:
    assert firm.container.records().queue.get(firm.subject) is None
    assert _entries(firm) == 0


@then("the import lists it as left out")
def import_lists(firm: Firm) -> None:
    [left_out] = _imported(firm).left_out
    assert str(firm.subject) in left_out.place
    assert _entries(firm) == 0


@then("the import changes nothing")
def import_changes_nothing(firm: Firm, house: House) -> None:
    assert [each.id for each in _imported(firm).candidates.known] == [firm.subject]
    assert _entries(firm) == house.entries > 0


@then(parsers.parse('"{name}" counts as one who confirms it'))
def counts_as_confirming(firm: Firm, name: str) -> None:
    assert firm.error is None, firm.error
    assert firm.memory().confirmations == 1
    assert stances(firm.container.records().ledger.history(firm.subject)) == {name: Stance.CONFIRMED}


@then(parsers.parse('it is disputed, because "{name}" said "{reason}"'))
def disputed_because(firm: Firm, name: str, reason: str) -> None:
    memory = firm.memory()
    assert memory.status is MemoryStatus.DISPUTED
    assert [(flag.by, flag.reason) for flag in memory.flags] == [(name, reason)]


@then("it is disputed, and no one is named for it")
def disputed_by_nobody(firm: Firm) -> None:
    memory = firm.memory()
    assert (memory.status, [flag.by for flag in memory.flags]) == (MemoryStatus.DISPUTED, [""])


@then(parsers.parse('its history tells of "{words}", worded by "{name}"'))
def history_tells(firm: Firm, words: str, name: str) -> None:
    events = firm.container.records().ledger.history(firm.subject)
    told = [each for each in events if words in (each.reason or "")]
    assert [(each.kind, each.details["edited_by"]) for each in told] == [(EventKind.IMPORTED, name)]


@then("the former system is as it was")
def former_as_it_was(firm: Firm, house: House) -> None:
    assert _imported(firm).candidates.accepted
    assert house.former.contents() == house.before


@then(parsers.parse('its approver is still "{name}", and its history begins with the adoption'))
def approver_is_still(firm: Firm, name: str) -> None:
    assert firm.memory().provenance.approved_by == name
    [event] = firm.container.records().ledger.history(firm.subject)
    assert (event.kind, event.principal) == (EventKind.IMPORTED, ADMIN.name)


@then("the adoption changes nothing")
def adoption_changes_nothing(firm: Firm, house: House) -> None:
    assert _adopted(firm).already
    assert _entries(firm) == house.entries > 0


@then("the adoption names the entry and leaves it as it was")
def adoption_names(firm: Firm, house: House) -> None:
    assert house.entry is not None
    assert [each.place for each in _adopted(firm).left_out] == [str(house.entry)]
    assert [house.rows()[house.entry]] == [row[0] for row in house.before]


def _pool(house: House, room: Path) -> EarlierPool:
    return EarlierPool(dsn=house.dsn, mem0_dir=room)


def _adopt(firm: Firm, house: House, repos: Mapping[str, str]) -> None:
    """Adopt with the pool as the configured collection, beside the records of the Example's place."""
    if firm.environment["FIRM_MEMORY_PROVIDER"] != "mem0":
        firm.reassemble(FIRM_MEMORY_PROVIDER="mem0", FIRM_MEM0_PG_DSN=house.dsn)
    house.before = [(house.rows().get(house.entry),)] if house.entry else []
    house.entries = _entries(firm)
    firm.attempt(lambda: firm.container.adopt()(pool(firm.container.host()), ADMIN, repos=repos))


def _imported(firm: Firm) -> FormerImported:
    assert isinstance(firm.outcome, FormerImported), firm.error
    return firm.outcome


def _adopted(firm: Firm) -> Adopted:
    assert isinstance(firm.outcome, Adopted), firm.error
    return firm.outcome


def _entries(firm: Firm) -> int:
    return len(list(firm.container.records().ledger.sealed()))
