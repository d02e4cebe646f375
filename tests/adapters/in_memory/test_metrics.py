from concurrent.futures import ThreadPoolExecutor

from firm_memory.adapters.in_memory.metrics import InMemoryMetrics, Series


def test_a_counter_counts_by_its_labels() -> None:
    """`scope_leak` of one store says nothing about another's."""
    metrics = InMemoryMetrics()
    metrics.count("read_degraded", reason="timeout")
    metrics.count("read_degraded", reason="timeout")
    metrics.count("read_degraded", reason="unavailable")
    assert metrics.value("read_degraded", reason="timeout") == 2
    assert metrics.value("read_degraded") == 3
    assert metrics.value("scope_leak") == 0


def test_a_duration_keeps_how_often_and_how_long() -> None:
    """An operator needs the number of searches and their seconds to see a mean."""
    metrics = InMemoryMetrics()
    metrics.observe("search", 0.5, mode="hybrid")
    metrics.observe("search", 1.5, mode="hybrid")
    assert metrics.snapshot() == (Series(name="search", labels=(("mode", "hybrid"),), count=2, seconds=2.0),)


def test_a_snapshot_is_ordered_and_does_not_change() -> None:
    """What a report shows is one instant, in an order that can be compared."""
    metrics = InMemoryMetrics()
    metrics.count("b")
    metrics.count("a", x="2")
    metrics.count("a", x="1")
    snapshot = metrics.snapshot()
    metrics.count("a", x="1")
    assert [(each.name, each.labels, each.count) for each in snapshot] == [
        ("a", (("x", "1"),), 1),
        ("a", (("x", "2"),), 1),
        ("b", (), 1),
    ]


def test_no_count_is_lost_between_threads() -> None:
    """Many requests count at once; each of them is seen."""
    metrics = InMemoryMetrics()

    def busy() -> None:
        for _ in range(2_000):
            metrics.count("search")

    with ThreadPoolExecutor(8) as pool:
        for _ in range(8):
            pool.submit(busy)
    assert metrics.value("search") == 16_000
