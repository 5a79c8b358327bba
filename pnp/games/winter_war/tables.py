"""What points and the optional rule read from the sources, made ready once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.games.winter_war.board import FINNISH, WinterBoard
from pnp.model.game import Game
from pnp.model.scenario import Scenario, VictoryPoints
from pnp.model.tables import EventRow, EventsTable, ResultsTable
from pnp.referee.combat import EventRows, event_rows
from pnp.referee.hexes import Plane
from pnp.referee.masks import mask_of

SCENARIOS, EVENTS = "scenario-table", "events"
"""Ids of the tables; those of special events begin with `events-` and end with their turns."""

LETTERS = LANDING, SWEDEN, VOLUNTEERS, SUPPLIES, NARVIK = "A", "B", "C", "D", "E"
EFFECTS = ("event-f", "event-g", "event-h", "event-j", "event-k", "event-l")
"""What procedures there are for: scenarios, effects of events."""

CALLS = ("Scenario A", "Scenario B", "Scenario C", "Scenario D", "Scenario E", "Event F", "Event G", "Event J")
AT_ONE_HEX = ("Scenario A", "Scenario B", "Scenario C", "Scenario E")
"""Rules that bring units, and those of them that bring them to one hex."""


@dataclass(frozen=True)
class Calling:
    """Units that a rule brings.

    units   they
    spaces  hexes where they may come; none = the rule says where
    """

    units: int
    spaces: Plane


@dataclass(frozen=True)
class Line:
    """A line of the victory point schedule: its hexes, ready."""

    source: VictoryPoints
    spaces: Plane


@dataclass(frozen=True)
class Tables:
    """Tables and data of a scenario, ready.

    armed        units with an attack strength
    scenarios    the scenario table: turn -> code of each roll, from 1; 0 for no scenario
    letters      code of each scenario, from 1; "" at 0
    events       turn -> its table of special events
    calls        address of the rule -> whom it brings
    schedule     victory points by id
    guarded      hexes within whose units guard Murmansk; droppable: hexes that paratroops can reach
    """

    armed: int
    scenario_table: ResultsTable
    scenarios: Mapping[int, tuple[int, ...]]
    letters: tuple[str, ...]
    events: Mapping[int, EventRows]
    calls: Mapping[str, Calling]
    schedule: Mapping[str, Line]
    guarded: Plane
    droppable: Plane


def build_tables(game: Game, scenario: Scenario, board: WinterBoard) -> Tables:
    """Everything ready. Raises KeyError, ValueError or StopIteration where the sources lack what the rules need."""
    scenario_table = next(table for table in game.charts.tables if table.id == SCENARIOS)
    if not isinstance(scenario_table, ResultsTable):
        raise ValueError(f"{SCENARIOS!r} must be a table of results")
    events = [table for table in game.charts.tables if isinstance(table, EventsTable)]
    _complete(scenario_table, events, scenario)
    letters = ("", *LETTERS)
    return Tables(
        armed=mask_of(unit for unit, attack in enumerate(board.attack) if attack),
        scenario_table=scenario_table, scenarios=_scenarios(scenario_table, letters), letters=letters,
        events={turn: event_rows(table) for table in events for turn in _turns([table])},
        calls={
            arrival.rule: Calling(
                mask_of(board.unit_index[name] for name in arrival.units), board.hexes_of(arrival.spaces, arrival.set)
            )
            for arrival in scenario.arrivals if arrival.rule and arrival.turn is None
        },
        schedule={line.id: Line(line, board.hexes_of(line.spaces, line.set)) for line in scenario.victory},
        guarded=board.within(board.murmansk, board.parameter["murmansk-range"]),
        droppable=board.within(board.leningrad, board.parameter["drop-range"]) & board.home[FINNISH],
    )  # fmt: skip


def _complete(scenarios: ResultsTable, events: list[EventsTable], scenario: Scenario) -> None:
    """Raise ValueError for a scenario or event that nothing carries out, and for one without its units or turns."""
    for known, named, what in (
        ({*LETTERS, "-"}, {code for row in scenarios.rows for code in row.results}, scenarios.title),
        (EFFECTS, {name for table in events for row in table.rows for name in row.effects}, "special events"),
    ):  # fmt: skip
        if unknown := sorted(named - set(known)):
            raise ValueError(f"the referee has no procedure for {unknown[0]!r} of {what}")
    called = {arrival.rule: arrival for arrival in scenario.arrivals if arrival.turn is None}
    for rule in CALLS:
        if rule not in called:
            raise ValueError(f"arrivals of the scenario don't say whom {rule!r} brings")
    for rule in AT_ONE_HEX:
        if len(called[rule].spaces) + bool(called[rule].set) != 1:
            raise ValueError(f"{rule!r} brings its units to one hex, or to a set of one hex")
    for turn in range(1, scenario.turns):
        if str(turn) not in scenarios.columns or turn not in _turns(events):
            raise ValueError(f"there are no scenarios or no events for turn {turn}")


def _turns(events: list[EventsTable]) -> set[int]:
    """Turns that have a table of special events, by its id: `events-5-7`."""
    turns: set[int] = set()
    for table in events:
        first, last = (int(part) for part in table.id.removeprefix(f"{EVENTS}-").split("-"))
        turns |= set(range(first, last + 1))
    return turns


def _scenarios(table: ResultsTable, letters: tuple[str, ...]) -> dict[int, tuple[int, ...]]:
    dice = range(1, table.dice.sides + 1)
    return {
        int(column): tuple(
            letters.index(code) if code in letters else 0 for code in (table.result(column, die) for die in dice)
        )
        for column in table.columns
    }


def effects_of(row: EventRow) -> tuple[str, ...]:
    """Names of what a row of an events table brings, in alphabetical order."""
    return tuple(sorted(name for name, value in row.effects.items() if value))
