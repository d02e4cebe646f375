"""In which order drafts are taken up, so that each comes behind the one it replaces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def in_order(replaces: Mapping[str, str | None]) -> Iterator[tuple[str, str | None]]:
    """Every place with the place it replaces, which comes first; None instead where that is missing or leads back.

    `replaces` tells for each place, in the order of the source, the place that it replaces.
    """
    done = dict[str, None]()
    for start in replaces:
        path, each = list[str](), start
        while each not in done and each not in path:
            path.append(each)
            target = replaces[each]
            if target is None or target not in replaces:
                break
            each = target
        for place in reversed(path):
            done[place] = None
            target = replaces[place]
            yield place, target if target in done and target != place else None
