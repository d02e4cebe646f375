from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain.errors import ForbiddenCharacter, InvalidContent, InvalidField
from firm_memory.domain.text import (
    comparison_key,
    encodable,
    hidden_characters,
    is_blank,
    is_one_line,
    masked,
    quoted,
    require_clean,
    require_name,
    require_text,
    shorten,
)
from tests.strategies import FORBIDDEN, characters, texts

ANY_TEXT = st.text(st.characters(), max_size=40)


def test_every_forbidden_code_point_is_refused_by_field_code_point_and_offset() -> None:
    """NUL, bidi overrides and isolates, tags, and the variation-selector supplement are stored nowhere."""
    for point in FORBIDDEN:
        with pytest.raises(ForbiddenCharacter) as refusal:
            require_clean("content", f"Orders{chr(point)} net")
        assert refusal.value.field == "content"
        assert f"hidden_characters: U+{point:04X} (" in str(refusal.value)
        assert "at offset 6" in str(refusal.value)


@pytest.mark.parametrize("point", [0xD800, 0xDBFF, 0xDC00, 0xDFFF])
def test_an_unpaired_surrogate_is_refused(point: int) -> None:
    """It has no UTF-8 form, so no store, file or tool result could hold it."""
    with pytest.raises(ForbiddenCharacter, match=rf"title: hidden_characters: U\+{point:04X} .* at offset 0"):
        require_clean("title", chr(point))


@pytest.mark.parametrize(
    "neighbour", ["\x01", "\u2029", "\u202f", "\u2065", "\u206a", "\ud7ff", "\ue000", "\U000dffff", "\U000e01f0"]
)
def test_the_neighbours_of_the_forbidden_ranges_are_kept(neighbour: str) -> None:
    """The ranges are exact: one code point before and after them is ordinary text."""
    assert require_clean("content", f"a{neighbour}b") == f"a{neighbour}b"


@pytest.mark.parametrize(
    "text",
    [
        "Desk \U0001f469\u200d\U0001f4bb کتاب\u200cها ❤\ufe0f rule",
        "قاعدة \u200f(risk-7)\u200e للتسوية",
        "Feed parser drops the six characters \\u0000 when it sees them.",
    ],
)
def test_joiners_direction_marks_and_escapes_are_ordinary_text(text: str) -> None:
    """ZWJ, ZWNJ, VS16, LRM and RLM carry meaning in real scripts; they are kept and warn of nothing."""
    assert require_text("content", text, 4_000) == text
    assert hidden_characters(text) == ()


@given(texts())
def test_a_storable_text_comes_back_as_the_same_object(text: str) -> None:
    """Stored text is returned byte for byte: the checks change nothing."""
    assert require_text("content", text, 60) is text


@pytest.mark.parametrize("blank", ["", " \t\n", "\u00a0\u3000", "\u200b\u2060\u00ad", "\u200d\x1b", "\u3164\u2800"])
def test_a_text_that_shows_nothing_is_empty(blank: str) -> None:
    """Non-empty after trimming means: a reader sees something."""
    assert is_blank(blank)
    with pytest.raises(InvalidContent, match=r"^content: is empty\. "):
        require_text("content", blank, 4_000)


def test_a_too_long_text_is_refused_with_both_figures() -> None:
    """The message says how long the text is and what the limit is; nothing is cut."""
    with pytest.raises(InvalidContent, match=r"content: 1,048,580 characters, the limit is 4,000\. .*split it"):
        require_text("content", "word " * 209_716, 4_000)


def test_the_limit_itself_is_allowed() -> None:
    """4,000 characters are not "more than 4,000"; astral letters count once."""
    assert require_text("content", "\U00010400" * 4_000, 4_000)


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "x" * 201, "lead\nadmin", "lead\u2028", "dana\n"])
def test_a_name_is_visible_short_and_on_one_line(name: str) -> None:
    """Names of principals stand in logs and messages, where a line break would forge a line."""
    with pytest.raises(InvalidField, match=r"^steward: .*Give a name of 1 to 200 characters on one line"):
        require_name("steward", name)
    assert require_name("steward", "x" * 200)


