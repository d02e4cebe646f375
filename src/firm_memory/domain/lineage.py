"""The links of supersession in records that come from elsewhere: every one leads somewhere, none leads back."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from firm_memory.domain.errors import InvalidSupersession
from firm_memory.domain.memory import Memory


def require_lineage(memories: Mapping[uuid.UUID, Memory]) -> None:
    """Raise `InvalidSupersession` for a link to a memory that is not there, or for a cycle, along either link."""
    for field in ("supersedes", "superseded_by"):
        links: dict[uuid.UUID, uuid.UUID] = {
            memory.id: target for memory in memories.values() if (target := getattr(memory, field)) is not None
        }
        sound = set[uuid.UUID]()
        for start, target in links.items():
            if target not in memories:
                raise InvalidSupersession(field, f"{start} names {target}, which is not there", "Mend the source")
            path, each = dict[uuid.UUID, None](), start
            while each in links and each not in sound:
                if each in path:
                    raise InvalidSupersession(field, f"{start} leads into a cycle at {each}", "Mend the source")
                path[each] = None
                each = links[each]
            sound |= path.keys()
