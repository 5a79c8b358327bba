"""example: the referee plays every example of play, and what must follow follows.

Each starts from its position, takes the dice and draws that it names, carries out its actions, and is compared with
`expect`: rules in the log, a refusal, a result, a position. Runs where the referee has procedures for the game.

Game:   putins-war
Passes: examples/20-combat.yaml examples/homeland/title = Another title
Fails:  examples/20-combat.yaml examples/homeland/dice = [4, 5, 1]
Fails:  examples/20-combat.yaml examples/homeland/expect/logged = ["4.6", "5.7"]
Fails:  game.yaml parameters/stack-limit/id = stacking-limit
Fails:  examples/20-combat.yaml examples/homeland/actions = [[choose-unit, armored-division-1], [move-to, odeska]]
Mend:   correct the example; or the rule, if the example is right.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, SourceError
from pnp.model.game import Game
from pnp.model.log import Log
from pnp.model.rules import Example
from pnp.referee.examples import ExampleOutcome
from pnp.referee.setting import undefined

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    for example in survey.game.all_examples():
        match survey.played.get(example.id):
            case SourceError() as error:
                yield from error.problems
            case Exception() as error:
                yield _stumble(survey.game, error, example)
            case ExampleOutcome() as outcome:
                yield from outcome.problems
                yield from _left_to_chance(example, outcome.log)


def _left_to_chance(example: Example, log: Log | None) -> Iterator[Problem]:
    """Dice and lots that the example needs and does not name: with another seed it would go otherwise."""
    draws = [str(line.get("draw")) for line in log.lines if line.kind == "draw"] if log else []
    dice = sum(what.startswith("d") and what[1:].isdigit() for what in draws)
    for field, named, needed in (("dice", example.dice, dice), ("draws", example.draws, len(draws) - dice)):
        if needed > len(named) and (named or field == "dice"):
            message = f"{example.id}: {needed} {field} are needed, {len(named)} named; the rest is left to chance"
            yield problem(message, example.where(field), f"name all {field}")


def _stumble(game: Game, error: Exception, example: Example) -> Problem:
    if isinstance(error, KeyError) and error.args and isinstance(error.args[0], str):
        lacking = undefined(game, error.args[0])
        return problem(lacking.message, lacking.where, lacking.hint)
    message = f"{example.id}: the game's procedures can't be run with these sources ({type(error).__name__}: {error})"
    return problem(message, example.where("id"), "mend the other problems first")
