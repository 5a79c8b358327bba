"""The examples of the rulebook, played by the referee at each build and told in words."""

from __future__ import annotations

from dataclasses import dataclass, field

from pnp.errors import Problem, SourceError
from pnp.games import has_rules, rules_of
from pnp.model.game import Game
from pnp.model.log import LogLine
from pnp.players.telling import line_as_text
from pnp.referee.engine import Rules
from pnp.referee.examples import run_example


@dataclass(frozen=True)
class Played:
    """The examples that the rulebook prints, by id: sentences in one language, and the lines of their logs."""

    told: dict[str, list[str]] = field(default_factory=dict)
    logs: dict[str, tuple[LogLine, ...]] = field(default_factory=dict)


def narrated(game: Game, language: str) -> Played:
    """The examples that the rulebook prints, played; none for a game without procedures.

    game  in English; the sentences are in `language`
    Raises SourceError when an example does not come out as it says.
    """
    told = Played()
    if not has_rules(game.id):
        return told
    problems: list[Problem] = []
    ready: dict[str, Rules] = {}  # rules read their language once, so examples share them
    for example in game.all_examples():
        if not example.in_rulebook:
            continue
        position = example.position
        scenario, options = position.scenario or next(iter(game.scenarios)), position.options or {}
        key = f"{scenario} {sorted(options.items())}"
        if key not in ready:
            ready[key] = rules_of(game, scenario, options)
        rules = ready[key]
        outcome = run_example(rules, example)
        problems += outcome.problems
        if outcome.log is not None:
            told.logs[example.id] = tuple(outcome.log)
            told.told[example.id] = [t for line in outcome.log if (t := line_as_text(rules, line, language))]
    if problems:
        raise SourceError(*problems)
    return told
