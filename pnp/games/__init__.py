"""The games whose procedures the referee knows, by id. Games outside the package register through `pnp.games`.

In: a `Game` read from sources. Out: its `Rules`. Each game is a package with `rules`, to be read first, `board`,
`state`, `positions`, and a module for each procedure of its own; March of Justice shows a game on the kit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, Literal

from pnp.errors import Problem, SourceError
from pnp.model.changes import changed
from pnp.model.game import Game, standard_scenario
from pnp.model.log import Log, LogHead
from pnp.model.rules import Example
from pnp.referee.engine import Rules
from pnp.referee.examples import ExampleOutcome, run_example
from pnp.referee.kit.rules import DeclaredRules
from pnp.referee.logfile import read_log
from pnp.referee.own_code import own_code_named, own_fault, registered
from pnp.referee.replay import replay
from pnp.referee.state import State
from pnp.sources import load_game

GAMES: Mapping[str, str] = {
    "fall-of-the-directory": "pnp.games.fall_of_the_directory.rules:FallOfTheDirectory",
    "makhnos-return": "pnp.games.makhnos_return.rules:MakhnosReturn",
    "march-of-justice": "pnp.games.march_of_justice.rules:MarchOfJustice",
    "putins-war": "pnp.games.putins_war.rules:PutinsWar",
    "russian-portfolio": "pnp.games.russian_portfolio.rules:RussianPortfolio",
    "winter-war": "pnp.games.winter_war.rules:WinterWar",
}
"""Game id -> where its `Rules` class is."""

_NO_RULES = (
    "it prints, translates and goes to VASSAL without; "
    "docs/a-referee.md, 'A referee for your game', shows how to declare or write one"
)
"""The hint for a game that is only printed."""

def referee_of(game: Game) -> Literal["code", "declared", "none"]:
    """What the referee plays the game by: code that is registered for it, or else what it declares."""
    if game.id in GAMES or game.id in registered():
        return "code"
    return "none" if game.procedures is None else "declared"


def has_rules(game: Game) -> bool:
    """Whether the referee can play the game: by code, or by what it declares."""
    return referee_of(game) != "none"


@own_code_named()
def rules_of(game: Game, scenario: str = "standard", options: Mapping[str, Any] | None = None) -> Rules:
    """The rules of `game`, ready to play.

    Raises SourceError when the game has no procedures, or for an unknown scenario or option.
    """
    made: Rules = rules_class(game)(game, scenario, options)
    return made


def rules_class(game: Game) -> type[Rules]:
    """The class of its rules: code that is registered for the game comes before what it declares.

    Raises SourceError when the game has neither, or its code can't be loaded.
    """
    game_id = game.id
    if game_id in GAMES:
        module, _, name = GAMES[game_id].partition(":")
        return getattr(import_module(module), name)  # type: ignore[no-any-return]
    if game_id in registered():
        return _loaded(registered()[game_id])
    if game.procedures is not None:
        return DeclaredRules
    raise SourceError(Problem("no-rules", f"the referee has no procedures for {game_id!r}", hint=_NO_RULES))


def _loaded(entry: EntryPoint) -> type[Rules]:
    """The class that another package registered. Raises SourceError when it can't be had: its code is a stranger's."""
    try:
        made = entry.load()
    except Exception as error:
        text = f"{entry.value} of {entry.name!r} can't be loaded: {type(error).__name__}: {error}"
        raise SourceError(own_fault(error) or Problem("no-rules", text)) from error
    if not (isinstance(made, type) and issubclass(made, Rules)):
        raise SourceError(
            Problem("no-rules", f"{entry.value} of {entry.name!r} is no subclass of pnp.referee.engine.Rules")
        )
    return made


def rules_of_log(game: Game, head: LogHead) -> Rules:
    """The rules under which a log was played: its scenario and options, and the changes to the game's data.

    Raises SourceError for what the game doesn't have.
    """
    return rules_of(changed(game, head.changes, head.scenario), head.scenario, head.options)


def prepared_rules(game: Game, scenario: str = "standard", options: Mapping[str, Any] | None = None) -> Rules:
    """As `rules_of`, but made only once for each scenario and set of options of a game. Raises SourceError."""
    key = (prepared_rules, scenario, repr(sorted((options or {}).items())))
    if key not in game.workings:
        game.workings[key] = rules_of(game, scenario, options)
    return game.workings[key]  # type: ignore[no-any-return]


def rules_for_example(game: Game, example: Example) -> Rules:
    """The rules with the scenario and options that `example` names, or the standard scenario. Raises SourceError."""
    first = standard_scenario(game)
    scenario = example.position.scenario or (first.id if first else "standard")
    return prepared_rules(game, scenario, example.position.options)


def run_game_example(game: Game, example: Example) -> ExampleOutcome:
    """Play an example of `game`; its problems tell where it differs from what it expects."""
    try:
        rules = rules_for_example(game, example)
    except SourceError as error:
        return ExampleOutcome(error.problems)
    return run_example(rules, example, positions=True)


@dataclass(frozen=True)
class Replayed:
    """A log that agreed with the rules.

    state  at its end, or where the replay stopped
    """

    rules: Rules
    state: State
    log: Log


def replay_log(
    source: Log | str | Path | Iterable[str], *, to: int | None = None, dirs: Sequence[Path] = ()
) -> Replayed:
    """Load the game that a log names and replay it, up to line `to`.

    source  a log, the path of one, or its lines
    dirs    folders that hold games; none = those that ship
    Raises SourceError with the first line that differs.
    """
    log = read_log(source)
    name = str(source) if isinstance(source, (str, Path)) else "log"
    rules = rules_of_log(load_game(log.head.game, dirs=dirs), log.head)
    return Replayed(rules, replay(rules, log, to=to, name=name), log)
