"""What all rules on secrets have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from firm_memory.domain.exclusion import Certainty, Exclusion, ExclusionReason, Span
from firm_memory.domain.exclusions.secret.plausible import is_thorough

WHY: Final = "this looks like a secret, and a memory is shown to many"
ROTATE: Final = "Rotate it if it is real, then say where it is kept instead of what it is"


def _at_once(patterns: tuple[str, ...]) -> tuple[str, ...]:
    """Patterns of shapes as one: the engine then goes through a text once for all of them."""
    return ("|".join(f"(?:{pattern})" for pattern in patterns),) if patterns else ()


def secret(
    rule: str,
    *patterns: str,
    harmless: tuple[str, ...] = (),
    judged: Callable[[str], bool] | None = None,
    completed: Callable[[str], int] | None = None,
    reading: Callable[[str], Iterable[Span]] | None = None,
    certainty: Certainty = Certainty.CERTAIN,
    closed_up: bool = False,
) -> Exclusion:
    """A rule on secrets; what it may say of a match is `Exclusion`'s.

    One that is `closed_up` also finds a token that was taken apart, where what is left is a thorough mixture.
    """
    return Exclusion(
        rule=f"secret.{rule}",
        reason=ExclusionReason.SECRET,
        certainty=certainty,
        why=WHY,
        instead=ROTATE,
        patterns=patterns if completed else _at_once(patterns),
        harmless=harmless,
        judged=judged,
        completed=completed,
        reading=reading,
        closed_up=is_thorough if closed_up else None,
    )
