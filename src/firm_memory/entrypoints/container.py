"""The composition root: which part goes where. Nothing connects, and nothing heavy is imported, here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, cast

from dependency_injector import containers, providers

from firm_memory.adapters.in_memory.metrics import InMemoryMetrics
from firm_memory.adapters.system.clock import SystemClock
from firm_memory.adapters.system.salt import SystemSalt
from firm_memory.application.access_log import AccessLog
from firm_memory.application.admission import Admission
from firm_memory.application.adopt import Adopt
from firm_memory.application.approve import Approve
from firm_memory.application.as_of import AsOf
from firm_memory.application.bounded_reads import BoundedReads
from firm_memory.application.browse import Browse
from firm_memory.application.compare import Compare
from firm_memory.application.confirm import Confirm
from firm_memory.application.copy_to import CopyTo
from firm_memory.application.correct import Correct
from firm_memory.application.export import Export
from firm_memory.application.gate import Gate
from firm_memory.application.get import Get
from firm_memory.application.import_candidates import ImportCandidates
from firm_memory.application.import_chain import ImportChain
from firm_memory.application.import_remember import ImportRemember
from firm_memory.application.index import Index
from firm_memory.application.inherit import Inherit
from firm_memory.application.mark import Mark
from firm_memory.application.nominate import Nominate
from firm_memory.application.note import Note
from firm_memory.application.project import Project
from firm_memory.application.projection import Projection
from firm_memory.application.propose import Propose
from firm_memory.application.reconsider import Reconsider
from firm_memory.application.redact import Redact
from firm_memory.application.refute import Refute
from firm_memory.application.reindex import Reindex
from firm_memory.application.reject import Reject
from firm_memory.application.reject_duplicate import RejectDuplicate
from firm_memory.application.rename_repo import RenameRepo
from firm_memory.application.renew import Renew
from firm_memory.application.search import Search
from firm_memory.application.steward import Archive, Restore, Transfer, Verify
from firm_memory.application.survey import Survey
from firm_memory.application.sync import Sync
from firm_memory.application.tags import Tags
from firm_memory.application.timeline import Timeline
from firm_memory.application.understanding import Understanding
from firm_memory.application.write import Write
from firm_memory.domain.approval import ApprovalPolicy
from firm_memory.domain.errors import ConfigurationError
from firm_memory.domain.exclusion import Exclusion
from firm_memory.entrypoints import providers as parts
from firm_memory.entrypoints.deferred import DeferredEmbedder, DeferredRecords, DeferredStore
from firm_memory.entrypoints.environment.settings import Settings
from firm_memory.entrypoints.postgres_access import PostgresAccess

PATIENCE_SECONDS: Final = 600.0  # for a question to the past, which folds the whole ledger


class Container(containers.DeclarativeContainer):
    """Settings in, use cases out. Every port can be overridden by tests and by the conformance kit."""

    settings = providers.Dependency(instance_of=Settings)
    problems = providers.Object(cast("Sequence[ConfigurationError]", ()))

    known_people = providers.Object(cast("Callable[[], Sequence[Exclusion]]", tuple))

    clock = providers.ThreadSafeSingleton(SystemClock)
    salt = providers.ThreadSafeSingleton(SystemSalt)
    metrics = providers.ThreadSafeSingleton(InMemoryMetrics)
    postgres = providers.ThreadSafeSingleton(PostgresAccess, settings.provided.home)
    host = providers.ThreadSafeSingleton(parts.Host, settings=settings, problems=problems, postgres=postgres)

    store = providers.ThreadSafeSingleton(DeferredStore, providers.Callable(parts.store, host).provider)
    records = providers.ThreadSafeSingleton(DeferredRecords, providers.Callable(parts.records, host).provider)
    embedder = providers.ThreadSafeSingleton(DeferredEmbedder, providers.Callable(parts.embedder, host).provider)
    analyzer = providers.ThreadSafeSingleton(parts.analyzer)
    scanner = providers.ThreadSafeSingleton(parts.scanner)
    following = providers.Callable(parts.following, records=records, embedder=embedder, analyzer=analyzer, clock=clock)
    host.add_kwargs(following=following.provider)  # late: what it wraps a store with is built for this host too

    reads = providers.ThreadSafeSingleton(
        BoundedReads, clock=clock, metrics=metrics, timeout=settings.provided.timeout_seconds
    )
    understanding = providers.ThreadSafeSingleton(Understanding, store=store, embedder=embedder, analyzer=analyzer)
    admission = providers.ThreadSafeSingleton(
        Admission, scanner=scanner, content_limit=settings.provided.content_limit, known_people=known_people
    )
    gate = providers.ThreadSafeSingleton(Gate, admission=admission)
    projection = providers.ThreadSafeSingleton(
        Projection, store=store, embedder=embedder, analyzer=analyzer, clock=clock
    )
    write = providers.ThreadSafeSingleton(
        Write, records=records, admission=admission, projection=projection, clock=clock, salt=salt, metrics=metrics
    )
    policy = providers.ThreadSafeSingleton(
        ApprovalPolicy, automatic=settings.provided.auto_approve, threshold=settings.provided.auto_approve_threshold
    )

    search = providers.ThreadSafeSingleton(
        Search,
        store=store,
        understanding=understanding,
        reads=reads,
        metrics=metrics,
        clock=clock,
        min_score=settings.provided.min_score,
        raw_cosine_floor=settings.provided.raw_cosine_floor,
        staleness_days=settings.provided.staleness_days,
    )
    records_for_reads = providers.ThreadSafeSingleton(
        parts.records_for_reads, records, settings.provided.timeout_seconds
    )
    access_log = providers.ThreadSafeSingleton(
        AccessLog, records=records, clock=clock, metrics=metrics, days=settings.provided.access_log_days
    )
    get = providers.ThreadSafeSingleton(Get, records=records_for_reads, reads=reads, log=access_log)
    browse = providers.ThreadSafeSingleton(
        Browse,
        records=records_for_reads,
        reads=reads,
        metrics=metrics,
        clock=clock,
        staleness_days=settings.provided.staleness_days,
    )
    tags = providers.ThreadSafeSingleton(Tags, records=records_for_reads, reads=reads)
    timeline = providers.ThreadSafeSingleton(Timeline, records=records_for_reads, reads=reads)
    project = providers.ThreadSafeSingleton(Project, records=records)
    sync = providers.ThreadSafeSingleton(Sync, records=records, projection=projection, project=project)
    reindex = providers.ThreadSafeSingleton(Reindex, projection=projection, project=project, sync=sync)
    copy_to = providers.ThreadSafeSingleton(CopyTo, projection=projection, project=project)
    by_words = providers.Factory(parts.by_words, analyzer=analyzer, clock=clock)
    patient_reads = providers.ThreadSafeSingleton(BoundedReads, clock=clock, metrics=metrics, timeout=PATIENCE_SECONDS)
    as_of = providers.ThreadSafeSingleton(
        AsOf, records=records, search=search, by_words=by_words.provider, reads=patient_reads, clock=clock
    )
    compare = providers.ThreadSafeSingleton(
        Compare, records=records, store=store, understanding=understanding, reads=reads, analyzer=analyzer
    )
    nominate = providers.ThreadSafeSingleton(
        Nominate, records=records, admission=admission, compare=compare, clock=clock, policy=policy
    )
    approve = providers.ThreadSafeSingleton(
        Approve,
        records=records,
        write=write,
        sync=sync,
        admission=admission,
        clock=clock,
        four_eyes=settings.provided.four_eyes,
    )
    reject = providers.ThreadSafeSingleton(Reject, records=records, write=write, admission=admission, clock=clock)
    reject_duplicate = providers.ThreadSafeSingleton(
        RejectDuplicate, records=records, write=write, sync=sync, clock=clock, four_eyes=settings.provided.four_eyes
    )
    reconsider = providers.ThreadSafeSingleton(Reconsider, records=records, nominate=nominate, write=write)
    propose = providers.ThreadSafeSingleton(Propose, nominate=nominate, write=write, approve=approve, clock=clock)
    import_candidates = providers.ThreadSafeSingleton(
        ImportCandidates, nominate=nominate, propose=propose, write=write, compare=compare
    )
    import_chain = providers.ThreadSafeSingleton(ImportChain, records=records, admission=admission, sync=sync)
    export = providers.ThreadSafeSingleton(Export, records=records)
    inherit = providers.ThreadSafeSingleton(Inherit, records=records, admission=admission, write=write, clock=clock)
    survey = providers.ThreadSafeSingleton(Survey, records=records, admission=admission, clock=clock)
    adopt = providers.ThreadSafeSingleton(
        Adopt, records=records, survey=survey, projection=projection, sync=sync, clock=clock, salt=salt
    )
    import_remember = providers.ThreadSafeSingleton(
        ImportRemember, records=records, candidates=import_candidates, inherit=inherit, clock=clock
    )
    correct = providers.ThreadSafeSingleton(
        Correct, records=records, nominate=nominate, admission=admission, write=write, clock=clock
    )
    note = providers.ThreadSafeSingleton(Note, records=records, admission=admission, write=write, clock=clock)
    verify = providers.ThreadSafeSingleton(Verify, records=records, write=write, clock=clock)
    confirm = providers.ThreadSafeSingleton(Confirm, records=records, admission=admission, write=write)
    refute = providers.ThreadSafeSingleton(Refute, records=records, admission=admission, write=write, clock=clock)
    archive = providers.ThreadSafeSingleton(Archive, records=records, write=write, clock=clock, admission=admission)
    transfer = providers.ThreadSafeSingleton(Transfer, records=records, write=write, clock=clock)
    redact = providers.ThreadSafeSingleton(
        Redact, records=records, admission=admission, write=write, sync=sync, clock=clock
    )
    restore = providers.ThreadSafeSingleton(Restore, records=records, write=write, clock=clock)
    mark = providers.ThreadSafeSingleton(Mark, admission=admission)
    renew = providers.ThreadSafeSingleton(Renew, records=records, clock=clock)
    index = providers.ThreadSafeSingleton(Index, records=records, mark=mark, renew=renew, write=write, sync=sync)
    rename_repo = providers.ThreadSafeSingleton(RenameRepo, records=records, write=write, sync=sync)
