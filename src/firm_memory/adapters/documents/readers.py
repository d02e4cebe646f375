"""The reader of each source."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from firm_memory.adapters.documents.adr import read_adr
from firm_memory.adapters.documents.agents import read_agents
from firm_memory.adapters.documents.folder import SourceName
from firm_memory.adapters.documents.markdown import read_markdown
from firm_memory.adapters.documents.mem0 import read_mem0
from firm_memory.application.ports.source import Source

READERS: Final[Mapping[SourceName, Source]] = MappingProxyType(
    {
        SourceName.MARKDOWN: read_markdown,
        SourceName.ADR: read_adr,
        SourceName.AGENTS: read_agents,
        SourceName.MEM0: read_mem0,
    }
)
