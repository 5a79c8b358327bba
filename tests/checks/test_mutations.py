"""The kit of plausible faults (benchmarks/mutate.py, benchmarks/mutations)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.copies import SOURCES, Copy
from benchmarks.mutate import Outcome, faults_of, table, tried
from benchmarks.mutations.entries import entry_faults
from benchmarks.mutations.faults import value_faults
from benchmarks.mutations.prose import prose_faults
from benchmarks.mutations.told import Told, around, unmarked
from benchmarks.mutations.values import FAMILIES, Fault, Values, part_of

FIXTURE = Path(__file__).with_name("fixture_game")

GAME = """\
parameters:
  - {id: garrison-limit, value: 4, rule: "2.1", text: garrisons that may stand}
  - {id: reach, value: 7, rule: "2.2", text: areas of a flight}
"""
RULES = """\
cases:
  - id: "2.1"
    title: Garrisons
    text: |
      There are four garrisons [[2.2]]. They never move. Nobody pays for them, however long they stay.
  - id: "2.2"
    title: Flights
    text: A flight is long.
"""


@pytest.fixture
def values() -> Values:
    return Values("made-up", {"game.yaml": GAME, "rules/10-rules.yaml": RULES, "counters.yaml": "groups: []\n"})


def of_kind(faults: list[Fault], kind: str) -> list[Fault]:
    found = [fault for fault in faults if fault.kind == kind]
    assert found
    return found


def test_a_number_is_told_by_prose_with_its_noun(values: Values):
    """Four garrisons stand in a sentence; of seven areas nobody else speaks."""
    faults = list(value_faults(values, Told(values), random.Random(0)))
    digits = {fault.what.partition(":")[0]: fault.told for fault in of_kind(faults, "one digit")}
    assert digits == {
        "parameters/garrison-limit/value": "rules/10-rules.yaml:4 (garrison)",
        "parameters/reach/value": "",
    }


def test_a_number_word_in_prose_is_told_by_the_parameter(values: Values):
    faults = list(prose_faults(values, Told(values), random.Random(0)))
    word, = (f for f in of_kind(faults, "number word") if f.file == "rules/10-rules.yaml")
    assert word.told == "game.yaml:2 (garrison)"
    assert word.family == "numbers in prose"
    assert (word.line, word.first, word.last) == (5, 4, 5)
    assert word.made_in(RULES) in (RULES.replace("four", "three"), RULES.replace("four", "five"))


def test_a_sentence_stands_twice(values: Values):
    faults = list(prose_faults(values, Told(values), random.Random(0)))
    doubled, = of_kind(faults, "doubled sentence")
    sentence = " Nobody pays for them, however long they stay."
    assert doubled.made_in(RULES) == RULES.replace(sentence, sentence * 2)


def test_an_entry_is_lost(values: Values):
    faults = list(entry_faults(values, Told(values), random.Random(0)))
    lost, = (fault for fault in of_kind(faults, "drop") if fault.lost == "reach")
    assert lost.made_in(GAME) == "".join(GAME.splitlines(keepends=True)[:2])


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("Up to three units of foot may enter.", {"foot"}),
        ("They march. Then three battalions fight.", {"battalion", "fight"}),
        ("Three; battalions fight.", set()),
    ],
)
def test_what_a_number_counts_stands_near_it_in_its_sentence(text: str, near: set[str]):
    start = text.lower().index("three")
    assert around(text, start, start + 5) == near


def test_placeholders_and_numbers_of_lists_are_no_numbers():
    assert unmarked("1. {{ parameter.x2 }} [[3.1]] 4").split() == ["4"]


def test_the_same_seed_makes_the_same_faults(tmp_path: Path):
    copy = Copy(FIXTURE, tmp_path)
    first, alone = faults_of(copy, 3)
    again, _ = faults_of(copy, 3)
    assert first == again
    assert {fault.family for fault in first} <= set(FAMILIES)
    assert all(fault.told for fault in first)
    assert alone.total() > 0


def fault_in(text: str, old: str, new: str, *, first: int = 0, last: int = 0, lost: str = "") -> Fault:
    at = text.index(old)
    line = text.count("\n", 0, at) + 1
    return Fault(
        "fixture_game", "game.yaml", line, first or line, last or line, "names", "made here", old,
        ((at, at + len(old), new),), "the test", lost,
    )  # fmt: skip


def test_a_fault_is_found_here_elsewhere_or_not_at_all(tmp_path: Path):
    copy = Copy(FIXTURE, tmp_path)
    text = copy.texts["game.yaml"]
    own = fault_in(text, "players:", "playres:")
    other = fault_in(text, "players:", "playres:", first=1, last=1)
    comment = fault_in(text, "\nid:", "\n# nothing\nid:")
    assert [outcome.found for outcome in tried(copy, (own, other, comment))] == ["first", "elsewhere", ""]
    assert (copy.folder / "game.yaml").read_text("utf-8") == text


def test_the_table_counts_by_family():
    fault = fault_in("id: x", "x", "y")
    said = replace(fault, prose=True)
    rows = table([Outcome(fault, "first"), Outcome(fault, ""), Outcome(said, "elsewhere")], Counter(names=2, rules=1))
    assert rows[2:] == [
        "| names | 3 | 1 (33 %) | 1 | 1 | 1 (33 %) | 2 |",
        "| data | 2 | 1 (50 %) | 1 | 0 | 1 (50 %) | – |",
        "| prose | 1 | 0 (0 %) | 0 | 1 | 0 (0 %) | – |",
        "| all | 3 | 1 (33 %) | 1 | 1 | 1 (33 %) | 3 |",
    ]


def test_a_fault_in_a_series_is_sought_in_all_its_games(tmp_path: Path):
    """Paths lead from the game's folder; a fault in the game's own files is sought in it alone."""
    copy = Copy(SOURCES / "makhnos_return", tmp_path)
    assert [folder.name for folder in copy.others] == ["fall_of_the_directory"]
    assert {"game.yaml", "../tatchanka/series.yaml"} <= set(copy.texts)
    shared, own = (
        [copy.place(found)[0] for found in copy.problems({path: copy.texts[path] + "\nnonsense: 1\n"})]
        for path in ("../tatchanka/series.yaml", "game.yaml")
    )
    assert shared == ["../tatchanka/series.yaml"] * 2
    assert own == ["game.yaml"]


def test_the_files_of_a_series_are_those_of_the_game():
    assert part_of("../a-series/series.yaml") == "game.yaml"
    assert part_of("../a-series/rules/10-moves.yaml") == "rules/10-moves.yaml"
    assert part_of("map.yaml") == "map.yaml"
