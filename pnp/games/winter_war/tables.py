"""What fights, points and the optional rule read from the sources, made ready once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.games.winter_war.board import FINNISH, Board
from pnp.model.game import Game
from pnp.model.scenario import Scenario, VictoryPoints
from pnp.model.tables import EventRow, EventsTable, ResultsTable
from pnp.referee.combat import EventRows, OddsTable, event_rows, odds_table
from pnp.referee.hexes import Plane, within
from pnp.referee.masks import mask_of

CRT, SCENARIOS, EVENTS = "combat-results", "scenario-table", "events"
"""Ids of the tables; those of special events begin with `events-` and end with their turns."""

CODES = frozenset({"Ae", "Ar", "Ne", "Dr", "De", "Ex"})
LETTERS = ("A", "B", "C", "D", "E")
EFFECTS = ("event-f", "event-g", "event-h", "event-j", "event-k", "event-l")
"""What procedures there are for: results of combat, scenarios, effects of events."""

CALLS = ("Scenario A", "Scenario B", "Scenario C", "Scenario D", "Scenario E", "Event F", "Event G", "Event J")
AT_ONE_HEX = ("Scenario A", "Scenario B", "Scenario C", "Scenario E")
"""Rules that bring units, and those of them that bring them to one hex."""

WORST = 0
"""Index of the column for the worst odds, which are only allowed where they can't be avoided."""


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

    crt          the Combat Results Table
    bracketed    its results against Finnish units on a fortification, as in `crt.results`
    armed        units with an attack strength
    scenarios    the scenario table: turn -> code of each roll, from 1; 0 for no scenario
    letters      code of each scenario, from 1; "" at 0
    events       turn -> its table of special events
    calls        address of the rule -> whom it brings
    schedule     victory points by id
    guarded      hexes within whose units guard Murmansk; droppable: hexes that paratroops can reach
    levels       (least score, index of the outcome), best for the Soviet side first; the last has no least
    """

    crt: OddsTable
    bracketed: tuple[tuple[str, ...], ...]
    armed: int
    scenario_table: ResultsTable
    scenarios: Mapping[int, tuple[int, ...]]
    letters: tuple[str, ...]
    events: Mapping[int, EventRows]
    calls: Mapping[str, Calling]
    schedule: Mapping[str, Line]
    guarded: Plane
    droppable: Plane
    levels: tuple[tuple[int | None, int], ...]

    def column(self, attack: int, defence: int) -> int:
        """Index of the column for two strengths, rounded down; all that is worse than the first stands there too.

        Rule: Combat N
        """
        return max(self.crt.column(attack, defence), WORST)


def build_tables(game: Game, scenario: Scenario, board: Board) -> Tables:
    """Everything ready. Raises KeyError, ValueError or StopIteration where the sources lack what the rules need."""
    tables = {table.id: table for table in game.charts.tables}
    crt_source, scenario_table = tables[CRT], tables[SCENARIOS]
    if not isinstance(crt_source, ResultsTable) or not isinstance(scenario_table, ResultsTable):
        raise ValueError(f"{CRT!r} and {SCENARIOS!r} must be tables of results")
    crt = odds_table(crt_source)
    dice = range(crt.first_die, crt.first_die + len(crt.rows))
    bracketed = tuple(
        tuple(crt_source.result(name, die, bracketed=True) for die in dice) for name in crt_source.columns
    )
    events = [table for table in tables.values() if isinstance(table, EventsTable)]
    _complete(crt_source, scenario_table, events, scenario)
    letters = ("", *LETTERS)
    outcomes = [outcome.id for outcome in game.info.outcomes]
    return Tables(
        crt=crt, bracketed=bracketed,
        armed=mask_of(i for i, attack in enumerate(board.attack) if attack),
        scenario_table=scenario_table, scenarios=_scenarios(scenario_table, letters), letters=letters,
        events=_events(events), calls=_calls(scenario, board),
        schedule={line.id: Line(line, _spaces(board, line.spaces, line.set)) for line in scenario.victory},
        guarded=within(board.ground.all, 1 << board.murmansk, board.parameter["murmansk-range"]),
        droppable=within(board.ground.all, 1 << board.leningrad, board.parameter["drop-range"]) & board.home[FINNISH],
        levels=tuple(
            (level.at_least, outcomes.index(level.outcome))
            for level in sorted(scenario.levels, key=lambda level: (level.at_least is None, -(level.at_least or 0)))
        ),
    )  # fmt: skip


def _complete(crt: ResultsTable, scenarios: ResultsTable, events: list[EventsTable], scenario: Scenario) -> None:
    """Raise ValueError for a result, scenario or event that nothing carries out, and for one without its units or
    turns.
    """
    for known, found, what in (
        (CODES, {code for row in crt.rows for code in (*row.results, *row.bracketed) if code}, crt.title),
        ({*LETTERS, "-"}, {code for row in scenarios.rows for code in row.results}, scenarios.title),
        (EFFECTS, {name for table in events for row in table.rows for name in row.effects}, "special events"),
    ):  # fmt: skip
        if unknown := sorted(found - set(known)):
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
    found: set[int] = set()
    for table in events:
        first, last = (int(part) for part in table.id.removeprefix(f"{EVENTS}-").split("-"))
        found |= set(range(first, last + 1))
    return found


def _scenarios(table: ResultsTable, letters: tuple[str, ...]) -> dict[int, tuple[int, ...]]:
    dice = range(1, table.dice.sides + 1)
    return {
        int(column): tuple(
            letters.index(code) if code in letters else 0 for code in (table.result(column, die) for die in dice)
        )
        for column in table.columns
    }


def _events(tables: list[EventsTable]) -> dict[int, EventRows]:
    """The table of each turn."""
    return {turn: event_rows(table) for table in tables for turn in _turns([table])}


def _calls(scenario: Scenario, board: Board) -> dict[str, Calling]:
    return {
        arrival.rule: Calling(
            mask_of(board.units.index(name) for name in arrival.units), _spaces(board, arrival.spaces, arrival.set)
        )
        for arrival in scenario.arrivals
        if arrival.rule and arrival.turn is None
    }


def _spaces(board: Board, spaces: tuple[str, ...], name: str | None) -> Plane:
    return mask_of(board.spaces.index(space) for space in spaces) | (board.ground.sets[name] if name else 0)


def effects_of(row: EventRow) -> tuple[str, ...]:
    """Names of what a row of an events table brings, in alphabetical order."""
    return tuple(sorted(name for name, value in row.effects.items() if value))
