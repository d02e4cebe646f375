"""A firm for one Example: repositories, people and agents around one memory."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence

import attrs
from dependency_injector import providers

from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.embedder import Embedder, ModelCard, Vector
from firm_memory.domain.answer import Hits
from firm_memory.domain.memory import Memory
from firm_memory.domain.principal import Caller
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.entrypoints.api.approvals import Approvals
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.container import Container
from firm_memory.entrypoints.environment.reading import read_settings
from firm_memory.entrypoints.standpoint import Standpoint
from firm_memory.features.faulty_store import FaultyStore

AGENT = "agent:opencode"
REFERENCE = "mr-310"


class Firm:
    """One memory, seen from several repositories. `environment` chooses the adapters, like any deployment."""

    def __init__(self, environment: Mapping[str, str], embedder: Embedder) -> None:
        self.environment = dict(environment)
        self.embedder = embedder
        self.domains: dict[str, tuple[str, ...]] = {}
        self.components: dict[str, dict[str, str]] = {}
        self._opened: list[Container] = []
        self.container = self._assembled()
        self.asked: Hits | None = None
        self.memories: list[uuid.UUID] = []
        self.outcome: object = None
        self.error: Exception | None = None
        self.head = ""

    def _assembled(self) -> Container:
        read = read_settings(self.environment)
        assert not read.problems, read.problems
        container = Container(settings=read.settings, embedder=providers.Object(self.embedder))
        self.store = FaultyStore(container.store())
        container.store.override(providers.Object(self.store))
        self._opened.append(container)
        return container

    def reassemble(self, **changes: str) -> None:
        """The same records under other settings."""
        self.environment |= changes
        records = self.container.records()
        self.container = self._assembled()
        self.container.records.override(providers.Object(records))

    def empty_store(self) -> None:
        """The same records beside a store that holds nothing."""
        self.reassemble(FIRM_MEM0_COLLECTION="rebuilt")  # the in-process store is new with every assembly

    def configure_embedder(self, embedder: Embedder) -> None:
        """The same store and records, with another model configured."""
        self.embedder = embedder
        store, records = self.store, self.container.records()
        self.container = self._assembled()
        self.store = store
        self.container.store.override(providers.Object(store))
        self.container.records.override(providers.Object(records))

    def at(self, repo: str | None, caller: str = AGENT, via: str = "api") -> FirmMemory:
        """The memory as `caller` sees it in a repository; None stands outside any."""
        settings = self.container.settings()
        standpoint = Standpoint(
            settings=settings,
            repo=repo,
            domains=self.domains.get(repo or "", ()),
            components=self.components.get(repo or "", {}),
        )
        return FirmMemory(container=self.container, standpoint=standpoint, caller=Caller(name=caller, via=via))

    @property
    def desk(self) -> Approvals:
        """The approval desk."""
        return Approvals(container=self.container, via="cli")

    @property
    def subject(self) -> uuid.UUID:
        """The memory or candidate that the Example speaks of: the first one."""
        return self.memories[0]

    def propose(self, content: str, scope: MemoryScope, *, by: str = AGENT, reference: str = REFERENCE) -> uuid.UUID:
        """Put a candidate into the queue."""
        proposal = self.at("oms", by).propose(content, type=MemoryType.TERMINOLOGY, scope=scope, reference=reference)
        assert proposal.accepted, proposal.decision.reason
        assert proposal.candidate_id
        self.memories.append(proposal.candidate_id)
        return proposal.candidate_id

    def approved(self, content: str, scope: MemoryScope, *, reference: str = REFERENCE) -> uuid.UUID:
        """A memory that an engineer approved."""
        candidate = self.propose(content, scope, reference=reference)
        self.desk.approve(candidate, approver="lead")
        return candidate

    def attempt(self, deed: Callable[[], object]) -> None:
        """Do something that may fail, and remember how it went."""
        self.outcome, self.error = None, None
        try:
            self.outcome = deed()
        except Exception as error:  # the Example says which failure it expects
            self.error = error

    def memory(self, memory: uuid.UUID | None = None) -> Memory:
        """A record's memory as the records hold it now."""
        record = self.container.records().queue.get(memory or self.subject)
        assert record is not None
        return record.memory

    def stored(self, memory: uuid.UUID) -> Memory | None:
        """A memory as the store holds it."""
        return self.store.get(memory, Deadline.after(5, self.container.clock()))

    def close(self) -> None:
        """Give everything back, whatever was assembled on the way."""
        for container in self._opened:
            container.store().close()
            container.records().close()
            container.postgres().close()


@attrs.frozen(kw_only=True)
class OtherModel:
    """An embedder that works like `embedder` under another name: a change of model."""

    embedder: Embedder

    @property
    def card(self) -> ModelCard:
        """The other model's card under a new name."""
        return attrs.evolve(self.embedder.card, name="another-model", weights="0" * 64)

    def ready(self) -> bool:
        """As the other one."""
        return self.embedder.ready()

    def warm_up(self) -> None:
        """As the other one."""
        self.embedder.warm_up()

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """As the other one."""
        return self.embedder.embed(texts)
