"""What `doctor` and `up` say about the embedded server."""

from __future__ import annotations

from pathlib import Path

import attrs


@attrs.frozen(kw_only=True)
class ServerStatus:
    """The embedded server as it was found.

    `orphan`: it runs, nobody uses it and nobody asked to keep it up; `version` is the installed one, None without a
    wheel; `pid` is None while a server starts, stops or is not running.
    """

    data_directory: Path
    running: bool = False
    kept_up: bool = False
    orphan: bool = False
    pid: int | None = None
    socket_directory: Path | None = None
    version: str | None = None
