"""What a tool answers: a text and a structure that each stand alone, and how the answer was made."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, cast

import attrs

from firm_memory.domain.errors import FirmMemoryError, InvalidField
from firm_memory.domain.exclusion import Finding, Refused
from firm_memory.domain.label import NOTE, Label, Reason
from firm_memory.domain.text import encodable

Structure = dict[str, object]
READER_NOTE: Final = f"{NOTE} Report a wrong memory with memory_correct."

_MEANINGS: Final = {
    Reason.EMPTY_QUERY: "the query is blank",
    Reason.EMPTY_STORE: "nothing has been approved yet, in any scope",
    Reason.NO_MATCH: "the memory works and holds nothing that fits in the asked scope",
    Reason.TIMEOUT: "the memory did not answer in time; this does not mean that nothing fits",
    Reason.UNAVAILABLE: "the memory cannot be reached; this does not mean that nothing fits",
    Reason.WARMING_UP: "the memory is still loading; ask again in a moment",
    Reason.FINGERPRINT_MISMATCH: "the store was filled by another model: found by words only",
    Reason.CIRCUIT_OPEN: "the memory timed out repeatedly and is left alone for a moment",
    Reason.CONFIG: "the configuration is unusable (firm-memory doctor tells why)",
    Reason.QUERY_TRUNCATED: "the query was cut to its first and last part",
    Reason.LIMIT_CLAMPED: "limit or max_tokens was brought into its range",
    Reason.EMBEDDING_INVALID: "the model gave no usable vector",
    Reason.OUTSIDE_SCOPE: "it exists outside the asked scope",
}


@attrs.frozen(kw_only=True)
class Answer:
    """A tool's answer. `error` marks a refused write or a usage error; a read that failed is no error."""

    text: str
    structure: Structure
    error: bool = False

    def encodable(self) -> Answer:
        """The same answer with every string fit for UTF-8: unpaired surrogates become U+FFFD."""
        structure = cast("Structure", encodable_value(self.structure))
        return Answer(text=encodable(self.text), structure=structure, error=self.error)


def encodable_value(value: object) -> object:
    """A JSON value with every string in it, keys too, fit for UTF-8."""
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, Mapping):
        return {
            encodable(str(key)): encodable_value(each) for key, each in cast("Mapping[object, object]", value).items()
        }
    if isinstance(value, list | tuple):
        return [encodable_value(each) for each in cast("Sequence[object]", value)]
    return value


def label_structure(label: Label) -> Structure:
    """How the answer was made, for programs."""
    return {
        "mode": label.mode.value,
        "degraded": label.degraded,
        "reason": label.reason.value if label.reason else None,
        "reasons": [reason.value for reason in label.reasons],
    }


def label_text(label: Label) -> str:
    """How the answer was made, for readers: mode, and every reason with its meaning."""
    state = " · degraded" if label.degraded else ""
    return f"{label.mode.value}{state}" + "".join(f" · {each.value}: {_MEANINGS[each]}" for each in label.reasons)


def empty_read(reason: Reason) -> Answer:
    """The answer of a read that could not be made: empty, labelled, and no error."""
    label = Label(reasons=(reason,))
    return Answer(
        text=f"Nothing to show ({label_text(label)}).", structure={**label_structure(label), "note": READER_NOTE}
    )


def refusal(error: FirmMemoryError, message: str) -> Answer:
    """The error answer for something refused or failed; `message` is the presentable form of the error."""
    rule = error.finding.exclusion.rule if isinstance(error, Refused) else rule_of(error)
    structure: Structure = {"rule": rule, "error": message}
    if isinstance(error, Refused):
        structure |= finding_structure(error.finding)
    elif isinstance(error, InvalidField):
        structure["field"] = error.field
    return Answer(text=f"Refused [{rule}]: {message}", structure=structure, error=True)


def finding_structure(finding: Finding) -> Structure:
    """Where a text broke which exclusion, why, and what to do instead."""
    return {
        "field": finding.field,
        "span": [finding.start, finding.end],
        "why": finding.exclusion.why,
        "instead": finding.exclusion.instead,
    }


def rule_of(error: BaseException) -> str:
    """The rule id of an error: its class in snake case, such as `store_unavailable`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(error).__name__).lower()
