"""The product owners' page: every rule of the firm in its own words, with what its last run showed.

`python -m firm_memory.features.rules_page VERDICTS PAGE` reads what `--verdicts` wrote and writes one HTML file
that needs nothing else: no script, no font, no connection.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final

import attrs
from pytest_bdd.feature import get_features
from pytest_bdd.parser import Feature, ScenarioTemplate

from firm_memory.features.verdicts import Verdicts

HOLDS: Final = "holds"
BROKEN: Final = "broken"
NOT_RUN: Final = "not run"
_WORDS: Final = {"passed": HOLDS, "failed": BROKEN}
_STYLE: Final = """
:root{color-scheme:light dark;--ink:#14202b;--dim:#4c5a67;--paper:#f7f9fa;--line:#c9d3db;
--holds:#0b6b3a;--broken:#b3261e;--not-run:#7a5200}
@media (prefers-color-scheme:dark){:root{--ink:#dbe7ef;--dim:#9fb0be;--paper:#0c141b;--line:#2b3a47;
--holds:#6fdc9f;--broken:#ff9b91;--not-run:#f0c36d}}
*{box-sizing:border-box}body{margin:0 auto;max-width:60rem;padding:2rem 1rem 4rem;background:var(--paper);
color:var(--ink);font:1rem/1.55 ui-sans-serif,system-ui,sans-serif}
h1{font-size:1.9rem;margin:0}h2{margin:2.5rem 0 .25rem;font-size:1.35rem}
h3{font-size:1.05rem;margin:0;display:inline;font-weight:600}p{margin:.25rem 0;color:var(--dim)}
nav a{display:inline-block;margin:.25rem .75rem .25rem 0;color:inherit}
section.rule{border:1px solid var(--line);border-left:.3rem solid var(--tone);border-radius:.3rem;
padding:.7rem 1rem;margin:.7rem 0}
.holds{--tone:var(--holds)}.broken{--tone:var(--broken)}.not-run{--tone:var(--not-run)}
.word{color:var(--tone);font-weight:700}summary{cursor:pointer}
ol{list-style:none;padding:0 0 0 1.2rem;margin:.4rem 0}li.and{padding-left:1rem}
table{border-collapse:collapse;margin:.4rem 0 .6rem 1.2rem;font-size:.9rem}
td{padding:.1rem 1rem .1rem 0;border-top:1px solid var(--line)}code{font-size:.85rem;color:var(--dim)}
"""


@attrs.frozen(kw_only=True)
class Shown:
    """An Example with its steps and, place by place, whether it holds."""

    name: str
    steps: tuple[str, ...]
    places: tuple[tuple[str, str], ...]

    @property
    def word(self) -> str:
        """`broken` where it is broken anywhere, `holds` where it holds in every place that was run."""
        return verdict_on([word for _, word in self.places])


def verdict_on(words: Sequence[str]) -> str:
    """The verdict on a whole from those on its parts: a broken one breaks it, one that was not run leaves it open."""
    if BROKEN in words:
        return BROKEN
    return HOLDS if words and NOT_RUN not in words else NOT_RUN


def page(features: Path, verdicts: Verdicts) -> str:
    """The whole page for the `.feature` files in a folder."""
    read = sorted(get_features([str(features)]), key=lambda feature: feature.filename)
    rules = [(feature, list(_rules(feature, verdicts))) for feature in read]
    words = [verdict_on([each.word for each in shown]) for _, found in rules for _, _, shown in found]
    counted = ", ".join(f"{words.count(word)} {word}" for word in (HOLDS, BROKEN, NOT_RUN) if words.count(word))
    links = "".join(f'<a href="#{_anchor(feature)}">{escape(feature.name or "")}</a>' for feature, _ in rules)
    ended = f"{verdicts.ended_at:%Y-%m-%d %H:%M} UTC"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>The firm's rules</title><style>{_STYLE}</style></head><body>"
        f"<h1>The firm's rules</h1><p>{len(words)} rules: {counted or 'none'}. Last run: {ended}.</p>"
        f"<nav>{links}</nav>{''.join(_feature(feature, found) for feature, found in rules)}</body></html>\n"
    )


def _anchor(feature: Feature) -> str:
    return Path(feature.filename).stem


def _rules(feature: Feature, verdicts: Verdicts) -> Iterator[tuple[str, str, list[Shown]]]:
    """Each rule of a feature: its sentence, its tag and its Examples, in the order of the file."""
    found: dict[str, tuple[str, list[Shown]]] = {}
    for example in feature.scenarios.values():
        rule = example.rule
        sentence, tags = (rule.name, rule.tags) if rule else ("", set[str]())
        found.setdefault(sentence, (" ".join(sorted(tags)), []))[1].append(_shown(feature, example, verdicts))
    for sentence, (tag, examples) in found.items():
        yield sentence, tag, examples


def _shown(feature: Feature, example: ScenarioTemplate, verdicts: Verdicts) -> Shown:
    name = Path(feature.filename).name
    found = defaultdict[str, list[str]](list)  # an outline has several verdicts in a place
    for each in verdicts.verdicts:
        if (each.feature, each.example) == (name, example.name):
            found[each.place].append(_WORDS.get(each.outcome, NOT_RUN))
    places = [(place, verdict_on(words)) for place, words in found.items()]
    steps = tuple(f"{step.keyword.strip()} {step.name}" for step in example.steps)
    return Shown(name=example.name, steps=steps, places=tuple(sorted(places)))


def _feature(feature: Feature, rules: Sequence[tuple[str, str, list[Shown]]]) -> str:
    told = " ".join((feature.description or "").split())
    shown = "".join(_rule(*rule) for rule in rules)
    return f'<h2 id="{_anchor(feature)}">{escape(feature.name or "")}</h2><p>{escape(told)}</p>{shown}'


def _rule(sentence: str, tag: str, examples: Sequence[Shown]) -> str:
    word = verdict_on([example.word for example in examples])
    return (
        f'<section class="rule {_css(word)}"><h3>{escape(sentence)}</h3> <span class="word">{word}</span>'
        f"<br><code>{escape(tag)}</code>{''.join(map(_example, examples))}</section>"
    )


def _example(example: Shown) -> str:
    steps = "".join(
        f"<li{' class=and' if step.startswith(('And', 'But')) else ''}>{escape(step)}</li>" for step in example.steps
    )
    places = "".join(
        f'<tr class="{_css(word)}"><td>{escape(place or "everywhere")}</td><td class="word">{word}</td></tr>'
        for place, word in example.places
    )
    opened = "" if example.word == HOLDS else " open"
    return (
        f'<details class="{_css(example.word)}"{opened}><summary>{escape(example.name)} '
        f'<span class="word">{example.word}</span></summary><ol>{steps}</ol><table>{places}</table></details>'
    )


def _css(word: str) -> str:
    return word.replace(" ", "-")


def main(arguments: Sequence[str]) -> int:
    """Write the page; 1 when a rule is broken or was not run, 2 without two paths."""
    if len(arguments) != 2:
        sys.stderr.write("usage: python -m firm_memory.features.rules_page VERDICTS PAGE\n")
        return 2
    source, target = map(Path, arguments)
    verdicts = Verdicts.read(source)
    target.write_text(page(Path(__file__).parent, verdicts), encoding="utf-8")
    sys.stdout.write(f"{target}: {len(verdicts.verdicts)} Examples\n")
    return 0 if all(_WORDS.get(each.outcome) == HOLDS for each in verdicts.verdicts) and verdicts.verdicts else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