@pytest.mark.parametrize("line_break", ["\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_every_script_s_line_break_breaks_a_line(line_break: str) -> None:
    """A trailing break counts as well."""
    assert not is_one_line(f"a{line_break}b")
    assert not is_one_line(f"a{line_break}")
    assert is_one_line("a b")
    assert is_one_line("")


@given(ANY_TEXT)
def test_the_comparison_key_of_a_key_is_itself(text: str) -> None:
    """NFKC, case fold, NFKC and folded white space are idempotent, so keys may be compared again."""
    key = comparison_key(text)
    assert comparison_key(key) == key


@given(texts())
def test_composition_case_and_spacing_do_not_change_a_comparison_key(text: str) -> None:
    """NFC and NFD of one text, its case-folded form, and any white space around and inside it, are one text."""
    key = comparison_key(text)
    assert comparison_key(unicodedata.normalize("NFC", text)) == key
    assert comparison_key(unicodedata.normalize("NFD", text)) == key
    assert comparison_key(f"\n {text}\t") == key
    assert " ".join(key.split()) == key


def test_a_comparison_key_keeps_words_apart() -> None:
    """A negation is no duplicate: only case, composition and spacing are folded, never words."""
    assert comparison_key("Orders may skip netting.") != comparison_key("Orders may not skip netting.")


def test_the_three_suspicious_characters_are_listed_for_the_approver() -> None:
    """Zero-width space, word joiner and soft hyphen are allowed, and named once each, in order."""
    assert hidden_characters("a\u2060b\u200bc\u00add\u200b") == (
        "U+00AD soft hyphen",
        "U+200B zero-width space",
        "U+2060 word joiner",
    )


@given(st.text(characters, max_size=60), st.integers(1, 60))
def test_a_shortened_text_fits_and_is_a_marked_beginning_of_the_whole(text: str, limit: int) -> None:
    """At most `limit` code points; a text that fits is untouched; a cut one ends in an ellipsis."""
    short = shorten(text, limit)
    assert len(short) <= limit
    if len(text) <= limit:
        assert short is text
    else:
        assert short.endswith("…")
        assert text.startswith(short[:-1])


@given(st.text(characters, max_size=60), st.integers(2, 60))
def test_a_cut_never_parts_a_letter_from_its_marks(text: str, limit: int) -> None:
    """What follows the cut is neither a combining mark nor a joiner, and no joiner is left dangling."""
    short = shorten(text, limit)
    kept = short[:-1]
    if len(text) > limit and kept and kept == text[: len(kept)].rstrip():
        rest = text[len(kept) :].lstrip()
        assert not kept.endswith("\u200d")
        assert not (text[len(kept)] == rest[:1] and unicodedata.category(rest[0]).startswith("M"))


@pytest.mark.parametrize(
    ("whole", "limit", "short"),
    [
        ("a" * 79 + "\U00010400\U00010400", 80, "a" * 79 + "…"),
        ("re\u0301sume\u0301 of it", 3, "r…"),
        ("x\U0001f469\u200d\U0001f4bb!", 4, "x…"),
        ("x\U0001f469\u200d\U0001f4bb!", 3, "x…"),
        ("ok \U0001f44d\U0001f3fd fine", 5, "ok…"),
        ("1\ufe0f\u20e3 first", 3, "…"),
        ("ab   cdef", 5, "ab…"),
        ("ab", 1, "…"),
    ],
)
def test_a_cut_falls_on_a_whole_character(whole: str, limit: int, short: str) -> None:
    """Accents, joined emoji, skin tones and keycaps go as a whole or stay as a whole."""
    assert shorten(whole, limit) == short


@given(ANY_TEXT)
def test_encodable_text_always_encodes_and_clean_text_is_untouched(text: str) -> None:
    """Output is always UTF-8: each unpaired surrogate becomes one U+FFFD, everything else stays."""
    shown = encodable(text)
    assert shown.encode("utf-8").decode("utf-8") == shown
    if not any("\ud800" <= character <= "\udfff" for character in text):
        assert shown == text


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("rota \ud83d end", "rota \ufffd end"),
        ("\ude00\ud83d", "\ufffd\ufffd"),
        ("pair \ud83d\ude00", "pair \U0001f600"),
        ("\ud83d", "\ufffd"),
    ],
)
def test_one_unpaired_surrogate_is_shown_as_one_replacement(stored: str, shown: str) -> None:
    """Two halves that belong together are the character they stand for."""
    assert encodable(stored) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("connect postgresql://u:Sup3r@h/x failed", "connect postgresql://***@h/x failed"),
        ("https://token@git.example.test/a and HTTPS://u:p@b", "https://***@git.example.test/a and HTTPS://***@b"),
        ("nothing to hide", "nothing to hide"),
    ],
)
def test_user_info_of_urls_is_masked(text: str, shown: str) -> None:
    """What a stranger's error says may carry a password; whoever reads the log must not learn it."""
    assert masked(text) == shown


@pytest.mark.parametrize("value", ["busines_rule", "2026-13-01", "../../etc/passwd"])
def test_a_short_plain_value_is_repeated_in_quotes(value: str) -> None:
    """A typo is mended by seeing it."""
    assert quoted(value) == repr(value)


@pytest.mark.parametrize("value", ["gh" + "p_16C7e42F292c6912E7710c838347Ae178B4a", "x" * 41, "a1b2c3d4e5f6a7b8"])
def test_a_value_that_may_be_a_secret_is_told_by_its_length(value: str) -> None:
    """Whatever was passed by mistake is not repeated to many."""
    assert quoted(value) == f"a text of {len(value)} characters"
