"""How many plausible faults `pnp check` finds, by family: the honest figure, made without regard to the checks.

    python -m benchmarks.mutate [--game ID]… [--family NAME]… [--count 300] [--seed 0] [--survivors FILE]

Every value, entry and paragraph of a game may get a fault of each kind that fits (`benchmarks/mutations/`). Before any
check runs, the kit decides whether what is changed is told elsewhere; only those faults are tried, since nobody could
find the others. A family's share of the tries is the same in every game.

A fault is found *here* when a new finding names a line of its mapping or paragraph (where something is gone or
renamed: names what is gone), *elsewhere* when one names another place; *first* when the finding here is the first of
all. Findings in catalogues don't count. Survivors are listed with file and line, for a person to judge.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.copies import SOURCES, Copy, quick_reading
from benchmarks.mutations.entries import entry_faults
from benchmarks.mutations.faults import value_faults
from benchmarks.mutations.prose import prose_faults
from benchmarks.mutations.told import Told
from benchmarks.mutations.values import FAMILIES, Fault, Values, part_of
from pnp.errors import Problem

COUNT = 300
"""Faults tried, unless told otherwise: the same number of each family and game."""


@dataclass(frozen=True)
class Outcome:
    """What became of a fault.

    found  "first", "here", "elsewhere" or "" for a survivor
    said   the first finding
    """

    fault: Fault
    found: str
    said: str = ""


def faults_of(copy: Copy, seed: int) -> tuple[list[Fault], Counter[str]]:
    """The faults of a game that could be found, as they are tried in turn, and by family how many couldn't."""
    dice = random.Random(f"{seed} {copy.folder.name}")
    values = Values(copy.folder.name, {path: text for path, text in copy.texts.items() if path.endswith(".yaml")})
    told = Told(values)
    every = [
        fault
        for make in (value_faults, prose_faults, entry_faults)
        for fault in make(values, told, dice)
        if fault.made_in(copy.texts[fault.file]) != copy.texts[fault.file]
    ]
    dice.shuffle(every)
    alone = Counter(fault.family for fault in every if not fault.told)
    return _mixed([fault for fault in every if fault.told]), alone


def _mixed(faults: Iterable[Fault]) -> list[Fault]:
    """Families in turn, and in each family its kinds, each in every file in turn."""
    by_family: dict[str, dict[tuple[str, str], list[Fault]]] = defaultdict(lambda: defaultdict(list))
    for fault in faults:
        by_family[fault.family][fault.kind, part_of(fault.file).partition("/")[0]].append(fault)
    lines = {family: list(_in_turn(list(kinds.values()))) for family, kinds in sorted(by_family.items())}
    return list(_in_turn(list(lines.values())))


def _in_turn(lists: list[list[Fault]]) -> Iterator[Fault]:
    for number in range(max(map(len, lists), default=0)):
        yield from (faults[number] for faults in lists if number < len(faults))


def tried(copy: Copy, faults: Iterable[Fault]) -> Iterator[Outcome]:
    """Each fault made, checked and judged."""
    clean = Counter(map(_key, copy.problems()))
    for fault in faults:
        seen, new = Counter(clean), []
        for problem in copy.problems({fault.file: fault.made_in(copy.texts[fault.file])}):
            if seen[_key(problem)]:
                seen[_key(problem)] -= 1
            elif not part_of(copy.place(problem)[0]).startswith("locale/"):
                new.append(problem)
        here = [_here(copy, fault, problem) for problem in new]
        found = "first" if here[:1] == [True] else "here" if any(here) else "elsewhere" if new else ""
        yield Outcome(fault, found, str(new[0]) if new else "")


def _key(problem: Problem) -> tuple[str, str]:
    return problem.code, problem.message


def _here(copy: Copy, fault: Fault, problem: Problem) -> bool:
    file, line = copy.place(problem)
    named = bool(fault.lost) and re.search(rf"(?<![\w-]){re.escape(fault.lost)}(?![\w-])", problem.message)
    return bool(named) or (file == fault.file and fault.first <= line <= fault.last)


def run(games: list[str], families: list[str], count: int, seed: int) -> tuple[list[Outcome], Counter[str]]:
    """The outcomes of about `count` faults, and how many faults nobody could find, by family."""
    outcomes, alone = [], Counter()
    with tempfile.TemporaryDirectory() as folder, quick_reading():
        for game in games:
            copy = Copy(SOURCES / game, Path(folder))
            faults, hidden = faults_of(copy, seed)
            alone += hidden
            chosen = [fault for fault in faults if not families or fault.family in families][: count // len(games)]
            for outcome in tried(copy, chosen):
                outcomes.append(outcome)
                print(f"\r{len(outcomes)} of {count}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return outcomes, alone


def table(outcomes: list[Outcome], alone: Counter[str]) -> list[str]:
    """Rows of Markdown: a family, its faults, how many were found here, first and elsewhere, and how many survived; of
    all of them those in data and those in sentences.
    """
    rows = ["| family | tried | here | of these first | elsewhere | survived | told nowhere else |",
            "| --- | --- | --- | --- | --- | --- | --- |"]  # fmt: skip
    groups = {family: [o for o in outcomes if o.fault.family == family] for family in FAMILIES}
    kinds = {"data": [o for o in outcomes if not o.fault.prose], "prose": [o for o in outcomes if o.fault.prose]}
    for name, those in (groups | kinds | {"all": outcomes}).items():
        found = Counter(outcome.found for outcome in those)
        if total := found.total():
            here = found["first"] + found["here"]
            hidden = "–" if name in kinds else alone.total() if name == "all" else alone[name]
            rows.append(
                f"| {name} | {total} | {here} ({100 * here // total} %) | {found['first']} | {found['elsewhere']} "
                f"| {found['']} ({100 * found[''] // total} %) | {hidden} |"
            )
    return rows


def measure() -> dict[str, object]:
    """Family -> the share of its faults that is found at the right place."""
    outcomes, _ = run(_games(), [], COUNT, 0)
    told: dict[str, object] = {}
    for family in (*FAMILIES, "all"):
        found = [outcome.found for outcome in outcomes if family in ("all", outcome.fault.family)]
        here = sum(word in ("first", "here") for word in found)
        told[f"{family}: {len(found)} faults"] = f"{here} here, {found.count('elsewhere')} elsewhere"
    return told


def _games() -> list[str]:
    return sorted(path.parent.name for path in SOURCES.glob("*/game.yaml"))


def main() -> None:
    """Print the table and the survivors."""
    about = (__doc__ or "").splitlines()[0]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutate", description=about)
    parser.add_argument("--game", action="append", choices=_games(), help="folder of a game; all when none is named")
    parser.add_argument("--family", action="append", choices=FAMILIES, help="only this family; may be repeated")
    parser.add_argument("--count", type=int, default=COUNT, help=f"faults to try ({COUNT})")
    parser.add_argument("--seed", type=int, default=0, help="another seed makes other faults (0)")
    parser.add_argument("--all", action="store_true", help="list what was found as well")
    given = parser.parse_args()
    outcomes, alone = run(given.game or _games(), given.family or [], given.count, given.seed)
    print("\n".join(table(outcomes, alone)))
    for outcome in outcomes:
        fault = outcome.fault
        if given.all or outcome.found in ("", "elsewhere"):
            place = f"{fault.game}/{fault.file}:{fault.line}: {fault.family}: {fault.kind}"
            said = f"; {outcome.said}" if outcome.said else ""
            print(f"{outcome.found or 'survived'}: {place}: {fault.what}; told by {fault.told}{said}")


if __name__ == "__main__":
    main()
