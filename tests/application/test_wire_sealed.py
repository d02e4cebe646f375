from __future__ import annotations

import json
import uuid
from datetime import UTC, datetime
from typing import Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.application.sealing import seal, unseal
from firm_memory.domain.candidate import Candidacy, Decision, Notice, Record, Ruling, Verdict
from firm_memory.domain.chain import GENESIS, chain_hash, verify_chain
from firm_memory.domain.errors import RecordsDamaged
from firm_memory.domain.ledger import Change, EventKind, Sealed, SealedText, text_digest
from firm_memory.domain.memory import Flag, FlagKind, Memory
from firm_memory.domain.principal import Caller, TrustMode
from firm_memory.domain.provenance import Anchor, Provenance, SourceKind
from firm_memory.domain.redaction import REDACTED
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from tests.strategies import FEW, changes

AT: Final = datetime(2026, 5, 4, 10, 0, 0, 5, tzinfo=UTC)
SALT: Final = "00112233445566778899aabbccddeeff"
SPARE: Final = Memory(
    id=uuid.UUID(int=1),
    content="Orders after 15:20 go to netting.",
    type=MemoryType.BUSINESS_RULE,
    scope=MemoryScope(repos=("oms",)),
    confidence=0.7,
    provenance=Provenance(kind=SourceKind.MR, reference="mr-4821", proposed_by="agent:opencode"),
    created_at=AT,
    updated_at=AT,
)


@FEW
@given(changes(), st.integers(1, 10**6), st.booleans())
def test_a_sealed_change_reads_back_as_it_was(change: Change, seq: int, stored: bool) -> None:  # noqa: FBT001 -- drawn
    """Who, when, what and every resulting record; the entry holds its own hash."""
    sealed = seal(change, seq, GENESIS)
    event = unseal(sealed, stored=stored)
    assert (event.seq, event.hash, event.kind, event.occurred_at) == (seq, sealed.hash, change.kind, change.occurred_at)
    caller = change.caller
    assert (event.principal, event.on_behalf_of, event.via) == (caller.name, caller.on_behalf_of, caller.via)
    assert (event.trust, event.stored) == (caller.trust.value, stored)
    assert event.records == tuple(attrs.evolve(record, stored=stored) for record in change.records)
    assert sealed.hash == chain_hash(GENESIS, seq, sealed.body)
    assert seal(change, seq, GENESIS) == sealed


@FEW
@given(st.lists(changes(), min_size=1, max_size=2))
def test_sealed_changes_form_a_chain_that_holds(several: list[Change]) -> None:
    """Every text that a body names is there and matches, and no other."""
    entries, previous = [], GENESIS
    for seq, change in enumerate(several, start=1):
        entries.append(seal(change, seq, previous))
        previous = entries[-1].hash
    assert verify_chain(entries, previous).ok


WORDS: Final = st.text("жщцюяфэ", min_size=6, max_size=12)


@given(st.lists(WORDS, min_size=11, max_size=11, unique=True))
def test_no_word_of_a_free_text_stands_in_the_body(words: list[str]) -> None:
    """Free text is there only as a salted digest, so that redaction leaves the chain valid."""
    content, title, summary, tag, reference, seen, evidence, path, symbol, flagged, rejected = words
    source = Provenance(
        kind=SourceKind.MR,
        reference=reference,
        also_seen=(seen,),
        evidence=f"«{evidence}»",
        anchors=(Anchor(repo="oms", path=path, symbol=symbol),),
        proposed_by="dana",
    )
    flag = Flag(kind=FlagKind.CORRECTION, by="robin", reason=f"not {flagged}", at=AT)
    memory = attrs.evolve(
        SPARE, content=f"a {content}.", title=title, summary=summary, tags=(tag,), provenance=source, flags=(flag,)
    )
    decision = Decision(verdict=Verdict.REJECTED, by="lead", at=AT, reason=rejected, revision=2)
    candidacy = Candidacy(ruling=Ruling(automatic=False, reason="a person decides"), decision=decision)
    change = Change(
        kind=EventKind.REJECTED,
        caller=Caller(name="lead", via="web"),
        occurred_at=AT,
        records=(Record(memory=memory, candidacy=candidacy),),
        salt=SALT,
    )
    sealed = seal(change, 1, GENESIS)
    assert not [word for word in words if word in sealed.body.casefold()]
    assert {text.text for text in sealed.texts.values()} >= {f"a {content}.", path, f"not {flagged}", rejected}
    assert len(sealed.texts) == len(words)


@FEW
@given(changes(), st.data())
def test_a_redacted_text_reads_as_redacted_and_the_rest_as_it_was(change: Change, data: st.DataObject) -> None:
    """Any of an event's texts may be erased, even all of them: the event still reads, and the chain still holds."""
    sealed = seal(change, 1, GENESIS)
    erased = data.draw(st.sets(st.sampled_from(sorted(sealed.texts)), min_size=1))
    gone = SealedText(salt=None, text=None, redacted_by=2)
    texts = {digest: gone if digest in erased else text for digest, text in sealed.texts.items()}
    redacted = attrs.evolve(sealed, texts=texts)
    event = unseal(redacted, stored=True)
    for before, after in zip(change.records, event.records, strict=True):
        hidden = text_digest(change.salt, before.memory.content) in erased
        assert after.memory.content == (REDACTED if hidden else before.memory.content)
        assert (after.id, after.memory.scope, after.memory.revision) == (
            before.id,
            before.memory.scope,
            before.memory.revision,
        )
    redaction = seal(attrs.evolve(change, kind=EventKind.REDACTED), 2, sealed.hash)
    assert verify_chain([redacted, redaction]).redacted == ((1, 2),)


