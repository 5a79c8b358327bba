"""What can't be in a Combat Phase or Interphase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war import actions, attacks, combat, events, retreat_before
from pnp.games.winter_war.attacks import ON_TURN
from pnp.games.winter_war.board import FINNISH, SOVIET, Board
from pnp.games.winter_war.events import DROPPED, WAITING
from pnp.games.winter_war.scenarios import LANDING
from pnp.games.winter_war.state import WinterState, other
from pnp.referee.dice import bits
from pnp.referee.standing import set_faults

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

OF_UNITS = ("withdrew", "advanced", "afloat", "fought", "struck", "guests", "chosen", "fleeing")
OF_HEXES = ("vacated", "targets", "won")
OF_A_PHASE = ("withdrew", "advanced", "fought", "struck", "guests", "vacated")
"""What a Combat Phase remembers until it is over."""

OF_A_FIGHT = ("targets", "chosen", "fleeing", "owed", "won", "afloat")
"""What a fight remembers until it is over."""

LANDINGS = (actions.LANDING, actions.LANDING_RETREAT, actions.LANDING_RETREAT_HEX, actions.LANDING_EXCHANGE)
RETREATS = (*(step for pair in actions.RETREAT for step in pair), actions.LANDING_RETREAT)
RETREAT_HEXES = (*(step for pair in actions.RETREAT_HEX for step in pair), actions.LANDING_RETREAT_HEX)
EXCHANGES = (*actions.EXCHANGE, actions.LANDING_EXCHANGE)
FIGHTING = (
    *actions.ATTACKERS,
    *RETREATS,
    *RETREAT_HEXES,
    *EXCHANGES,
    *actions.ADVANCE,
    *actions.ADVANCE_HEX,
    *LANDINGS,
)
"""Steps in the middle of a fight."""

COMBAT = ("soviet-combat", "finnish-combat")


def shape(rules: WinterWar, state: WinterState) -> list[str]:
    """Numbers outside their ranges."""
    board, tables = rules.board, rules.tables
    faults = set_faults(state, OF_UNITS, (1 << len(board.units)) - 1, "units")
    faults += set_faults(state, OF_HEXES, board.everywhere, "spaces")
    limits = {
        "owed": sum(board.defence), "lost": board.parameter["severe-climate"], "scenario": len(tables.letters) - 1,
        "logistics": 1,
        "paradrop": DROPPED, "truce": board.turns, "frozen": board.turns, "allies": board.allied.bit_count(),
        "misses": board.turns,
    }  # fmt: skip
    return faults + [
        f"{name!r} is out of range" for name, most in limits.items() if not 0 <= getattr(state, name) <= most
    ]


def faults(rules: WinterWar, state: WinterState) -> list[str]:
    """Every fault of what belongs to combat and to the optional rule."""
    found = (
        []
        if rules.optional or not (state.scenario or state.truce or state.frozen or state.logistics or state.paradrop)
        else ["the optional rule isn't played"]
    )
    step = state.stack[-1] if state.stack else -1
    phase = rules.STEPS[step].phase if step >= 0 else ""
    if not rules.optional and (phase == "interphase" or step == actions.PARADROP):
        found.append("the optional rule isn't played")
    if phase not in COMBAT and step not in LANDINGS:
        found += [f"{name!r} is left of a phase that is over" for name in OF_A_PHASE if getattr(state, name)]
    if step not in FIGHTING:
        found += [f"{name!r} is left of a fight that is over" for name in OF_A_FIGHT if getattr(state, name)]
    elif bool(state.afloat) != (step in LANDINGS):
        found.append("a fight is on land or from the sea")
    if bool(state.lost) != (step == actions.CLIMATE):
        found.append("units are lost to the climate at another time")
    return found or _moment(rules, state, step)


def _moment(rules: WinterWar, state: WinterState, step: int) -> list[str]:
    """What must hold in the open decision of a fight or an event."""
    checks = {
        **dict.fromkeys(RETREATS, _retreat),
        **dict.fromkeys(RETREAT_HEXES, _retreat),
        **dict.fromkeys(EXCHANGES, _exchange),
        **dict.fromkeys(actions.ATTACKERS, _attack),
        **dict.fromkeys((*actions.ADVANCE, *actions.ADVANCE_HEX), _advance),
        **dict.fromkeys((*actions.RETREAT_BEFORE_HEX, *actions.ADVANCE_BEFORE_HEX), _before),
        **dict.fromkeys((actions.PARADROP, actions.LANDING, actions.VOLUNTEERS, actions.CEASE_FIRE), _interphase),
    }
    check = checks.get(step)
    return (
        [] if check is None or check(rules, state, step) else [f"nothing fits the open decision {rules.STEPS[step].id}"]
    )


def _on_map(board: Board, state: WinterState, units: int) -> bool:
    """Whether all of `units` are on the map."""
    return all(state.at[unit] < board.count for unit in bits(units))


def _attackers(rules: WinterWar, state: WinterState) -> bool:
    """Whether `chosen` can have attacked: one side's units, next to the targets, or at sea."""
    board, side = rules.board, ON_TURN[state.stack[-1]]
    if state.afloat:
        waiting = state.units_in[board.events[FINNISH]] & rules.tables.calls[f"Scenario {LANDING}"].units
        return not state.chosen & ~state.afloat and not state.chosen & ~waiting
    return not state.chosen & ~board.army[side] and _on_map(board, state, state.chosen) and bool(state.targets)


