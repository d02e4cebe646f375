"""A redaction: the mark on a memory whose words were erased everywhere (ADR 12)."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import attrs

from firm_memory.domain.moment import utc
from firm_memory.domain.text import REASON_LIMIT, require_name, require_text

# What stands where an erased text stood.
REDACTED: Final = "[redacted]"


@attrs.frozen(kw_only=True)
class Redaction:
    """Who had a memory erased, when, and why. The reason never repeats what was erased."""

    by: str
    at: datetime = attrs.field(converter=utc)
    reason: str = attrs.field(metadata={"free_text": True})

    def __attrs_post_init__(self) -> None:
        require_name("redaction.by", self.by)
        require_text("reason", self.reason, REASON_LIMIT)
