import string
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.adapters.snowball.text_analyzer import TERM_LIMIT, SnowballAnalyzer
from tests import strategies

ANALYZER = SnowballAnalyzer()
MEBIBYTE = 1 << 20
words = st.text(string.ascii_letters + "éèüßøñçабвгдежзийклмнопрстуфхцчшщъыьэюяёΑΒΓδεζ", min_size=1, max_size=20)


def terms(text: str) -> set[str]:
    """The terms of a text, as a plain set."""
    return set(ANALYZER.terms(text))


@pytest.mark.parametrize(
    ("query", "memory"),
    [
        ("rejecting orders", "The gateway rejects an order after the cutoff"),
        ("REJECTED ORDER", "rejects orders"),
        ("почему отклоняют заявки", "Сервис отклоняет заявку после отсечки"),
        ("ещё", "ЕЩЕ"),
        ("décision Genève", unicodedata.normalize("NFD", "La DÉCISION est prise à Genève")),
        ("税务系统", "新的税务系统只读缓存"),
        ("缓存", "用Redis做缓存"),
        ("redis", "用Redis做缓存"),
        ("결제 취소", "결제를 취소한다"),
        ("the reviewers' notes", "a reviewer’s note"),
        ("ﬁle ①", "file 1"),
        ("invoice", "in\u00advoi\u200bce"),
    ],
)
def test_the_same_words_meet_whatever_their_form(query: str, memory: str) -> None:
    """Case, composition, inflection and invisible characters do not part a question from its answer."""
    assert set() < terms(query) <= terms(memory)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mr-4821", {"mr-4821", "mr", "4821"}),
        ("X-100", {"x-100", "100"}),
        ("max_open_orders", {"max_open_orders", "max", "open", "order"}),
        ("OrderGateway", {"ordergateway", "order", "gateway"}),
        ("HTTPServer", {"httpserver", "http", "server"}),
        ("URLs", {"url"}),
        ("15:20", {"15:20", "15", "20"}),
        ("v2.3.1", {"v2.3.1", "v2"}),
        ("20,000", {"20000"}),
        ("python3", {"python3", "python"}),
        ("__init__", {"init"}),
        ("near-duplicate", {"near", "duplic"}),
        ("services/order-gateway/main.py", {"servic", "order", "gateway", "main", "py"}),
        ("a-b", {"a-b"}),
        ("的", {"的"}),
        ("数据库", {"数据", "据库"}),
    ],
)
def test_an_identifier_is_found_whole_and_by_its_parts(text: str, expected: set[str]) -> None:
    """Who asks for a merge request or a function types all of it, or the part that is remembered."""
    assert terms(text) == expected


def test_an_identifier_is_found_in_a_query_in_any_case() -> None:
    """People type names in small letters."""
    assert "ordergateway" in terms("where does ordergateway live?") & terms("OrderGateway lives in services/oms")


@pytest.mark.parametrize("text", ["", " \n\t", "?!… — «»", "% & | ! ' : * ()", "\u200b\u00ad", "\u0301"])
def test_punctuation_is_never_a_term(text: str) -> None:
    """Blank and purely punctuational texts have no terms, so they match nothing."""
    assert terms(text) == set()


def test_query_operators_are_read_as_words() -> None:
    """A search language must not leak in: operators vanish, words stay (bug-query-07)."""
    assert terms("100% & !risk | 'x':*") == {"100", "risk", "x"}


def test_stop_words_do_not_count_beside_other_words() -> None:
    """Coverage is the share of telling words; `why does the` tells nothing."""
    assert terms("Why does the gateway reject it?") == {"gateway", "reject"}
    assert terms("почему это не работает") == terms("не работает")


def test_a_query_of_stop_words_alone_still_has_terms() -> None:
    """No question with words in it is blank."""
    assert terms("why is it so?") == {"whi", "is", "it", "so"}


@given(words)
def test_case_never_parts_a_word_from_itself(word: str) -> None:
    """The whole word is a term of every spelling, though humps of capitals may add their parts."""
    assert terms(word.lower()) & terms(word) & terms(word.upper())


@given(strategies.texts())
def test_composition_never_changes_the_terms(text: str) -> None:
    """NFC, NFD and their compatibility forms are one text (bug-unicode-06)."""
    forms = {ANALYZER.terms(unicodedata.normalize(form, text)) for form in ("NFC", "NFD", "NFKC", "NFKD")}
    assert forms == {ANALYZER.terms(text)}


@given(strategies.texts())
def test_terms_are_short_folded_and_free_of_blanks(text: str) -> None:
    """A term fits every store's index, and two analysers of one version agree on it."""
    for term in terms(text):
        assert 1 <= len(term) <= TERM_LIMIT
        assert term == term.casefold() or unicodedata.normalize("NFKC", term.casefold()) == term
        assert not any(character.isspace() for character in term)
    assert SnowballAnalyzer().terms(text) == ANALYZER.terms(text)


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("a" * MEBIBYTE, 1),
        ("a" + "_" * MEBIBYTE, 1),
        ("a" + "\u0301\u0323" * (MEBIBYTE // 2), 1),
        ("aB" * (MEBIBYTE // 2), 2),
        ("1." * (MEBIBYTE // 2), 1),
        ("lorem " * (MEBIBYTE // 6), 1),
    ],
    ids=["one word", "underscores", "marks", "humps", "dots", "repetition"],
)
def test_a_hostile_megabyte_gives_few_terms_and_comes_back(text: str, most: int) -> None:
    """Time is linear: an analyser that backtracks or sorts marks quadratically would not return from these."""
    assert 1 <= len(terms(text)) <= most


def test_threads_do_not_disturb_each_other() -> None:
    """A stemmer keeps the word at hand in itself; two threads on one would mix their words."""
    stems = ["".join(syllables) for syllables in product(("re", "con", "ali", "mo"), ("der", "tri", "sul"), ("b", "t"))]
    endings = ("ing", "ations", "ed", "ness", "fully", "ism", "able")
    texts = [
        " ".join(f"{stem}{letter}{ending}" for stem in stems for ending in endings) for letter in "bcdfglmnprst" * 4
    ]
    alone = [SnowballAnalyzer().terms(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(SnowballAnalyzer().terms, texts)) == alone
