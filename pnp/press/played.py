"""The examples of the rulebook, played by the referee at each build and told in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from pnp.errors import IllegalActionError, Problem, SourceError
from pnp.games import has_rules, rules_of
from pnp.model.figure import BoardFacts
from pnp.model.game import Game
from pnp.model.log import LogLine
from pnp.model.rules import Example
from pnp.players.telling import line_as_text
from pnp.press.workshop import Workshop
from pnp.referee.engine import Rules
from pnp.referee.examples import run_example
from pnp.referee.own_code import own_code_named


@dataclass(frozen=True)
class PlayedExamples:
    """The examples that the rulebook prints, by id: sentences in one language, lines of logs, facts for figures."""

    told: dict[str, list[str]] = field(default_factory=dict)
    logs: dict[str, tuple[LogLine, ...]] = field(default_factory=dict)
    facts: dict[str, BoardFacts] = field(default_factory=dict)


@dataclass(frozen=True)
class Play:
    """An example as the referee played it, in no language yet."""

    example: Example
    rules: Rules
    log: tuple[LogLine, ...]
    facts: BoardFacts


@own_code_named()
def play_examples(game: Game, only: str = "") -> list[Play]:
    """The examples that the rulebook prints, played; none for a game without procedures.

    game  in English
    only  the id of the only example to play, whether the rulebook prints it or not
    Raises SourceError when an example does not come out as it says.
    """
    plays: list[Play] = []
    if not has_rules(game):
        return plays
    problems: list[Problem] = []
    ready: dict[str, Rules] = {}  # rules read their language once, so examples share them
    for example in game.all_examples():
        if example.id != only if only else not example.in_rulebook:
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
            plays.append(Play(example, rules, tuple(outcome.log), facts_of(rules, example)))
    if problems:
        raise SourceError(*problems)
    return plays


@own_code_named()
def told(plays: Iterable[Play], language: str) -> PlayedExamples:
    """What was played, with its sentences in `language`."""
    examples = PlayedExamples()
    for play in plays:
        name = play.example.id
        examples.logs[name], examples.facts[name] = play.log, play.facts
        examples.told[name] = [text for line in play.log if (text := line_as_text(play.rules, line, language))]
    return examples


def told_in(shop: Workshop, language: str) -> PlayedExamples:
    """The examples of the workshop's game, told in `language`. Raises SourceError when one fails."""
    played: PlayedExamples = shop.once(("told", language), lambda: told(_plays_of(shop), language))
    return played


def _plays_of(shop: Workshop) -> Sequence[Play]:
    """The examples as the referee played them, or what failed: they are played once either way."""

    def play() -> Sequence[Play] | SourceError:
        try:
            return play_examples(shop.english)
        except SourceError as error:
            return error

    plays = shop.once("plays", play)
    if isinstance(plays, SourceError):
        raise plays
    return plays


def facts_of(rules: Rules, example: Example) -> BoardFacts:
    """What follows from the position at the start of `example`, and the ways that its units go."""
    state = rules.state_from(example.position, 0, example.dice, example.draws)
    facts = rules.board_facts(state, example.figure.supply if example.figure else ())
    ways: dict[tuple[str, str, str], tuple[str, ...]] = {}
    for words in example.actions:
        try:
            action = rules.from_json([str(word) for word in words])
            way = rules.way_of(state, action)
            if way is not None and way[2]:
                ways[way[0], way[1], way[2][-1]] = way[2]
            rules.apply(state, action)
        except (IllegalActionError, SourceError):
            break
    return replace(facts, ways=ways) if ways else facts
