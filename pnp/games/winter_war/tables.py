"""What points and the optional rule read from the sources, made ready once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.games.winter_war.board import FINNISH, WinterBoard
from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.model.tables import ResultsTable
from pnp.referee.hexes import Plane
from pnp.referee.masks import mask_of

SCENARIOS = "scenario-table"
"""Id of the table."""

LETTERS = LANDING, SWEDEN, VOLUNTEERS, SUPPLIES, NARVIK = "A", "B", "C", "D", "E"
"""The scenarios that there are procedures for."""

CALLS = ("Scenario A", "Scenario B", "Scenario C", "Scenario D", "Scenario E", "Event F", "Event G", "Event J")
AT_ONE_HEX = ("Scenario A", "Scenario B", "Scenario C", "Scenario E")
"""Rules that bring units, and those of them that bring them to one hex."""


class Calling(NamedTuple):
    """Units that a rule brings, and the hexes where they may come; without any the rule says where."""

    units: int
    spaces: Plane


class Tables:
    """Tables and data of a scenario, ready.

    armed       units with an attack strength
    scenarios   the scenario table, with a column for each turn
    letters     code of each scenario, from 1; "" at 0
    calls       address of the rule -> whom it brings
    guarded     hexes within whose units guard Murmansk; droppable: hexes that paratroops can reach
    Raises KeyError, ValueError or StopIteration where the sources lack what the rules need.
    """

    def __init__(self, game: Game, scenario: Scenario, board: WinterBoard) -> None:
        table = next(table for table in game.charts.tables if table.id == SCENARIOS)
        if not isinstance(table, ResultsTable):
            raise ValueError(f"{SCENARIOS!r} must be a table of results")
        self.scenarios, self.letters = table, ("", *LETTERS)
        if unknown := sorted({code for row in table.rows for code in row.results} - {"-", *LETTERS}):
            raise ValueError(f"the referee has no procedure for {unknown[0]!r} of {table.title}")
        for turn in range(1, scenario.turns):
            if str(turn) not in table.columns:
                raise ValueError(f"there are no scenarios for turn {turn}")
        self.calls = _callings(scenario, board)
        self.armed = mask_of(unit for unit, attack in enumerate(board.attack) if attack)
        self.guarded = board.within(board.murmansk, "murmansk-range")
        self.droppable = board.within(board.leningrad, "drop-range") & board.home[FINNISH]


def _callings(scenario: Scenario, board: WinterBoard) -> Mapping[str, Calling]:
    """Whom each rule brings. Raises ValueError for one that brings nobody, or not to one hex as it should."""
    called = {arrival.rule: arrival for arrival in scenario.arrivals if arrival.turn is None}
    for rule in CALLS:
        if rule not in called:
            raise ValueError(f"arrivals of the scenario don't say whom {rule!r} brings")
        if rule in AT_ONE_HEX and len(called[rule].spaces) + bool(called[rule].set) != 1:
            raise ValueError(f"{rule!r} brings its units to one hex, or to a set of one hex")
    return {
        str(rule): Calling(
            mask_of(board.unit_index[name] for name in arrival.units), board.spaces_of(arrival.spaces, arrival.set)
        )
        for rule, arrival in called.items()
    }  # fmt: skip
