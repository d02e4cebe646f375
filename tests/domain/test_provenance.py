from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain.errors import ForbiddenCharacter, InvalidField, InvalidProvenance, InvalidScope
from firm_memory.domain.provenance import ALSO_SEEN_MOST, REFERENCE_PREFIXES, Anchor, Provenance, SourceKind, kind_of
from tests.strategies import lines, provenances

SOUND = Provenance(kind=SourceKind.MR, reference="mr-4821", proposed_by="agent:opencode", on_behalf_of="dana")
PLACE = Anchor(repo="OMS", path="src/netting.py", symbol="Router.net")


@pytest.mark.parametrize(
    ("reference", "kind"),
    [
        ("mr-4821", SourceKind.MR),
        ("PR-12", SourceKind.MR),
        ("!4821", SourceKind.MR),
        ("issue-77", SourceKind.ISSUE),
        ("#77", SourceKind.ISSUE),
        ("adr-3", SourceKind.ADR),
        ("docs/adr/0003-ledger.md", SourceKind.ADR),
        ("rfc-o'hara", SourceKind.DOCUMENT),
        ("docs/netting.md", SourceKind.DOCUMENT),
        ("wiki-9", SourceKind.DOCUMENT),
        (" https://wiki.example.test/netting", SourceKind.DOCUMENT),
        ("INC-19", SourceKind.INCIDENT),
        ("postmortem-2026-05", SourceKind.INCIDENT),
        ("interview-desk-lead", SourceKind.INTERVIEW),
        ("import:remember", SourceKind.IMPORT),
        ("src/netting.py", SourceKind.OBSERVATION),
        ("said at lunch", SourceKind.OBSERVATION),
        ("", SourceKind.OBSERVATION),
    ],
)
def test_the_kind_is_read_off_the_documented_prefixes(reference: str, kind: SourceKind) -> None:
    """First match wins, in any case; what matches nothing is a single observation, the weakest kind."""
    assert kind_of(reference) is kind


def test_every_prefix_leads_to_its_kind_and_none_is_shadowed() -> None:
    """A prefix behind a shorter one of another kind would never be reached."""
    assert [(prefix, kind_of(f"{prefix}x")) for prefix, _ in REFERENCE_PREFIXES] == list(REFERENCE_PREFIXES)


@pytest.mark.parametrize(
    "reference",
    [
        "https://ci:{}@git.example.test/firm/oms",
        "https://{}@git.example.test/firm/oms",
        "see ssh://git:{}@git.example.test:22/x for it",
        "HTTPS://X:{}@git.example.test",
        "https://ci:{}/with-slash@git.example.test/x",
        "postgresql://u:{}@[2001:db8::7]/db",
    ],
)
def test_a_url_with_credentials_is_refused_and_not_repeated(reference: str) -> None:
    """Neither in the reference nor in a later one, and the message does not echo it."""
    token = "tok-" + "9f2"
    url = reference.format(token)
    changes: list[dict[str, Any]] = [{"reference": url}, {"also_seen": ("mr-1", url)}]
    for change in changes:
        (field,) = change
        with pytest.raises(InvalidProvenance, match=rf"^{field}: carries user info in a URL\. Give the URL") as refusal:
            attrs.evolve(SOUND, **change)
        assert token not in str(refusal.value)


@pytest.mark.parametrize(
    "reference",
    [
        "https://git.example.test:8443/@team/oms?mail=a@b.test",
        "http://[2001:db8::7]:8080/x@y",
        "https://git.example.test: the @mention",
        "dana@example.test",
        "rfc-o'hara",
        "docs/адр/7.md",
    ],
)
def test_an_at_sign_elsewhere_is_no_credential(reference: str) -> None:
    """In a path, a query, a mail address; ports and IPv6 hosts are no passwords."""
    assert attrs.evolve(SOUND, reference=reference).reference == reference


