from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain.errors import EmptyScope, InvalidScope
from firm_memory.domain.scope import MemoryScope, normalise_domain, normalise_repo
from tests.strategies import domains, repos, scopes


@given(domains(), repos())
def test_normalising_a_name_again_changes_nothing(domain: str, repo: str) -> None:
    """Names are stored normalised and normalised again when read back, so that must be the identity."""
    assert normalise_domain(normalise_domain(domain)) == normalise_domain(domain)
    assert normalise_repo(normalise_repo(repo)) == normalise_repo(repo)


@given(st.booleans(), st.lists(domains(), min_size=1, max_size=4), st.lists(repos(), max_size=4))
def test_order_and_duplicates_do_not_matter(firm: bool, areas: list[str], names: list[str]) -> None:  # noqa: FBT001 -- drawn
    """A scope is a set of independent attributes: shuffled and doubled names make the same scope."""
    scope = MemoryScope(firm=firm, domains=tuple(areas), repos=tuple(names))
    again = MemoryScope(firm=firm, domains=tuple(reversed(areas * 2)), repos=tuple(sorted(names * 2)))
    assert scope == again
    assert hash(scope) == hash(again)
    assert list(scope.domains) == sorted(set(scope.domains))
    assert list(scope.repos) == sorted(set(scope.repos))


@given(scopes())
def test_a_scope_can_be_read_off_its_atoms(scope: MemoryScope) -> None:
    """The atoms (`firm`, `domain:x`, `repo:y`) hold all of a scope, so a store may keep them alone."""
    areas = tuple(atom.removeprefix("domain:") for atom in scope.atoms if atom.startswith("domain:"))
    names = tuple(atom.removeprefix("repo:") for atom in scope.atoms if atom.startswith("repo:"))
    assert MemoryScope(firm="firm" in scope.atoms, domains=areas, repos=names) == scope
    assert len(scope.atoms) == scope.firm + len(scope.domains) + len(scope.repos)


@given(scopes())
def test_a_scope_comes_back_from_its_mapping(scope: MemoryScope) -> None:
    """The JSON form is `{"firm": …, "domains": […], "repos": […]}`, every key optional."""
    full = {"firm": scope.firm, "domains": list(scope.domains), "repos": list(scope.repos)}
    assert MemoryScope.from_mapping(full) == scope
    assert MemoryScope.from_mapping({key: value for key, value in full.items() if value}) == scope


@given(scopes(), scopes())
def test_seeing_is_symmetric_and_means_a_shared_atom(one: MemoryScope, other: MemoryScope) -> None:
    """A memory is visible to a query whose atoms it shares, and to no other."""
    assert one.sees(one)
    assert one.sees(other) == other.sees(one) == bool(one.atoms & other.atoms)


@given(scopes(), scopes(), scopes())
def test_a_wider_scope_sees_all_that_a_narrower_one_sees(
    scope: MemoryScope, more: MemoryScope, memory: MemoryScope
) -> None:
    """Seeing is monotone: adding names to a question never hides a memory."""
    wider = MemoryScope(
        firm=scope.firm or more.firm, domains=scope.domains + more.domains, repos=scope.repos + more.repos
    )
    assert wider.sees(memory) == (scope.sees(memory) or more.sees(memory))


@given(st.none() | repos(), st.lists(domains(), max_size=3))
def test_an_asked_scope_is_the_firm_and_what_was_named_and_nothing_else(repo: str | None, areas: list[str]) -> None:
    """A query always includes the firm; an absent repo or an empty list never widens it."""
    asked = MemoryScope.asked(repo=repo, domains=areas)
    named = {f"domain:{normalise_domain(area)}" for area in areas} | (
        {f"repo:{normalise_repo(repo)}"} if repo else set()
    )
    assert asked.atoms == {"firm"} | named


def test_nothing_asked_means_the_firm_only() -> None:
    """An empty list, an empty repo and no argument at all are the same narrow question."""
    assert MemoryScope.asked().atoms == {"firm"}
    assert MemoryScope.asked(repo="", domains=[]) == MemoryScope(firm=True)
    assert not MemoryScope.asked().sees(MemoryScope(repos=("oms",)))


@pytest.mark.parametrize("axis", ["engineer", "team", "user", "repo", "Firm", ""])
def test_another_axis_is_refused_by_name(axis: str) -> None:
    """There is no axis for a person or a team; a wrong key is never dropped in silence."""
    with pytest.raises(InvalidScope) as refusal:
        MemoryScope.from_mapping({"firm": True, axis: ["dana"]})
    assert refusal.value.field == f"scope.{axis}"
    assert "Use firm, domains, repos" in str(refusal.value)


