"""The flat fields of an earlier pool's row, read strictly: an unusable one is named, never bent into shape."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final, cast

import attrs

from firm_memory.domain.errors import InvalidField
from firm_memory.domain.identity import read_id
from firm_memory.domain.moment import read_moment

_REMEDY: Final = "Correct the row, and adopt again"


def is_on(value: object) -> bool:
    """Whether a boolean of mem0's metadata is set: it keeps some of them as texts."""
    return value is True or value == "true"


@attrs.frozen
class Told:
    """A payload, field by field. What is absent, null or empty is None; what is of a wrong kind is `InvalidField`."""

    payload: Mapping[str, object]

    def text(self, field: str) -> str | None:
        """A text."""
        value = self.payload.get(field)
        if value is None or value == "":
            return None
        if not isinstance(value, str):
            raise InvalidField(field, "is no text", _REMEDY)
        return value

    def one_of(self, field: str, choices: Iterable[str]) -> str | None:
        """One of `choices`."""
        value = self.text(field)
        if value is not None and value not in choices:
            raise InvalidField(field, f"is none of {', '.join(choices)}", _REMEDY)
        return value

    def moment(self, field: str) -> datetime | None:
        """An ISO 8601 moment; one without an offset is in UTC."""
        value = self.text(field)
        return None if value is None else read_moment(field, value)

    def number(self, field: str, otherwise: float) -> float:
        """A number; `otherwise` where there is none."""
        value = self.payload.get(field)
        if value is None:
            return otherwise
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise InvalidField(field, "is no number", _REMEDY)
        return float(value)

    def several(self, field: str) -> tuple[str, ...]:
        """Several texts: a list of them, or one text with commas between them."""
        value = self.payload.get(field)
        if isinstance(value, list):
            texts = cast("list[object]", value)
            if not all(isinstance(each, str) for each in texts):
                raise InvalidField(field, "is no list of texts", _REMEDY)
            return tuple(str(each) for each in texts)
        return tuple(each.strip() for each in (self.text(field) or "").split(",") if each.strip())

    def id(self, field: str) -> uuid.UUID | None:
        """The id of another memory."""
        value = self.text(field)
        return None if value is None else read_id(value, field)
