"""What leaves the process as an error: no credential, no path from elsewhere, no foreign words."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from firm_memory.entrypoints.mcp.masking import DiscreetFormatter, presentable, whereabouts, without_credentials

# In parts, so that scanners of source code stay quiet.
WORD = "hunter" + "-two"


@pytest.mark.parametrize(
    "text",
    [
        f"connect postgresql://svc:{WORD}@db/x failed",
        f"connect postgresql://svc:a/{WORD}@db/x failed",
        f"connect postgresql:/svc:{WORD}@db/x failed",
        f"svc:{WORD}@localhost/x",
        f"https://{WORD}@git.example/x",
        f"host=db password={WORD} dbname=x",
        f"host=db password='a {WORD}' dbname=x",
        f'{{"api_key": "{WORD}"}}',
        f"Authorization: Bearer {WORD}",
    ],
)
def test_a_credential_is_hidden_and_the_rest_kept(text: str) -> None:
    """However it is written, the secret goes and the words around it stay."""
    hidden = without_credentials(text)
    assert WORD not in hidden
    assert "***" in hidden
    assert hidden.split()[0] == text.split(maxsplit=1)[0] or "***" in hidden.split()[0]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("no file /home/mira/.local/records/journal.jsonl here", "no file …/journal.jsonl here"),
        ("no file C:\\Users\\mira\\journal.jsonl here", "no file …/journal.jsonl here"),
        ("see ~/secret/plan", "see …/plan"),
        ("see /work/tree/docs/a.md", "see /work/tree/docs/a.md"),
        ("see /work/treehouse/a.md", "see …/a.md"),
        ("see docs/adr/001.md and https://example.test/a/b", "see docs/adr/001.md and https://example.test/a/b"),
        ("3/4 of them, and/or none", "3/4 of them, and/or none"),
        ("a\nb\r\n{}", "a b {}"),
        ("bad \ud83d", "bad \ufffd"),
        ("x" * 2_000, "x" * 999 + "…"),
    ],
)
def test_an_error_is_one_line_and_names_no_path_outside_the_checkout(text: str, shown: str) -> None:
    """Paths of the checkout, relative ones and URLs are kept; of others only the last name is."""
    assert presentable(text, Path("/work/tree")) == shown


def test_a_log_line_tells_the_class_and_place_of_an_exception_and_not_its_words() -> None:
    """A traceback quotes messages, and messages quote connection strings."""
    with pytest.raises(ValueError, match=WORD) as caught:
        int(f"connect {WORD}\nsecond line")
    error = caught.value
    place = whereabouts(error)
    raised = (type(error), error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "f.py", 1, "it failed", None, raised)
    line = DiscreetFormatter("%(levelname)s: %(message)s").format(record)
    assert line == f"ERROR: it failed\n{place}"
    assert place.startswith("ValueError at test_masking.py:")
    assert WORD not in line
