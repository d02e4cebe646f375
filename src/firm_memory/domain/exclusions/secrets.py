"""Secrets: a memory is shown to many, so no tier ever holds one."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusions.secret.addresses import ADDRESSES
from firm_memory.domain.exclusions.secret.clouds import CLOUDS
from firm_memory.domain.exclusions.secret.forges import FORGES
from firm_memory.domain.exclusions.secret.keys import KEYS
from firm_memory.domain.exclusions.secret.names import NAMES
from firm_memory.domain.exclusions.secret.services import SERVICES
from firm_memory.domain.exclusions.secret.spoken import SPOKEN
from firm_memory.domain.exclusions.secret.unnamed import UNNAMED

SECRETS: Final = (*KEYS, *CLOUDS, *FORGES, *SERVICES, *ADDRESSES, *NAMES, *SPOKEN, *UNNAMED)
