"""The declared game and its hand-written twin: the same choices, the same dice, to the end of every game."""

from __future__ import annotations

import random
from functools import cache

import pytest

from pnp.referee.kit.rules import DeclaredRules
from tests.kit.games import declared
from tests.kit.twin import GROUND, TURNS, Twin, Unit

START = {
    "0302": ["blue-1", "horse-1"], "0402": ["blue-2"], "0203": ["blue-3", "blue-4"], "0601": ["horse-2"],
    "0404": ["red-1", "red-2"], "0504": ["guard-1"], "0305": ["red-3"], "0605": ["guard-2", "red-4"],
}  # fmt: skip
FACTORS = {"blue": (4, 4, 4), "horse": (2, 2, 6), "red": (4, 4, 4), "guard": (6, 6, 3)}
COUNTERS = """
- {id: blue, name: Blue, side: blue, type: infantry, count: 4, factors: {attack: 4, defence: 4, movement: 4}}
- {id: horse, name: Blue horse, side: blue, type: cavalry, count: 2, factors: {attack: 2, defence: 2, movement: 6}}
- {id: red, name: Red, side: red, type: infantry, count: 4, factors: {attack: 4, defence: 4, movement: 4}}
- {id: guard, name: Red guard, side: red, type: guard, count: 2, factors: {attack: 6, defence: 6, movement: 3}}
"""
PROCEDURES = """
combat:
  times:
    - {side: defenders, by: 2, at: {terrain: woods}, rule: "8"}
    - {side: attackers, by: 1/2, across: {side_kind: river}, rule: "8"}
"""
SEEDS = 60


@cache
def rules() -> DeclaredRules:
    """The declared game."""
    river = '[{kind: river, sides: "0403/0404 0403/0304 0503/0404 0503/0504"}]'
    game_map = f"""hexes:
  rows: [{", ".join(GROUND)}]
  side_kinds: [{{id: river, name: River, rule: "4", cost: 1}}]
  sides: {river}
"""
    units = "{" + ", ".join(f"'{place}': [{', '.join(names)}]" for place, names in START.items()) + "}"
    return DeclaredRules(declared(PROCEDURES, units=units, counters=COUNTERS, game_map=game_map))


def twin_of(dice: list[int]) -> Twin:
    """The twin at the start, with the dice that the declared game throws."""
    units = {}
    for place, names in START.items():
        for name in names:
            kind = name.split("-")[0]
            units[name] = Unit("red" if kind in ("red", "guard") else "blue", *FACTORS[kind], place)
    return Twin(units, lambda: dice.pop(0))


@pytest.mark.parametrize("block", range(6))
def test_the_declared_game_and_its_twin_agree(block: int):
    battles = set()
    for seed in range(block * SEEDS // 6, (block + 1) * SEEDS // 6):
        battles |= played_alike(seed)
    assert battles >= {"retreat-space", "losses-exchange", "advance", "combat-attacker", "movement-space"}


def played_alike(seed: int) -> set[str]:
    """Play one game at random on both; the kinds of decisions that came up."""
    referee, rng, kinds, dice = rules(), random.Random(seed), set(), []
    state = referee.new_state(seed)
    twin = twin_of(dice)
    twin.start()
    seen = 0
    while not referee.is_over(state):
        step = referee.step(state)
        names = {referee.to_json(choice)[-1]: choice for choice in referee.choices(state)}
        assert twin.ask is not None, f"seed {seed}: the twin is over, the referee asks {step}"
        side, what, choices = twin.ask
        assert (step.by, step.id, set(names)) == (side, what, set(choices)), f"seed {seed}, turn {state.turn}"
        kinds.add(what)
        wanted = sorted(names, key=lambda name: (name in ("done", "fight"), name))
        if len(wanted) > 1 and wanted[-1] in ("done", "fight") and rng.random() < 0.85:
            wanted.pop()
        name = rng.choice(wanted)
        referee.apply(state, names[name])
        dice += [record[3] for record in state.records[seen:] if record[0] == 1 and record[1] == "d6"]
        seen = len(state.records)
        twin.choose(name)
        assert not dice, f"seed {seed}: the referee threw more dice than the twin"
        for unit, twin_unit in twin.units.items():
            place = referee.places[state.at[referee.units.index(unit)]]
            assert place == (twin_unit.at or f"{twin_unit.side}-lost"), f"seed {seed}: {unit}"
    assert twin.ask is None
    assert twin.turn > TURNS
    return kinds
