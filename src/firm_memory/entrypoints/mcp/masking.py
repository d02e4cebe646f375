"""What may leave this process as an error or a log line: words, but no credentials, paths or tracebacks."""

from __future__ import annotations

import logging
import re
import traceback
from pathlib import Path
from types import TracebackType
from typing import Final

from firm_memory.domain.text import encodable, shorten

MESSAGE_LIMIT: Final = 1_000
_HIDDEN: Final = "***"
_USER_INFO: Final = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]*:/{1,2})\S*@", re.IGNORECASE)
_USER: Final = re.compile(r"(?P<user>[^\s:@/]+:)[^\s@]+@(?=[\w\[])")
_NAMED: Final = re.compile(
    r"(?P<name>\b\w*(?:password|passwd|pwd|secret|token|api[_-]?key)\w*['\"]?\s*[=:]\s*)(?:'[^']*'|\"[^\"]*\"|[^\s,;&]+)",
    re.IGNORECASE,
)
_BEARER: Final = re.compile(r"(?P<name>\bbearer\s+)\S+", re.IGNORECASE)
# An absolute path: a slash that neither continues a word or URL nor stands alone.
_PATH: Final = re.compile(r"(?<![\w.:/~-])(?:~|[A-Za-z]:)?[/\\](?:[^\s/\\'\":;,()<>]+[/\\])*[^\s/\\'\":;,()<>]+")
_SEPARATOR: Final = re.compile(r"[/\\]")


def without_credentials(text: str) -> str:
    """`text` with user info of URLs, and what stands behind names such as `password=`, hidden."""
    hidden = _USER.sub(rf"\g<user>{_HIDDEN}@", _USER_INFO.sub(rf"\g<scheme>{_HIDDEN}@", text))
    return _BEARER.sub(rf"\g<name>{_HIDDEN}", _NAMED.sub(rf"\g<name>{_HIDDEN}", hidden))


def presentable(text: str, checkout: Path) -> str:
    """An error's words as an agent may read them: one line, no credentials, no path outside `checkout`.

    Of a path elsewhere only the last name is kept.
    """
    root = str(checkout)

    def shown(path: re.Match[str]) -> str:
        inside = path[0] == root or path[0].startswith(f"{root}/")
        return path[0] if inside else f"…/{_SEPARATOR.split(path[0])[-1]}"

    line = " ".join(encodable(text).split())
    return shorten(_PATH.sub(shown, without_credentials(line)), MESSAGE_LIMIT)


def whereabouts(error: BaseException) -> str:
    """The class of an unexpected error and where it was raised. Its message is left out: it may hold anything."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"


class DiscreetFormatter(logging.Formatter):
    """Log lines without credentials; of an exception only its class and place, never its words."""

    def format(self, record: logging.LogRecord) -> str:
        """The record on as few lines as it takes, masked."""
        return without_credentials(encodable(super().format(record)))

    def formatException(  # noqa: N802 -- the name is logging's
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None],
    ) -> str:
        """The class of the exception and the place it was raised at."""
        return "" if ei[1] is None else whereabouts(ei[1])
