"""Text to terms: normalised words, stemmed by script, identifiers whole and in parts, CJK as bigrams."""

# The stemmers ship no types: their one method is given one in `_Stem`.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from __future__ import annotations

import functools
import re
import threading
import unicodedata
from collections.abc import Callable, Iterator
from typing import Final, cast

# Named one by one: the package's own factory would use another implementation where one is installed.
from snowballstemmer.english_stemmer import EnglishStemmer
from snowballstemmer.russian_stemmer import RussianStemmer

from firm_memory.adapters.snowball.stop_words import STOP_WORDS

# Longer terms are cut, so that no index row grows without bound; they are not stemmed either.
TERM_LIMIT: Final = 64
_REMEMBERED_STEMS: Final = 50_000
# Normalising sorts each run of marks, in time quadratic in the run; no language stacks more than this.
_MARKS_MOST: Final = 30

# Written without blanks between words: Thai, Lao, Burmese, Khmer, kana, bopomofo, Han, Hangul.
_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3105-\u312f\u31a0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U000323af"
)
_WORD: Final = rf"(?:(?![{_UNSPACED}])[^\W_])+"
# A word, or several joined as in mr-4821, snake_case, 3.11, 15:20.
_UNIT: Final = re.compile(rf"[{_UNSPACED}]+|{_WORD}(?:(?:_+|[-.']|(?<=\d):(?=\d)){_WORD})*")
_RUN: Final = re.compile(f"[{_UNSPACED}]")
_JOINT: Final = re.compile(r"_+|[-.':]")
_THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
# A run of capitals ends before the capital of the next word: HTTPServer → HTTP, Server.
_HUMP: Final = re.compile(r"(?<=[a-zа-яё0-9])(?=[A-ZА-ЯЁ])|(?<=[A-ZА-ЯЁ])(?=[A-ZА-ЯЁ][a-zа-яё]{2})")
_NUMBERED: Final = re.compile(r"([^\W\d_]{2,})\d{1,4}")
_CLITIC: Final = re.compile(r"(.+)'(?:s|re|ve|ll|d|m)")
_IDENTIFIER: Final = re.compile(r"[_\d]")
_CYRILLIC: Final = frozenset(map(chr, range(0x0400, 0x0500)))
_INFLECTED: Final = re.compile(rf"[a-z\u00df-\u024f]{{3,{TERM_LIMIT}}}|[\u0400-\u04ff]{{3,{TERM_LIMIT}}}")
_Stem = Callable[[str], str]
_UNSEEN: Final = str.maketrans(
    {"\u2019": "'", "\u2018": "'", "\u02bc": "'"} | dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", "")
)


class SnowballAnalyzer:
    """Analyses text for the lexical half of recall (port: `TextAnalyzer`). Thread-safe; linear in the text.

    Terms are NFKC case-folded; marks without a composed form are dropped and `ё` reads as `е`. English and
    Russian words are stemmed. `mr-4821`, `snake_case` and `CamelCase` give the whole and its parts. Stop
    words are left out, unless the text holds nothing else.
    """

    # Stands in a collection's fingerprint: it changes with every change of the terms.
    version: str = "en-ru-cjk.1/snowball-3.1"

    def __init__(self) -> None:
        # A stemmer keeps the word at hand in itself, so each thread has its own.
        self._own = threading.local()
        self._remembered = functools.lru_cache(maxsize=_REMEMBERED_STEMS)(self._stem)

    def terms(self, text: str) -> frozenset[str]:
        """The distinct terms of `text`, each 1 to `TERM_LIMIT` characters."""
        words = {word for unit in set(_UNIT.findall(_THOUSANDS.sub("", _composed(text)))) for word in _words(unit)}
        return frozenset(map(self._term, words - STOP_WORDS or words))

    def _term(self, word: str) -> str:
        return self._remembered(word) if _INFLECTED.fullmatch(word) else word[:TERM_LIMIT]

    def _stem(self, word: str) -> str:
        english, russian = self._stemmers()
        return russian(word) if word[0] in _CYRILLIC else english(word)

    def _stemmers(self) -> tuple[_Stem, _Stem]:
        own: tuple[_Stem, _Stem] | None = getattr(self._own, "stemmers", None)
        if own is None:
            own = cast("_Stem", EnglishStemmer().stemWord), cast("_Stem", RussianStemmer().stemWord)
            self._own.stemmers = own
        return own


def _composed(text: str) -> str:
    """`text` in NFKC with apostrophes straight, and without invisible characters or marks that stand alone."""
    if text.isascii():
        return text
    return _unmarked(unicodedata.normalize("NFKC", _limited(text.translate(_UNSEEN))).translate(_UNSEEN))


def _limited(text: str) -> str:
    kept, run = list[str](), 0
    for character in text:
        run = run + 1 if unicodedata.combining(character) else 0
        if run <= _MARKS_MOST:
            kept.append(character)
    return "".join(kept)


def _unmarked(text: str) -> str:
    return "".join(character for character in text if not unicodedata.category(character).startswith("M"))


def _folded(word: str) -> str:
    if word.isascii():
        return word.lower()
    return _unmarked(unicodedata.normalize("NFKC", word.casefold())).replace("ё", "е")


def _words(unit: str) -> Iterator[str]:
    """The spellings under which a unit is found: runs as bigrams, identifiers whole and in parts."""
    if _RUN.match(unit):
        yield from (unit[at : at + 2] for at in range(max(1, len(unit) - 1)))
        return
    folded = _folded(unit)
    clitic = _CLITIC.fullmatch(folded)
    parts = _JOINT.split(unit)
    if folded in STOP_WORDS or len(parts) == 1:
        yield from _humps(unit, folded)
    elif clitic and _folded(parts[0]) == clitic[1]:
        yield from _humps(parts[0], clitic[1])
    else:
        several = [word for part in parts if len(part) > 1 for word in _humps(part, _folded(part))]
        if not several or _IDENTIFIER.search(unit):
            yield folded
        yield from several


def _humps(word: str, folded: str) -> Iterator[str]:
    """A word itself, the humps of CamelCase, and the name in front of a number (`python3` → `python`)."""
    yield folded
    humps = [hump for hump in _HUMP.split(word) if len(hump) > 1]
    if len(humps) > 1:
        yield from (_folded(hump) for hump in humps)
    numbered = _NUMBERED.fullmatch(folded)
    if numbered:
        yield numbered[1]
