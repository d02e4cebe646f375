"""Facts about individual engineers: the memory knows teams and systems, never persons."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusion import Certainty, Exclusion, ExclusionReason
from firm_memory.domain.exclusions.person import chinese, contacts, english, english_names, russian
from firm_memory.domain.exclusions.phrasing import CONDITIONAL

_WHY: Final = "this says something of an individual engineer, and the memory knows teams and systems, never persons"
_INSTEAD: Final = "Name the team, the role or the system it is about, or leave it out"


def _person(rule: str, certainty: Certainty, patterns: tuple[str, ...], harmless: tuple[str, ...] = ()) -> Exclusion:
    return Exclusion(
        rule=f"individual.{rule}",
        reason=ExclusionReason.INDIVIDUAL,
        certainty=certainty,
        why=_WHY,
        instead=_INSTEAD,
        patterns=patterns,
        harmless=harmless,
    )


_SURE, _UNSURE = Certainty.CERTAIN, Certainty.SUSPICIOUS

INDIVIDUALS: Final[tuple[Exclusion, ...]] = (
    _person("private_matter", _SURE, english.PRIVATE_MATTER),
    _person("perhaps_private", _UNSURE, english.PERHAPS_PRIVATE, english.NO_CONDUCT),
    _person("role_of_one", _UNSURE, english.ROLE_OF_ONE, CONDITIONAL),
    _person("his_or_her", _UNSURE, english.HIS_OR_HER),
    _person("conduct", _UNSURE, english.CONDUCT),
    _person("indispensable", _UNSURE, english.ONLY_ONE, english.NO_ONE),
    _person("named", _UNSURE, english_names.NAMED, english_names.NOT_NAMED),
    _person("pronoun", _UNSURE, english.HE_OR_SHE),
    _person("private_russian", _SURE, russian.PRIVATE, russian.NO_NAME),
    _person("conduct_russian", _UNSURE, russian.CONDUCT, russian.NO_NAME),
    _person("named_russian", _UNSURE, russian.NAMED, russian.NO_NAME),
    _person("conduct_chinese", _UNSURE, chinese.CONDUCT, chinese.NO_NAME),
    _person("named_chinese", _UNSURE, (*chinese.ASKED, *chinese.PRONOUN), chinese.NO_NAME),
    _person("named_address", _SURE, contacts.NAMED_ADDRESS, contacts.SHARED_ADDRESS),
    _person("address", _UNSURE, (contacts.ADDRESS,), contacts.SHARED_ADDRESS),
    _person("telephone", _UNSURE, contacts.TELEPHONE, contacts.TELEPHONE_OF_ALL),
    _person("messenger", _UNSURE, contacts.MESSENGER),
    _person("handle", _UNSURE, (contacts.HANDLE,), contacts.NO_HANDLE),
)
