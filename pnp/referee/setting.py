"""What a game is played with: the scenario and the options, chosen by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.model.base import SourceModel, walk
from pnp.model.game import Game
from pnp.model.scenario import Scenario


def scenario_of(game: Game, name: str) -> Scenario:
    """The scenario `name`. Raises SourceError for one that the game doesn't have."""
    if name not in game.scenarios:
        hint = did_you_mean(str(name)[:80], game.scenarios)
        raise SourceError(Problem("unknown-name", f"unknown scenario {str(name)[:80]!r}", hint=hint, game=game.id))
    return game.scenarios[name]


def options_of(game: Game, settings: Mapping[str, Any]) -> dict[str, bool | int | str]:
    """Every option of the game with its value. Raises SourceError for an unknown one, or a value that is none."""
    defined = {option.id: option for option in game.info.options}
    problems = []
    for name, value in settings.items():
        if name not in defined:
            hint = did_you_mean(str(name)[:80], defined)
            problems.append(Problem("unknown-name", f"unknown option {str(name)[:80]!r}", hint=hint, game=game.id))
        elif not isinstance(value, bool):
            problems.append(
                Problem("bad-value", f"option {name!r} is true or false, got {str(value)[:80]!r}", game=game.id)
            )
    if problems:
        raise SourceError(*problems)
    return {name: bool(settings.get(name, option.default)) for name, option in defined.items()}


@contextmanager
def sources_needed(game: Game) -> Iterator[None]:
    """Raise SourceError where what is made of the sources of `game` within finds that they lack something."""
    try:
        yield
    except (KeyError, ValueError, IndexError, StopIteration, AssertionError) as error:
        if isinstance(error, KeyError) and error.args and isinstance(error.args[0], str):
            raise SourceError(undefined(game, error.args[0])) from error
        # What Python itself says means nothing to an author; what the board says does.
        cause = str(error.args[0]) if error.args else ""
        words = "" if any(internal in cause for internal in ("index(", "zip()", "range")) else f": {cause[:200]}"
        message = f"the sources lack something that the referee needs{words if cause else ''}"
        hint = f"pnp check {game.id} tells what is wrong in them"
        raise SourceError(Problem("no-rules", message, game.info.where("id"), hint, game=game.id)) from error


def undefined(game: Game, name: str) -> Problem:
    """What to say where the game's code asks for a `name` that its sources don't define: told at the id that is most
    like it, for that was renamed.
    """
    named = {
        str(model.id): model
        for part in game.source_parts().values() for _, model in walk(part)
        if isinstance(model, SourceModel) and getattr(model, "id", name) != name
    }  # fmt: skip
    near = get_close_matches(name, named, n=1)
    return Problem(
        "no-rules",
        f"the game's procedures ask for {name!r}, which the sources don't define",
        named[near[0]].where("id") if near else game.info.where("id"),
        f"was it renamed{f' to {near[0]!r}' if near else ' or removed'}? Bring it back, or change the code",
        game=game.id,
    )
