"""docs/a-referee.md: its code is run on The Ford, hooks and all."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pnp.model.game import Game
from pnp.referee.invariants import check_state
from pnp.referee.kit.assembly import declaration_problems
from pnp.sources import load_game

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "a-referee.md").read_text("utf-8")
BLOCKS = re.findall(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', PAGE, re.MULTILINE | re.DOTALL)
CODE = [text for language, _, text in BLOCKS if language == "python"]
PHASE = next(text for language, file, text in BLOCKS if language == "yaml" and file == "game.yaml, a phase")
ALONE = {"0303": ["north-infantry-1"], "0905": ["south-infantry-1"]}
STACKED = {"0303": ["north-infantry-1", "north-artillery"], "0905": ["south-infantry-1"]}


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    """What the blocks of Python define, read one after another as one module."""
    module: dict[str, Any] = {"__name__": "ford_rules"}
    for text in CODE:
        exec(compile(text, "a-referee.md", "exec"), module)
    return module


@pytest.fixture(scope="module")
def ford(tmp_path_factory) -> Game:
    """The Ford with the phase of the page before all others."""
    folder = tmp_path_factory.mktemp("games") / "the_ford"
    shutil.copytree(ROOT / "sources" / "the_ford", folder)
    shutil.copytree(ROOT / "sources" / "common", folder.parent / "common")
    text = (folder / "game.yaml").read_text("utf-8")
    (folder / "game.yaml").write_text(text.replace("phases:\n", f"phases:\n{PHASE}", 1), "utf-8")
    return load_game("the-ford", dirs=[folder.parent])


def reach(rules: Any, units: dict[str, list[str]]) -> set[str]:
    """Where the infantry can go in the open."""
    state = rules.state_from({"phase": "north-movement", "side": "north", "units": units})
    rules.apply(state, rules.from_json(["choose-unit", "north-infantry-1"]))
    return {rules.to_json(choice)[-1] for choice in rules.choices(state)}


def test_hook_moves_a_lone_unit_farther(names):
    ford = load_game("the-ford")
    rules = names["FordRules"](ford)
    unit = rules.units.index("north-infantry-1")
    points = [rules.assembly.movement.points(rules.state_from({"units": u}), unit) for u in (ALONE, STACKED)]
    assert points == [5, 4]
    assert reach(rules, ALONE) > reach(rules, STACKED)
    assert not declaration_problems(ford, names["FordAssembly"])


@pytest.mark.parametrize(("die", "left"), [(6, []), (5, ["south-infantry-1"])])
def test_bombardment(names, ford, die, left):
    units = {"0303": ["north-artillery"], "0305": ["south-infantry-1"], "0906": ["south-artillery"]}
    rules = names["GunRules"](ford)
    state = rules.state_from({"phase": "bombardment", "side": "north", "units": units}, dice=[die])
    assert [rules.to_json(choice) for choice in rules.choices(state)] == [["bombard", "0305"], ["done"]]
    refused = rules.why_not(state, rules.from_json(["bombard", "0906"]))
    assert (refused.reason, refused.rule) == ("too-far", "13.2")
    assert rules.why_not(state, rules.from_json(["bombard", "0304"])).rule == "13.1"
    rules.apply(state, rules.from_json(["bombard", "0305"]))
    assert [entry for entry in (rules.position(state).units or {}).get("0305", ())] == left


def test_term_of_its_own_aims(names, ford):
    """Infantry has 4 + 4 factors, artillery 3 + 1: what is hit with a 6 is worth more in 0305 than in 0304."""
    units = {"0303": ["north-artillery"], "0305": ["south-infantry-1"], "0304": ["south-artillery"]}
    chosen, why = [], {}
    for name in ("GunRules", "AdvisedGunRules"):
        rules = names[name](ford)
        state = rules.state_from({"phase": "bombardment", "side": "north", "units": units})
        adviser = rules.adviser("north")
        chosen.append(rules.to_json(adviser.best(state, rules.choices(state)))[-1])
        why[name] = {rules.to_json(o.action)[-1]: o.reason for o in adviser.explain(state, rules.choices(state))}
    assert chosen == ["0304", "0305"]
    assert why["GunRules"]["0305"] == "nothing for or against it"
    assert why["AdvisedGunRules"]["0305"] == "destroys a unit with a 6"
    assert why["AdvisedGunRules"]["done"] == "nothing for or against it"


def test_games_with_bombardment_end_without_a_fault(names, ford):
    rules = names["GunRules"](ford)
    assert not declaration_problems(ford, names["GunAssembly"])
    for seed in range(3):
        state, chance = rules.new_state(seed), Random(seed)
        while not rules.is_over(state):
            rules.apply(state, chance.choice(rules.choices(state)))
            check_state(rules, state)
        assert any(line.kind == "draw" and line.data["for"] == "bombardment" for line in state.log.lines)


def test_every_procedure_that_can_be_replaced_is_named(names):
    from pnp.referee.kit.assembly import Assembly

    slots = [name for name, value in vars(Assembly).items() if name.isupper() and isinstance(value, type)]
    assert len(slots) > 15
    assert [name for name in slots if f"`{name}`" not in PAGE] == []
