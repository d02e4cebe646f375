"""Who wrote the history of a checkout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from firm_memory.adapters.git.command import GitCommand, GitFailed

COMMITS_MOST: Final = 5_000
AUTHORS_MOST: Final = 400


def authors(directory: Path, environment: Mapping[str, str]) -> list[str]:
    """The authors of the latest commits, busiest first, each as `Name <address>`, as the mail map spells them.

    At most `COMMITS_MOST` commits are read, for no longer than git is given, and `AUTHORS_MOST` authors answered.
    Never raises: outside a repository, without commits, or where git fails, nobody is known.
    """
    git = GitCommand(directory=directory, environment=environment)
    try:
        written = git.ask(
            "log", f"--max-count={COMMITS_MOST}", "--no-show-signature", "--format=%aN <%aE>", "HEAD", "--"
        )
    except GitFailed:
        return []
    counted = Counter(line.strip() for line in (written or "").splitlines())
    return [author for author, _ in counted.most_common(AUTHORS_MOST) if author]
