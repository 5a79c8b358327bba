"""The hash of a declared game covers what its referee is made of, and no text or look."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from faults import GOOD

from pnp.referee.facts import facts_hash, facts_of
from pnp.sources import load_game

RULES = {
    "a parameter of a procedure": ("procedures.yaml", "between: forbidden", "between: allowed"),
    "a filter": ("procedures.yaml", "not_into: {set: swamp}", "not_into: {set: wall}"),
    "a filter within not": ("procedures.yaml", "{not: {side_kind: brook}}", "{not: {side_kind: sea}}"),
    "a sentence": ("procedures.yaml", "retreat defenders 2", "retreat defenders 1"),
    "a face of a second roll": ("procedures.yaml", "{1-3: nothing, 4-6:", "{1-2: nothing, 3-6:"),
    "a cited rule": ("procedures.yaml", 'without_way: eliminate, rule: "4.2"', 'without_way: eliminate, rule: "4.1"'),
    "the procedure of a phase": ("game.yaml", ", procedure: combat", ""),
    "the side of a phase": ("game.yaml", "name: Supply, side: each", "name: Supply, side: red"),
    "the turns of a phase": ("game.yaml", 'turns: "2-3"', 'turns: "3"'),
    "the condition of a phase": ("game.yaml", "when: {not: {option: fog}}", "when: {option: fog}"),
    "a phase moved into another": ("game.yaml", "\n  - id: player-turn", "\n  - id: other-turn"),
    "the cost of a terrain": ("map.yaml", "cost: 2}", "cost: 3}"),
    "a hex of another terrain": ("map.yaml", '- "...f."', '- "..ff."'),
    "a hex of another region": ("map.yaml", '- ".NNNN"', '- ".NNNS"'),
    "a hexside": ("map.yaml", "0201/0102 0201/0202", "0201/0102 0101/0201"),
    "the cost of a kind of hexside": ("map.yaml", 'rule: "2.2", cost: 1}', 'rule: "2.2", cost: 2}'),
    "a way": ("map.yaml", "0102 0202 0302 0303", "0102 0202 0302"),
    "the cost of a way": ("map.yaml", "look: road, cost: 1", "look: road, cost: 2"),
    "a set": ("map.yaml", 'hexes: "0304"', 'hexes: "0204"'),
    "an overlay": ("map.yaml", "turns: [3, 3]", "turns: [2, 3]"),
    "a level": ("scenarios/standard.yaml", "at_least: 4", "at_least: 3"),
    "a line of the schedule": ("scenarios/standard.yaml", "side: red, points: 3", "side: red, points: 2"),
    "an arrival": ("scenarios/standard.yaml", "turn: 3, side: red", "turn: 2, side: red"),
}

WORDING = {
    "a silent rule": ("procedures.yaml", "setup: {", 'silent: {"3.3": judged without a word}\nsetup: {'),
    "a default written out": ("procedures.yaml", "  entering: stop\n", ""),
    "the text of a phase": ("game.yaml", "text: Move units.", "text: Go on."),
    "the name of a terrain": ("map.yaml", "name: Forest", "name: Wood"),
    "the look of a road": ("map.yaml", "look: road, cost: 1", "look: track, cost: 1"),
    "the text of a line": ("scenarios/standard.yaml", "text: Cedar", "text: the cedars"),
}


def _hash(change: tuple[str, str, str], into: Path) -> str:
    file, old, new = change
    folder = into / "game"
    shutil.copytree(GOOD, folder)
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    return facts_hash(load_game(folder))


@pytest.mark.parametrize("what", RULES)
def test_what_the_referee_reads_is_in_the_hash(what: str, tmp_path: Path):
    assert _hash(RULES[what], tmp_path) != facts_hash(load_game(GOOD))


@pytest.mark.parametrize("what", WORDING)
def test_wording_and_looks_are_not_in_the_hash(what: str, tmp_path: Path):
    assert _hash(WORDING[what], tmp_path) == facts_hash(load_game(GOOD))


def test_a_game_with_code_alone_has_no_declared_facts():
    """So its hash, which stands in every log, stays what it was before games could declare."""
    facts = facts_of(replace(load_game("putins-war"), procedures=None))
    assert not {"procedures", "turn", "ground", "plans"} & facts.keys()
