"""What happens at the end of a Soviet player-turn and between two turns: the order of it, and its rolls.

Rule: Sequence C
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war import actions
from pnp.games.winter_war.board import SOVIET
from pnp.games.winter_war.events import PROCEDURES, drop_spaces
from pnp.games.winter_war.scenarios import bring
from pnp.games.winter_war.state import WinterState
from pnp.games.winter_war.supply import settle
from pnp.games.winter_war.tables import effects_of
from pnp.games.winter_war.victory import end_game, watch_murmansk
from pnp.referee.dice import roll
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar


def end_soviet_turn(rules: WinterWar, state: WinterState) -> None:
    """Murmansk must be guarded; then paratroops may be dropped.

    Rule: Murmansk Defense, Event F
    """
    watch_murmansk(rules, state)
    if drop_spaces(rules, state):
        state.stack[:] = [actions.PARADROP]
    else:
        rules.after_combat(state, SOVIET)


def open_interphase(rules: WinterWar, state: WinterState) -> None:
    """After the last turn the points are counted; else the optional rule asks for its rolls.

    Rule: Sequence C, Victory, Optional Rule, Event K
    """
    settle(rules.board, state)
    if state.turn >= rules.board.turns:
        end_game(rules, state)
    elif not rules.optional:
        rules.next_turn(state)
    elif state.truce == state.turn:
        state.stack[:] = [actions.CEASE_FIRE]
    else:
        roll_scenario(rules, state)


def accept_truce(rules: WinterWar, state: WinterState) -> None:
    """The Finnish player calls the cease-fire.

    Rule: Event K
    """
    event(state, "cease-fire", "Event K")
    end_game(rules, state)


def roll_scenario(rules: WinterWar, state: WinterState) -> None:
    """The Finnish player rolls until a scenario is in force.

    Rule: Scenario Table, Optional Rule
    """
    state.truce = 0
    if not state.scenario:
        tables = rules.tables
        table = tables.scenario_table
        die = roll(state, table.dice.sides, table.id, "Scenario Table")
        number = tables.scenarios[state.turn][die - 1]
        extra = (
            ("table", table.id),
            ("column", str(state.turn)),
            ("row", table.row_for(die).die),
            ("code", tables.letters[number] or "-"),
        )
        event(state, "scenario", "Scenario Table", 0, -1, extra)
        if number and not bring(rules, state, number):
            return
    roll_event(rules, state)


def roll_event(rules: WinterWar, state: WinterState) -> None:
    """The Soviet player rolls for a special event, whatever happened.

    Rule: Special Event Tables, Optional Rule
    """
    ready = rules.tables.events[state.turn]
    table = ready.table
    die = roll(state, table.dice.sides, table.id, "Special Event Tables")
    row = ready.row(die)
    event(
        state, "special-event", "Special Event Tables", 0, -1, (("table", table.id), ("row", row.die), ("code", row.id))
    )
    settled = True
    for name in sorted(effects_of(row), key=lambda name: (name in ASKING, name)):
        settled = PROCEDURES[name](rules, state) and settled
    if settled:
        close(rules, state)


ASKING = frozenset({"event-g", "event-l"})
"""Effects that leave a player something to decide; they come last."""


def close(rules: WinterWar, state: WinterState) -> None:
    """The Interphase is over.

    Rule: Sequence C, Sequence D
    """
    state.selected = -1
    state.lost = 0
    settle(rules.board, state)
    rules.next_turn(state)
