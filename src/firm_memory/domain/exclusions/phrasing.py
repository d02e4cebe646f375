"""How rules on prose are put: words between the borders of any script, and phrases that a condition excuses."""

from __future__ import annotations

from typing import Final

# RE2's \b knows ASCII only. Scripts that part words with blanks border on each other; Han and Kana, which do not,
# border on nothing. A hyphen binds words into one.
_OF_WORDS: Final = r"\p{Latin}\p{Cyrillic}\p{Greek}\p{Armenian}\p{Hebrew}\p{Arabic}0-9_-"
BEFORE: Final = rf"(?:^|[^{_OF_WORDS}])"
AFTER: Final = rf"(?:[^{_OF_WORDS}]|$)"
# What is said of the state of a thing is durable when it says what to do whenever that is so.
_WHENEVER: Final = (
    r"(?:if|when|whenever|while|until|till|once|unless|after|before|that|which|who|where|whose|as long as|in case"
    r"|even though|whether|an?|any|every|each|no|never"
    r"|если|когда|пока|как только|при|после|до|котор[а-яё]+|чтобы|кажд[а-яё]+|люб[а-яё]+|всякий раз|хотя|пусть)"
)
_IN_CASE: Final = r"(?:if|when|whenever|unless|as soon as|once|если|когда|как только)"
CONDITIONAL: Final = (rf"(?is)\W?{_WHENEVER}{AFTER}.*", rf"(?is).*{BEFORE}{_IN_CASE}")


def any_of(lines: str) -> str:
    """RE2: one of the alternatives that stand on `lines`, divided by bars or by line breaks."""
    return f"(?:{'|'.join(line.strip() for line in lines.strip().splitlines())})"


def words(*alternatives: str) -> str:
    """RE2: one of `alternatives` (fragments) as whole words, in any case and any script."""
    return rf"(?i){BEFORE}(?:{'|'.join(alternatives)}){AFTER}"


def sentence(*alternatives: str) -> str:
    """RE2: one of `alternatives` where a sentence or a line begins."""
    return rf"(?im)(?:^\s*(?:[-*•]\s*)?|[.;:!?。；！？：]\s*)(?:{'|'.join(alternatives)}){AFTER}"


def unconditional(*alternatives: str) -> str:
    """RE2: one of `alternatives`, with a condition beside it in the same sentence, which `CONDITIONAL` excuses."""
    return (
        rf"(?i)(?:{BEFORE}{_WHENEVER}(?:[^\p{{L}}\p{{N}}][^.;:!?\n]{{0,70}}?)??)?"
        rf"{BEFORE}(?:{'|'.join(alternatives)}){AFTER}(?:(?:[^.;:!?\n]{{0,30}}?{BEFORE})??{_IN_CASE}\b)?"
    )
