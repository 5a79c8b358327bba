"""The examples of play hold: the referee plays each of them."""

import pytest

from pnp.games.putins_war.rules import PutinsWar
from pnp.model.game import Game
from pnp.model.rules import Example
from pnp.referee.examples import run_example
from pnp.sources import load_game

GAME = load_game("putins-war")
EXAMPLES = {example.id: example for example in GAME.all_examples()}


def played(game: Game, example: Example):
    options = {k: v for k, v in (example.position.options or {}).items() if v}
    return run_example(PutinsWar(game, "standard", options), example)


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_referee_plays_the_example(name: str):
    assert [str(p) for p in played(GAME, EXAMPLES[name]).problems] == []


def test_there_are_enough_of_every_kind():
    assert len(EXAMPLES) == sum(len(f.examples) for f in GAME.examples) >= 20
    assert sum(e.expect.refused is not None for e in EXAMPLES.values()) >= 6
    assert sum(len(e.actions) >= 30 and e.in_rulebook for e in EXAMPLES.values()) == 1
    assert {e.expect.result for e in EXAMPLES.values()} >= {"win", "loss"}


def test_a_wrong_expectation_is_found():
    example = EXAMPLES["over-stack"]
    position = example.expect.position
    assert position is not None and position.units is not None
    wrong = position.replaced(units={**position.units, "eliminated": ("armored-division-1",)})

    problems = played(GAME, example.replaced(expect=example.expect.replaced(position=wrong))).problems

    assert "eliminated holds special-brigade-1, expected armored-division-1" in problems[0].message


def test_examples_of_the_rulebook_are_shown_in_it():
    shown = {line.split()[1] for case in GAME.cases() for line in case.text.splitlines() if line.startswith("@example")}

    assert shown == {e.id for e in EXAMPLES.values() if e.in_rulebook}
