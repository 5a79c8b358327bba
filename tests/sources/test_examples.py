"""The examples of play hold: the referee plays each of them."""

import pytest

from pnp.games import run_game_example
from pnp.sources import load_game

GAME, MARCH = load_game("putins-war"), load_game("march-of-justice")
EXAMPLES = {example.id: example for example in GAME.all_examples()}
MARCH_EXAMPLES = {example.id: example for example in MARCH.all_examples()}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_referee_plays_the_example(name: str):
    assert [str(p) for p in run_game_example(GAME, EXAMPLES[name]).problems] == []


@pytest.mark.parametrize("name", sorted(MARCH_EXAMPLES))
def test_the_referee_plays_the_example_of_march_of_justice(name: str):
    assert [str(p) for p in run_game_example(MARCH, MARCH_EXAMPLES[name]).problems] == []


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

    problems = run_game_example(GAME, example.replaced(expect=example.expect.replaced(position=wrong))).problems

    assert "eliminated holds special-brigade-1, expected armored-division-1" in problems[0].message


@pytest.mark.parametrize("game", [GAME, MARCH], ids=lambda game: game.id)
def test_examples_of_the_rulebook_are_shown_in_it(game):
    """In a text that names them, or after the first case that they show."""
    named = {line.split()[1] for case in game.cases() for line in case.text.splitlines() if line.startswith("@example")}
    of_the_book = {e.id: e.rules[0] for e in game.all_examples() if e.in_rulebook}

    assert len(named) >= 5 and named <= of_the_book.keys()
    assert {of_the_book[name] for name in of_the_book.keys() - named} <= {case.id for case in game.cases()}


def test_march_of_justice_has_examples_of_every_part():
    """Legal and refused, with every result code but NE, and with each of the five priorities."""
    played = [run_game_example(MARCH, example) for example in MARCH_EXAMPLES.values()]
    events = [line.data for outcome in played if outcome.log for line in outcome.log.lines if line.kind == "event"]

    assert sum(e.expect.refused is not None for e in MARCH_EXAMPLES.values()) >= 10
    assert {e.expect.result for e in MARCH_EXAMPLES.values()} >= {"win", "loss", "russian-win", "draw"}
    assert {e["code"] for e in events if e["event"] == "result" and e["table"] == "contact"} >= {
        "AR", "Ar", "EX", "Rp", "R", "S",
    }
    assert {e["rule"] for e in events if e["event"] == "priority"} >= {f"7.4.{n}" for n in range(1, 6)}
