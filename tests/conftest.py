"""What every test run shares: fixtures with real parts, and an account of what was skipped and why."""

from __future__ import annotations

import signal
import threading
from collections import Counter
from types import FrameType

import pytest

pytest_plugins = ["firm_memory.features.postgres", "tests.mcp_extra"]


def pytest_configure() -> None:
    """Let `timeout` and CI, which send SIGTERM, end a run as Ctrl-C does: fixtures stop the servers they started."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _interrupt)


def _interrupt(_: int, __: FrameType | None) -> None:
    raise KeyboardInterrupt


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print each reason for a skip with the number of tests it cost: a skip is never silent."""
    reasons: Counter[str] = Counter()
    for report in terminalreporter.getreports("skipped"):
        if isinstance(report.longrepr, tuple):
            reasons[str(report.longrepr[2]).removeprefix("Skipped: ")] += 1
    terminalreporter.write_sep("=", f"skipped: {reasons.total()}")
    for reason, times in sorted(reasons.items()):
        terminalreporter.write_line(f"{times} x {reason}")
