"""The access log: who read a full record, written behind the reader's back and kept for a time."""

from __future__ import annotations

import logging
import threading
import uuid
from collections import deque
from datetime import date, timedelta
from typing import Final

import attrs

from firm_memory.application.background import run_in_background
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.metrics import Metrics
from firm_memory.application.ports.records import Records
from firm_memory.application.ports.signals import Access
from firm_memory.domain.principal import Caller, TrustMode

_LOG: Final = logging.getLogger(__name__)
WAITING_MOST: Final = 10_000
KEPT_DAYS: Final = 365


@attrs.define
class _Desk:
    """What waits to be written, whether somebody writes, and the day on which old accesses were forgotten last."""

    lock: threading.Lock = attrs.field(factory=threading.Lock)
    waiting: deque[Access] = attrs.field(factory=deque[Access])
    idle: threading.Event = attrs.field(factory=threading.Event)
    expired_on: date | None = None

    def __attrs_post_init__(self) -> None:
        self.idle.set()


@attrs.frozen(kw_only=True)
class AccessLog:
    """Notes who read a record, where identities exist; elsewhere a name would prove nothing.

    A read is never slower and never fails for it: one thread in the background writes what waits, at most
    `WAITING_MOST`. What cannot be written is counted (`access_unlogged`) and given up. With the first access of a
    day, those older than `days` are forgotten.
    """

    records: Records
    clock: Clock
    metrics: Metrics
    days: int = KEPT_DAYS
    _desk: _Desk = attrs.field(factory=_Desk, init=False)

    def __call__(self, memory: uuid.UUID, caller: Caller) -> None:
        """`caller` was shown that record. Never raises, and waits for nothing."""
        if caller.trust is not TrustMode.TEAM:
            return
        access, desk = Access(memory=memory, by=caller.speaker, at=self.clock.now()), self._desk
        with desk.lock:
            if len(desk.waiting) >= WAITING_MOST:
                self.metrics.count("access_unlogged", reason="crowded")
                return
            desk.waiting.append(access)
            if not desk.idle.is_set():
                return
            desk.idle.clear()
        run_in_background(self._write_all, "access-log")

    def settled(self, seconds: float) -> bool:
        """Whether everything that waited was dealt with, within `seconds`."""
        return self._desk.idle.wait(seconds)

    def _write_all(self) -> None:
        desk = self._desk
        while True:
            with desk.lock:
                if not desk.waiting:
                    desk.idle.set()
                    return
                access = desk.waiting.popleft()
            try:
                self._write(access)
            except Exception as error:  # noqa: BLE001 -- nobody waits for an answer; a foreign message may hold a secret
                self.metrics.count("access_unlogged", reason="failed")
                _LOG.warning("an access could not be logged: %s", type(error).__name__)

    def _write(self, access: Access) -> None:
        signals, today = self.records.signals, access.at.date()
        signals.accessed(access)
        if self._desk.expired_on != today:
            self._desk.expired_on = today
            signals.expire(access.at - timedelta(days=self.days))
