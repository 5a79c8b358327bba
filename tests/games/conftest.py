"""Putin's War from its sources, and a short way to set up a situation."""

from __future__ import annotations

import pytest

from pnp.errors import IllegalActionError
from pnp.games import rules_of
from pnp.sources import load_game


class War:
    """A situation in a game of Putin's War."""

    def __init__(self, rules, position, dice, draws):
        self.rules = rules
        self.state = rules.state_from(position, 0, dice, draws)

    def do(self, *actions):
        """Carry out actions written as "verb id"."""
        for words in actions:
            self.rules.apply(self.state, self.rules.from_json(words.split()))
        return self

    def refused(self, words):
        """The violation of an action, which must leave the state as it was."""
        before, lines = self.state.hash(), len(self.state.records)
        with pytest.raises(IllegalActionError) as caught:
            self.do(words)
        assert (self.state.hash(), len(self.state.records)) == (before, lines)
        return caught.value.violation

    def offered(self):
        """The choices in words."""
        return [" ".join(self.rules.to_json(action)) for action in self.rules.choices(self.state)]

    def at(self, place):
        """Ids of the units in a place."""
        index = self.rules.places.index(place)
        return [unit for unit, where in zip(self.rules.units, self.state.at, strict=True) if where == index]

    def controls(self, space):
        return space in (self.rules.position(self.state).control or {})

    def events(self, name):
        """The logged events of a kind."""
        return [line for line in self.state.log if line.get("event") == name]

    def logged(self):
        """Addresses of rules in the log, in order."""
        return list(self.state.log.rules())

    def phase(self):
        return self.rules.phase(self.state)


@pytest.fixture(scope="session")
def game():
    return load_game("putins-war")


@pytest.fixture(scope="session")
def rules(game):
    return rules_of(game)


@pytest.fixture(scope="session")
def war(game):
    """A factory: war({"russia-2": ["armored-division-1"]}, dice=(3, 6), draws=("ukrainian-forces-1",))."""
    made = {}

    def make(units, *, dice=(), draws=(), turn=1, phase="activation", pool=None, options=None, **position):
        key = tuple(sorted((options or {}).items()))
        if key not in made:
            made[key] = rules_of(game, options=options)
        position |= {"units": units, "turn": turn, "phase": phase}
        if pool is not None:
            position["pools"] = {"ukrainian-reserve": pool}
        return War(made[key], position, dice, draws)

    return make