PINNED_BODY: Final = (
    '{"kind":"approved","occurred_at":"2026-05-04T10:00:00.000005Z",'
    '"principal":"lead@example","records":[{"candidacy":{"decision":{"at":"2026-05-04T10:00:00.000005Z",'
    '"by":"lead@example","revision":2,"verdict":"approved"},"notices":[{"rule":"unknown_scope",'
    '"why":"no memory uses the repo \'oms\' yet"}],"ruling":{"automatic":false,'
    '"reason":"business_rules always needs a person"}},"memory":{"confidence":0.7,'
    '"content":{"$text":"sha256:f75ac698b49108c6012cb6790e8342034441d67a1339f9fbe815a02b0b8fbdba"},'
    '"created_at":"2026-05-04T10:00:00.000005Z","id":"00000000-0000-0000-0000-000000000001",'
    '"provenance":{"anchors":[{"path":{"$text":"sha256:5d3573611adf4cb8a4dd3c7b33aecd22c188e51ae97f062976204d864841383b"},'
    '"repo":"oms",'
    '"symbol":{"$text":"sha256:c0a340a620ca3276f79df365fb4271ecef647becae6e0fe5296a833cf98a8a8d"}}],'
    '"approved_at":"2026-05-04T10:00:00.000005Z","approved_by":"lead@example","commit":"c0ffee1",'
    '"kind":"mr","on_behalf_of":"dana","proposed_by":"agent:opencode",'
    '"reference":{"$text":"sha256:4739427b5f1873a2885fd19ebe1a669d500a731373b1c45396ce5e5569b1a421"}},'
    '"revision":2,"scope":{"domains":["execution"],"firm":true,"repos":["oms","quant/gateway"]},'
    '"status":"active","steward":"dana","supersedes":"00000000-0000-0000-0000-000000000009",'
    '"tags":[{"$text":"sha256:6b92e842f73753fff3ae05b46005cdd24a3bf5bf3dac5c2abf55fcef3e8e1119"}],'
    '"tier":"durable",'
    '"title":{"$text":"sha256:0f40d41ab15f8eb8a599d30edfd943b06600916abd8da8e2cda88d94cd0a20a3"},'
    '"type":"business_rules","updated_at":"2026-05-04T10:00:00.000005Z"}}],"seq":7,"trust":"team","v":1,'
    '"via":"web"}'
)


def test_the_bytes_of_an_event_are_pinned() -> None:
    """Identical in files, Postgres and export, for ever: a change of these bytes is a new schema version."""
    memory = attrs.evolve(
        SPARE,
        status=MemoryStatus.ACTIVE,
        title="Cut-off",
        scope=MemoryScope(firm=True, domains=("execution",), repos=("oms", "quant/gateway")),
        tags=("netting",),
        steward="dana",
        revision=2,
        supersedes=uuid.UUID(int=9),
        provenance=attrs.evolve(
            SPARE.provenance,
            on_behalf_of="dana",
            commit="c0ffee1",
            anchors=(Anchor(repo="oms", path="src/netting.py", symbol="Router.net"),),
            approved_by="lead@example",
            approved_at=AT,
        ),
    )
    candidacy = Candidacy(
        ruling=Ruling(automatic=False, reason="business_rules always needs a person"),
        notices=(Notice(rule="unknown_scope", why="no memory uses the repo 'oms' yet"),),
        decision=Decision(verdict=Verdict.APPROVED, by="lead@example", at=AT, revision=2),
    )
    change = Change(
        kind=EventKind.APPROVED,
        caller=Caller(name="lead@example", via="web", trust=TrustMode.TEAM),
        occurred_at=AT,
        records=(Record(memory=memory, candidacy=candidacy, stored=False),),
        salt=SALT,
    )
    sealed = seal(change, 7, "ab" * 32)
    assert sealed.body == PINNED_BODY
    assert sealed.hash == "e4ebf74578b55fab112388283323be6c53c8f50376681b3b5e717831d0e82b7c"


@pytest.mark.parametrize(
    ("change", "says"),
    [({"v": 2}, "Upgrade"), ({"v": None}, "Upgrade"), ({"mood": "good"}, "keys"), ({"via": ...}, "lacks some")],
)
def test_an_entry_of_another_schema_is_refused_and_says_why(change: dict[str, object], says: str) -> None:
    """A reader that does not know a form does not guess: it asks for the release that does."""
    body = {**json.loads(PINNED_BODY), **change}
    text = json.dumps({key: value for key, value in body.items() if value is not ...})
    with pytest.raises(RecordsDamaged, match=says):
        unseal(Sealed(seq=7, body=text, hash="0" * 64), stored=True)


def test_a_missing_text_is_damage_and_not_a_redaction() -> None:
    """Only a redaction, which the ledger knows of, may take a text away."""
    with pytest.raises(RecordsDamaged, match="lacks a text"):
        unseal(Sealed(seq=7, body=PINNED_BODY, hash="0" * 64), stored=True)
