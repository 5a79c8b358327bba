"""The whole corpus, run and told: what was found in each family, what was skipped, what was missed."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from corpus.case import Case, Mutation, Sources, cases_of
from corpus.run import Outcome, Runner
from pnp.sources import game_folders

FAMILIES = (
    "ids", "board", "tables", "counters", "scenarios", "rulebook", "translations", "sheets", "reader", "hexes",
    "declarations", "displays", "cards", "pictures",
)  # fmt: skip
"""Modules of this package with mutations; those of the checks, and the codes of the reader."""


@dataclass(frozen=True)
class Family:
    """What came of the cases of one family.

    skipped  (mutation, rule that leaves the change out) -> how often
    """

    name: str
    outcomes: tuple[Outcome, ...]
    skipped: Counter[tuple[str, str]]

    @property
    def missed(self) -> list[Outcome]:
        """Those not reported with their code at their line."""
        return [o for o in self.outcomes if not o.detected]

    @property
    def derived(self) -> int:
        """How many were drawn from the data."""
        return sum(o.case.mutation.derived for o in self.outcomes)


def mutations_of(family: str) -> tuple[Mutation, ...]:
    """The mutations of a family."""
    return import_module(f"corpus.{family}").MUTATIONS


GAMES = ("march-of-justice", "putins-war", "winter-war")
"""A game for each kind of map; more of one kind would only take more time."""


DECLARING = {
    "declarations": "the-ford", "displays": "declared-war", "cards": "declared-war", "pictures": "the-ford",
}  # fmt: skip
"""Family -> the game from which its cases are drawn, since it alone holds what they are about."""
OWN_GAMES = {"declared-war": Path(__file__).parent.parent / "fixture_declared"}
"""A game of the tests -> its folder."""


def sources() -> list[Sources]:
    """The sources of GAMES."""
    return [_sources_of(name) for name in GAMES]


@lru_cache
def _sources_of(name: str) -> Sources:
    return Sources(OWN_GAMES.get(name) or game_folders()[name])


def cases(family: str, games: Iterable[Sources]) -> list[tuple[Sources, list[Case], Counter[tuple[str, str]]]]:
    """The cases of a family by game."""
    drawn_from = [_sources_of(DECLARING[family])] if family in DECLARING else games
    return [(game, *_cases_of(family, game)) for game in drawn_from]


@lru_cache(maxsize=64)
def _cases_of(family: str, game: Sources) -> tuple[list[Case], Counter[tuple[str, str]]]:
    return cases_of(game, mutations_of(family))


def run_family(family: str, games: Iterable[Sources], runner: Runner, *, most: int | None = None) -> Family:
    """Run the cases of a family.

    most  of those that a mutation draws from the data of the games; None for all. The named ones are always run.
    """
    outcomes, skipped = [], Counter()
    found = cases(family, games)
    chosen = _few([listed for _, listed, _ in found], most) if most else [listed for _, listed, _ in found]
    for (game, _, left_out), listed in zip(found, chosen, strict=True):
        outcomes += runner.run(game, listed)
        skipped += left_out
    return Family(family, tuple(outcomes), skipped)


def _few(by_game: Sequence[Sequence[Case]], most: int) -> list[list[Case]]:
    """The named cases of each game; of each mutation that draws from the data the first, each from another game."""
    few = [[case for case in listed if not case.mutation.derived] for listed in by_game]
    names = dict.fromkeys(case.mutation.name for listed in by_game for case in listed if case.mutation.derived)
    for number, name in enumerate(names):
        drawn = [(n, case) for n, listed in enumerate(by_game) for case in listed if case.mutation.name == name]
        offering = list(dict.fromkeys(n for n, _ in drawn))
        turned = offering[number % len(offering) :] + offering[: number % len(offering)]
        for game, case in sorted(drawn, key=lambda found: turned.index(found[0]))[:most]:
            few[game].append(case)
    return few


def table(families: Iterable[Family]) -> str:
    """The detection table."""
    lines = [f"{'family':<14}{'cases':>7}{'derived':>9}{'found':>7}{'missed':>8}{'rate':>9}{'skipped':>9}"]
    families = list(families)
    for one in families:
        lines.append(_row(one.name, len(one.outcomes), one.derived, len(one.missed), sum(one.skipped.values())))
    if len(families) > 1:
        total = [o for one in families for o in one.outcomes]
        missed, derived = sum(len(one.missed) for one in families), sum(one.derived for one in families)
        lines.append(_row("all", len(total), derived, missed, sum(sum(one.skipped.values()) for one in families)))
    return "\n".join(lines)


def _row(name: str, cases: int, derived: int, missed: int, skipped: int) -> str:
    rate = f"{100 * (cases - missed) / cases:.1f} %" if cases else "–"
    return f"{name:<14}{cases:>7}{derived:>9}{cases - missed:>7}{missed:>8}{rate:>9}{skipped:>9}"


def misses(family: Family, *, most: int = 6) -> str:
    """Every miss with what was found in its place."""
    lines = []
    for one in family.missed:
        wanted = ", ".join(f"{file}:{line}" for file, line in one.case.draft.at[:4])
        found = one.crashed or "; ".join(f"{c} at {f}:{n}" for c, f, n in one.found[:most]) or "nothing"
        lines.append(f"  {one.case.name}\n    wanted {' or '.join(one.case.mutation.codes)} at {wanted}; got {found}")
    return "\n".join(lines)


def left_out(family: Family) -> str:
    """What was skipped, by mutation and rule."""
    return "\n".join(f"  {count:>5}  {name}: {rule}" for (name, rule), count in sorted(family.skipped.items()))


def main(folder: Path, names: list[str], *, whole: bool = False, verbose: bool = True) -> list[Family]:
    """Run `names`, all families when there are none, and print."""
    games, runner, done = sources(), Runner(folder, whole=whole), []
    for name in names or FAMILIES:
        one = run_family(name, games, runner)
        done.append(one)
        if verbose and one.missed:
            print(f"missed in {name}:\n{misses(one)}", file=sys.stderr)
    print(table(done))
    return done
