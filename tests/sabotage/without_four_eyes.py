"""A pytest plugin that takes the four-eyes rule out of the program, to see whether the suite would notice.

`SABOTAGED` names what is taken out: `everywhere` empties the one check, a module's name has that module skip it.
"""

from __future__ import annotations

import importlib
import os

import pytest

from firm_memory.domain import principal
from firm_memory.domain.principal import Caller, FourEyes


def _nothing(policy: FourEyes, caller: Caller, proposed_by: str, on_behalf_of: str | None) -> None:
    """What is left of the check."""


def pytest_configure(config: pytest.Config) -> None:  # noqa: ARG001 -- pytest passes it by name
    """Sabotage, before anything is collected."""
    place = os.environ["SABOTAGED"]
    if place == "everywhere":
        principal.require_four_eyes.__code__ = _nothing.__code__
    else:
        setattr(importlib.import_module(place), "require_four_eyes", _nothing)  # noqa: B010 -- the name is the module's own import
