"""The games from their sources, and a short way to set up a situation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.errors import IllegalActionError
from pnp.games import rules_of
from pnp.model.position import UnitState
from pnp.sources import load_game


class Situation:
    """A situation in a game."""

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

    def step(self):
        """Id of the open decision, "" when the game is over."""
        step = self.rules.step(self.state)
        return step.id if step else ""

    def track(self, name):
        """The value of the marker on a track."""
        return self.rules.position(self.state).tracks[name]

    def marked(self, place):
        """Units of a place with their states, as "id state"."""
        return [
            f"{entry.id} {entry.state}" if isinstance(entry, UnitState) else entry
            for entry in (self.rules.position(self.state).units or {}).get(place, ())
        ]

    def passed(self):
        """Steps of the priorities that were logged, with the answers to questions."""
        return [" ".join(filter(None, (x.get("row"), x.get("code")))) for x in self.events("priority")]


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
        return Situation(made[key], position, dice, draws)

    return make


RATINGS = {
    "wagner": ({"sp": 4}, {"sp": 2}), "rusich": ({"sp": 3}, {"sp": 1}), "serb": ({"sp": 2}, {"sp": 1}),
    "omon": ({"sp": 2, "ma": 2}, {"sp": 1}), "fsb": ({"sp": 3, "ma": 3}, {"sp": 1}),
    "sobr": ({"sp": 2, "ma": 2}, {"sp": 1}),
    "police": ({"sp": 2, "ma": 1}, {"sp": 1}), "akhmat": ({"sp": 4, "ma": 3}, {"sp": 2}),
    "tank-regiment": ({"sp": 5, "ma": 3}, {}), "mechanized-regiment": ({"sp": 4, "ma": 3}, {}),
    "helicopter": ({"sp": 2, "ma": 6}, {}),
}  # fmt: skip
"""Ratings with which the tests of March of Justice are worked out; those of the sources may be tuned."""


@pytest.fixture(scope="session")
def march_game():
    game = load_game("march-of-justice")
    groups = tuple(
        g.replaced(factors=RATINGS[g.id][0], reduced=RATINGS[g.id][1]) if g.id in RATINGS else g
        for g in game.counters.groups
    )
    return replace(game, counters=game.counters.replaced(groups=groups))


@pytest.fixture(scope="session")
def march_rules(march_game):
    return rules_of(march_game)


@pytest.fixture(scope="session")
def march(march_game):
    """A factory: march({"yelets": ["wagner"], "yefremov": ["omon"]}, dice=(3,), marks=(2, 2, 2), momentum=0).

    The cup is empty and momentum 0 unless given; the phase is Wagner's.
    """
    made = {}

    def make(
        units,
        *,
        dice=(),
        draws=(),
        turn=2,
        phase="wagner",
        cup=(),
        options=None,
        momentum=0,
        marks=(2, 2, 2),
        **position,
    ):
        key = tuple(sorted((options or {}).items()))
        if key not in made:
            made[key] = rules_of(march_game, options=options)
        tracks = {"momentum": momentum} | {f"maneuver-combat-{n}": value for n, value in enumerate(marks, 1)}
        position |= {"units": units, "turn": turn, "phase": phase, "tracks": tracks, "pools": {"cup": list(cup)}}
        return Situation(made[key], position, dice, draws)

    return make
