"""Long random words that no name announces: certain beside the vocabulary of secrets, else suspicious."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from firm_memory.domain.exclusion import Certainty, Span
from firm_memory.domain.exclusions.secret.placeholders import is_name
from firm_memory.domain.exclusions.secret.plausible import SIGN, is_chosen, is_random
from firm_memory.domain.exclusions.secret.rule import secret

_RUN: Final = re.compile(r"[A-Za-z0-9+/=_.~-]{20,}")
# What random runs are when they are no secret: digests, public keys and certificates, images, documents' addresses.
_KNOWN: Final = re.compile(
    r"(?:(?i:sha)[0-9]{1,3}[-:=]|AAAA[BCE]3Nza|iVBORw0KGgo|/9j/|R0lGOD|UEsDB|JVBERi0|MII[BCDFGHJ])"
)
_BEFORE: Final = re.compile(
    r"(?:https?://\S*|(?i:sha)[0-9]{1,3}[-:=]\S*|base64,|ssh-\w+ |ecdsa-\S+ |integrity=[\"']?\S*|[/\\]\S*|:[\w+]*:)$"
)
_PUBLIC: Final = re.compile(
    r"(?i)public|fingerprint|digest|checksum|integrity|hash|commit|certificate|thumbprint|etag|sri"
    r"|signature|nonce|example|"
    r"публичн|открыт|отпечат|хеш|公钥|指纹|摘要"
)
_VOCABULARY: Final = re.compile(
    r"(?i)token|\bkey|secret|passw|credential|\bauth|log ?in|sign(?:s|ed)? in|bearer|unlock|passcode"
    r"|authenticat|парол|токен|ключ|секрет|密码|令牌|密钥|口令"
)
_WORD: Final = re.compile(r"[A-Za-z0-9!#%^&*$~@?-]{8,40}")
_CODE_SIGNS: Final = frozenset("`/\\(){}[]<>=:.,_|+\"'") - {","}
_CLAUSE_END: Final = re.compile(r"[.:](?:\s|$)")
_NEAR: Final = 90
_PUBLIC_BLOCK: Final = re.compile(r"-----BEGIN (?:CERTIFICATE|[A-Z ]*PUBLIC KEY)")


def _runs(text: str) -> Iterator[tuple[Span, str]]:
    """Every random run with what stands before it."""
    for found in _RUN.finditer(text):
        run = found[0].strip(".=-~")
        pieces = [each for each in re.split(r"[/.=]", run) if each]
        before = text[max(0, found.start() - _NEAR) : found.start()]
        if (
            _KNOWN.match(run)
            or _BEFORE.search(before)
            or _PUBLIC_BLOCK.search(text, max(0, found.start() - 3000), found.start())
        ):
            continue
        if is_random(run) and not all(len(each) < 16 or is_name(each) for each in pieces):
            yield (found.start(), found.end()), before


def _chosen(text: str) -> Iterator[tuple[Span, str]]:
    """Every word that only a generator of passwords makes, with what stands around it."""
    if not SIGN.search(text):
        return
    for found in _WORD.finditer(text):
        around = text[max(0, found.start() - _NEAR) : found.end() + _NEAR]
        # A sign that ends a clause stands before a blank; one of code does not.
        behind = "" if _CLAUSE_END.match(text, found.end()) else text[found.end() : found.end() + 1]
        beside = text[max(0, found.start() - 1) : found.start()] + behind
        if is_chosen(found[0].rstrip("?!")) and not set(beside) & _CODE_SIGNS:
            yield found.span(), around


def _announced(text: str) -> Iterator[Span]:
    for span, before in (*_runs(text), *_chosen(text)):
        if _VOCABULARY.search(before) and not _PUBLIC.search(before):
            yield span


def _unannounced(text: str) -> Iterator[Span]:
    for span, before in (*_runs(text), *_chosen(text)):
        if not _VOCABULARY.search(before) and not _PUBLIC.search(before):
            yield span


UNNAMED: Final = (
    secret("random_word", reading=_announced),
    secret("random_run", reading=_unannounced, certainty=Certainty.SUSPICIOUS),
)
