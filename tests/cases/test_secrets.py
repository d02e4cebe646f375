"""Secrets: what was let in once is taken out again."""

from __future__ import annotations

import attrs
import pytest

from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import NotAllowed
from firm_memory.domain.principal import Caller
from firm_memory.features.firm import Firm
from tests.cases.firms import F0
from tests.cases.notation import given


def test_bug_secrets_10_old_secret_already_stored(firm: Firm, f0: F0) -> None:
    """Redact takes the words out of record, history, queue and store; a tombstone says who and when. It needs a person.

    Export comes with a later part.
    """
    memory = f0.ids[given("bug-secrets-10")["id"]]
    words = firm.memory(memory).content
    agent = attrs.evolve(firm.at("oms"), caller=Caller(name="agent:opencode", via="mcp", on_behalf_of="admin"))
    with pytest.raises(NotAllowed, match="an agent never does"):
        agent.redact(memory, reason="a password had slipped in")
    assert firm.memory(memory).content == words
    firm.at("oms").redact(memory, reason="a password had slipped in", by="admin")
    records, stored = firm.container.records(), firm.stored(memory)
    told = [*records.ledger.sealed(), *records.ledger.events(), *records.queue.every(), stored]
    assert words not in repr(told)
    assert stored == firm.memory(memory)
    redaction = firm.memory(memory).redaction
    assert redaction is not None
    assert (redaction.by, redaction.reason) == ("admin", "a password had slipped in")
    report = verify_chain(records.ledger.sealed())
    assert (report.problem, report.redacted) == (None, ((1, 2),))