@pytest.mark.parametrize("value", [1, 0, "true", "false", None, [True]])
def test_firm_is_a_boolean_and_nothing_that_python_takes_for_one(value: object) -> None:
    """`"false"` is true to Python, and would make a memory firm-wide."""
    with pytest.raises(InvalidScope, match=r"^scope\.firm: is not true or false"):
        MemoryScope.from_mapping({"firm": value, "repos": ["oms"]})


@pytest.mark.parametrize("axis", ["domains", "repos"])
@pytest.mark.parametrize("value", ["oms", b"oms", None, 7, {"oms": True}, ["oms", 7], ["oms", None]])
def test_names_are_a_list_of_texts(axis: str, value: object) -> None:
    """A lone text is refused: Python would read it letter by letter."""
    with pytest.raises(InvalidScope, match=rf'^scope\.{axis}: is not a list of names\. .*"{axis}"'):
        MemoryScope.from_mapping({axis: value})


def test_a_forgotten_comma_is_refused_at_construction_too() -> None:
    """`repos=("oms")` is a text to Python, not a tuple; it must not become the repos m, o and s."""
    with pytest.raises(InvalidScope, match=r"^scope\.repos: is not a list"):
        MemoryScope(repos="oms")
    with pytest.raises(InvalidScope, match=r"^scope\.domains: is not a list"):
        MemoryScope.asked(domains="execution")
    assert MemoryScope(repos={"oms", "OMS"}).repos == ("oms",)


def test_a_scope_names_something() -> None:
    """A memory belongs to the firm, to domains or to repos; an empty scope is an error of its own."""
    empties: list[dict[str, object]] = [{}, {"firm": False}, {"domains": [], "repos": []}]
    for empty in empties:
        with pytest.raises(EmptyScope, match=r"^scope: names nothing\. Name firm"):
            MemoryScope.from_mapping(empty)


@pytest.mark.parametrize(
    "name", ["", "  ", "\u200b", "a,b", "a\uff0cb", "a\nb", "a\tb", "a\x1fb", "a\u2028b", "x" * 201, "\ufdfa" * 20]
)
def test_an_unusable_domain_is_refused(name: str) -> None:
    """Blank, too long (also once folded), or with a comma, a line break or a control character."""
    with pytest.raises(InvalidScope, match=r"^scope\.domains: .* not usable\. Give a name of 1 to 200 characters"):
        MemoryScope(domains=(name,))


@pytest.mark.parametrize("name", ["", " / ", ".git", "..", "firm/a,b", "firm/\x07oms", "x/" * 101, "https://git.test"])
def test_an_unusable_repo_is_refused(name: str) -> None:
    """What leaves no slug, or one that lists and logs could not carry."""
    with pytest.raises(InvalidScope, match=r"^scope\.repos: .* not usable"):
        MemoryScope(repos=(name,))


def test_a_hidden_character_in_a_name_is_refused_by_its_field() -> None:
    """Names follow the rules of every other text."""
    with pytest.raises(InvalidScope.__mro__[1], match=r"^scope\.domains: hidden_characters: U\+202E"):
        MemoryScope(domains=("risk\u202e",))


def test_a_pasted_remote_becomes_its_slug_without_credentials() -> None:
    """Credentials never survive into a slug, an error or a record, even where a person pastes a whole URL."""
    token = "tok-" + "9f2"
    scope = MemoryScope(repos=(f"https://ci:{token}@git.example.test:8443/Firm/OMS.git",))
    assert scope.repos == ("firm/oms",)
    with pytest.raises(InvalidScope) as refusal:
        MemoryScope(repos=(f"https://ci:{token}@git.example.test/firm/a,b",))
    assert token not in str(refusal.value)


def test_at_most_64_names_an_axis() -> None:
    """More than that is the firm."""
    assert len(MemoryScope(repos=tuple(f"r{number}" for number in range(64))).repos) == 64
    with pytest.raises(InvalidScope, match=r"^scope\.repos: 65 names\. Name at most 64, or use firm"):
        MemoryScope(repos=tuple(f"r{number}" for number in range(65)))


def test_composed_and_decomposed_names_are_one_name() -> None:
    """The same word typed on two systems is the same domain and the same repo."""
    assert MemoryScope(domains=("g\u00e9n\u00e8ve",)) == MemoryScope(domains=("ge\u0301ne\u0300ve ",))
    assert MemoryScope(repos=("caf\u00e9",)) == MemoryScope(repos=("CAFE\u0301",))
    assert MemoryScope(domains=("fixed  income",)) == MemoryScope(domains=("Fixed\u00a0Income",))