def _retreat(rules: WinterWar, state: WinterState, step: int) -> bool:
    """Units of the side that decides must retreat; `selected` is one of them where it is asked for a hex."""
    board = rules.board
    owner = rules.sides.index(str(rules.side_of_step(step)))
    fought = state.chosen if owner == ON_TURN[step] else state.struck & board.army[owner]
    if (
        not state.fleeing
        or state.fleeing & ~fought
        or not _on_map(board, state, state.fleeing)
        or not _attackers(rules, state)
    ):
        return False
    return step in RETREATS or (state.selected >= 0 and state.fleeing >> state.selected & 1 == 1)


def _exchange(rules: WinterWar, state: WinterState, step: int) -> bool:
    """Something is owed, and there are attackers to pay it."""
    return state.owed > 0 and bool(state.chosen) and not state.fleeing and _attackers(rules, state)


def _attack(rules: WinterWar, state: WinterState, step: int) -> bool:
    """The attack that is being put together is possible as far as it goes."""
    contact = attacks.front_of(rules, state, ON_TURN[step]).contact
    able = contact.able(state.targets)
    whole = not state.targets & ~contact.spaces and bool(state.targets)
    return whole and bool(able) and not state.chosen & ~able and not (state.fleeing or state.owed or state.won)


def _advance(rules: WinterWar, state: WinterState, step: int) -> bool:
    """Attackers can advance; `selected` is one of them where it is asked for a hex."""
    if not _attackers(rules, state) or state.fleeing or state.won & ~state.targets:
        return False
    units = combat.advancing(rules, state)
    return bool(units) and (step in actions.ADVANCE or (state.selected >= 0 and units >> state.selected & 1 == 1))


def _before(rules: WinterWar, state: WinterState, step: int) -> bool:
    """`selected` can retreat, or follow, before combat."""
    side = SOVIET if step in (actions.RETREAT_BEFORE_HEX[SOVIET], actions.ADVANCE_BEFORE_HEX[SOVIET]) else FINNISH
    retreat = step in actions.RETREAT_BEFORE_HEX
    units = (
        retreat_before.retreating(rules, state, other(side))
        if retreat
        else retreat_before.followers(rules, state, side)
    )
    return state.selected >= 0 and units >> state.selected & 1 == 1


def _interphase(rules: WinterWar, state: WinterState, step: int) -> bool:
    """What the decision is about is there."""
    board, calls = rules.board, rules.tables.calls
    if step == actions.PARADROP:
        return state.paradrop == WAITING and bool(events.drop_spaces(rules, state))
    if step == actions.LANDING:
        return (
            state.afloat == calls[f"Scenario {LANDING}"].units & state.units_in[board.events[FINNISH]]
            and not state.scenario
        )
    if step == actions.CEASE_FIRE:
        return state.truce == state.turn
    volunteers = calls["Event G"].units & state.units_in[board.events[FINNISH]]
    return state.selected >= 0 and volunteers >> state.selected & 1 == 1
