"""The scripted player: makes the choices of a list, in order. For tests and examples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.errors import PnpError
from pnp.players.base import Player
from pnp.referee.engine import Rules
from pnp.referee.masks import Action
from pnp.referee.state import State


class ScriptEndError(PnpError):
    """The script is over and the game isn't."""


class ScriptedPlayer(Player):
    """Carries out `script`, actions in the words of a log, e.g. ["move-to", "kyyivska"]."""

    name = "scripted"

    def __init__(self, script: Iterable[Sequence[str]], then: Player | None = None) -> None:
        self._script = [list(words) for words in script]
        self._next = 0
        self._then = then

    def choose(self, rules: Rules, state: State, choices: Sequence[Action]) -> Action:
        """The next action of the script, then the choices of the player that follows.

        Raises ScriptEndError when nobody follows.
        """
        if self._next >= len(self._script):
            if self._then is None:
                raise ScriptEndError(f"the script of {len(self._script)} actions is over")
            return self._then.choose(rules, state, choices)
        words = self._script[self._next]
        self._next += 1
        return rules.from_json(words)