@pytest.mark.parametrize(
    ("change", "error", "field"),
    [
        ({"reference": ""}, InvalidProvenance, "reference"),
        ({"reference": "\u200b "}, InvalidProvenance, "reference"),
        ({"reference": "x" * 501}, InvalidProvenance, "reference"),
        ({"reference": "mr\x00"}, ForbiddenCharacter, "reference"),
        ({"also_seen": ("mr-1", " ")}, InvalidProvenance, "also_seen"),
        ({"evidence": "x" * 2_001}, InvalidProvenance, "evidence"),
        ({"evidence": "a\u2066"}, ForbiddenCharacter, "evidence"),
        ({"commit": "fixed it, see the chat"}, InvalidProvenance, "commit"),
        ({"commit": ""}, InvalidProvenance, "commit"),
        ({"doc_sha": "sha256:\x00"}, InvalidProvenance, "doc_sha"),
        ({"anchors": (PLACE,) * 65}, InvalidProvenance, "anchors"),
        ({"proposed_by": " "}, InvalidField, "proposed_by"),
        ({"on_behalf_of": ""}, InvalidField, "on_behalf_of"),
        ({"approved_by": "lead\n"}, InvalidField, "approved_by"),
        ({"proposed_by": "\ud83d"}, ForbiddenCharacter, "proposed_by"),
    ],
)
def test_a_broken_source_names_its_field(change: dict[str, Any], error: type[InvalidField], field: str) -> None:
    """What stands in a ledger event in the clear (commit, hash, names) is short, clean and on one line."""
    with pytest.raises(error) as refusal:
        attrs.evolve(SOUND, **change)
    assert (type(refusal.value), refusal.value.field) == (error, field)


@pytest.mark.parametrize("commit", ["c0ffee1", "a" * 64, "v1.2.3", "refs/heads/main", "sha256:00ff"])
def test_commits_tags_and_hashes_are_versions(commit: str) -> None:
    """As a forge writes them."""
    assert attrs.evolve(SOUND, commit=commit, doc_sha=commit).commit == commit


@pytest.mark.parametrize(
    ("change", "error", "field"),
    [
        ({"repo": ""}, InvalidScope, "anchors.repo"),
        ({"repo": "a\x00"}, ForbiddenCharacter, "anchors.repo"),
        ({"path": " "}, InvalidProvenance, "anchors.path"),
        ({"path": "x" * 501}, InvalidProvenance, "anchors.path"),
        ({"symbol": ""}, InvalidProvenance, "anchors.symbol"),
        ({"symbol": "x" * 501}, InvalidProvenance, "anchors.symbol"),
        ({"symbol": "a\u202e"}, ForbiddenCharacter, "anchors.symbol"),
    ],
)
def test_a_broken_anchor_names_its_field(change: dict[str, Any], error: type[InvalidField], field: str) -> None:
    """An anchor is a place: a repo's slug, a path, perhaps a symbol."""
    with pytest.raises(error) as refusal:
        attrs.evolve(PLACE, **change)
    assert refusal.value.field == field


def test_an_anchor_s_repo_is_a_slug_without_credentials() -> None:
    """It stands in the ledger in the clear, where nothing can be redacted."""
    token = "tok-" + "9f2"
    assert Anchor(repo=f"https://ci:{token}@git.example.test/Firm/OMS.git", path="a.py").repo == "firm/oms"
    assert PLACE.repo == "oms"


@given(provenances(), lines(), st.integers(1, 3))
def test_another_reference_is_remembered_once(source: Provenance, reference: str, times: int) -> None:
    """A re-run meets its own candidate and adds its reference; nothing that was known is lost or doubled."""
    seen = source
    for _ in range(times):
        seen = seen.seen_at(f"ci-{reference[:30]}")
    known = f"ci-{reference[:30]}" in (source.reference, *source.also_seen)
    assert seen.also_seen == (source.also_seen if known else (*source.also_seen, f"ci-{reference[:30]}"))
    assert seen.reference == source.reference
    assert source.seen_at(source.reference) is source


def test_sources_are_kept_up_to_a_hundred() -> None:
    """A nightly job must not grow a record for ever; what is known already never counts twice."""
    source = Provenance(kind=SourceKind.MR, reference="mr-0", proposed_by="ci")
    for number in range(2 * ALSO_SEEN_MOST):
        source = source.seen_at(f"mr-{number}")
    assert source.also_seen == tuple(f"mr-{number}" for number in range(1, ALSO_SEEN_MOST + 1))
