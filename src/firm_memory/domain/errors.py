"""One class per thing a caller can do something about; each message says what to do."""

from __future__ import annotations

from typing import Final


class FirmMemoryError(Exception):
    """Root of every error this product raises on purpose; safe to show: never holds a secret."""


class InvalidField(FirmMemoryError, ValueError):
    """A value breaks an invariant; `field` names it and the message gives the remedy."""

    field: Final[str]

    def __init__(self, field: str, problem: str, remedy: str) -> None:
        self.field = field
        super().__init__(f"{field}: {problem}. {remedy}.")


class InvalidContent(InvalidField):
    """A text is empty, too long or not storable."""


class ForbiddenCharacter(InvalidContent):
    """A text holds a character that hides meaning or cannot be stored on every adapter."""


class UnknownType(InvalidField):
    """The named type is not one of the thirteen."""


class InvalidScope(InvalidField):
    """A scope names something that is not an axis, or a malformed domain or repo."""


class EmptyScope(InvalidScope):
    """A scope names none of firm, domains, repos."""


class InvalidConfidence(InvalidField):
    """A confidence is not a finite number between 0 and 1."""


class InvalidTask(InvalidField):
    """EPISODIC without a task, or a task on another tier."""


class InvalidProvenance(InvalidField):
    """A reference is missing, or a URL in it carries credentials."""


class InvalidTimestamp(InvalidField):
    """A timestamp is naive or not UTC."""


class InvalidId(InvalidField):
    """An id is not a UUID."""


class InvalidApprover(InvalidField):
    """An approver is blank or is an agent."""


class InvalidSupersession(InvalidField):
    """A supersession names itself, a missing target, or closes a cycle."""


class NotFound(FirmMemoryError, LookupError):
    """No record has that id."""


class OutsideScope(FirmMemoryError):
    """The record exists but is not visible to the asked scope."""


class IllegalTransition(FirmMemoryError):
    """A status change that the lifecycle does not know; the message names both ends."""


class NotAllowed(FirmMemoryError):
    """The caller may not do this; the message says who may."""


class NotCleared(NotAllowed):
    """A candidate is under suspicion of `rules`, and the approver has not said of each that it is unfounded."""

    def __init__(self, message: str, *, rules: tuple[str, ...]) -> None:
        self.rules: Final = rules
        super().__init__(message)


class Redacted(FirmMemoryError):
    """These words were erased from the firm's memory; the message says by whom, when, and why."""


class MalformedFile(FirmMemoryError):
    """A file to be imported cannot be read as what it is; the message names file, line and column."""


class ChainRefused(FirmMemoryError):
    """An export is not taken over: its chain does not hold, or the records hold another one."""


class AlreadyDecided(FirmMemoryError):
    """Somebody else decided first; the message says who, when, and the memory id."""


class WriteFailed(FirmMemoryError):
    """A write did not happen, or is recorded and not yet stored; retrying never doubles it."""


class LostUpdate(WriteFailed):
    """The record changed since it was read; read it again and retry."""


class StoreUnavailable(WriteFailed):
    """The store did not answer, or did not keep what it accepted."""


class StoreReadOnly(WriteFailed):
    """The store answers but accepts no writes."""


class FingerprintMismatch(WriteFailed):
    """The store was filled by another model or analyser."""


class RecordsUnavailable(WriteFailed):
    """The records (queue, ledger) cannot be reached or written."""


class RecordsDamaged(WriteFailed):
    """The records exist but do not read back; the message names path and byte offset."""


class WarmingUp(WriteFailed):
    """A part is still being loaded; asking again in a moment works."""


class GateUnavailable(WriteFailed):
    """A scanner failed or overran; nothing passes unscanned."""


class ConfigurationError(FirmMemoryError, ValueError):
    """A setting is missing or unusable; the message names variable, value (masked) and remedy."""
