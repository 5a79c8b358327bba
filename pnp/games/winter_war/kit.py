"""The Combat Phase of Winter War on the kit: how the declared procedures see this game's state.

`procedures.yaml` declares combat, retreats, advances and losses. The kit asks this game where there is room, which
zones of control hold, who is isolated and who may enter what; its decisions are the game's own steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from pnp.errors import SourceError
from pnp.games.winter_war import actions
from pnp.games.winter_war.board import FINNISH, SOVIET, Board, build_board
from pnp.games.winter_war.losses import eliminate
from pnp.games.winter_war.stacking import taken
from pnp.games.winter_war.state import WinterState, other, pass_through, put
from pnp.games.winter_war.supply import settle
from pnp.model.game import Game
from pnp.model.procedures import ProceduresSource
from pnp.model.scenario import Scenario
from pnp.referee.dice import bits, roll
from pnp.referee.kit.consistency import check_filters
from pnp.referee.kit.decisions import Decision
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.advance import Advance
from pnp.referee.kit.procedures.combat import AttackOdds, Combat, Front
from pnp.referee.kit.procedures.losses import Losses
from pnp.referee.kit.procedures.retreat import Retreat
from pnp.referee.kit.procedures.retreat_before import RetreatBefore
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.kit.procedures.supply import Supply
from pnp.referee.kit.procedures.zones import Zones
from pnp.referee.kit.state import KitState
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

PAIRED: Mapping[str, tuple[int, int]] = {
    "retreat-before-unit": actions.RETREAT_BEFORE, "retreat-before-space": actions.RETREAT_BEFORE_HEX,
    "follow-unit": actions.ADVANCE_BEFORE, "follow-space": actions.ADVANCE_BEFORE_HEX,
    "combat-target": actions.ATTACKING, "combat-attacker": actions.ATTACKERS,
    "losses-exchange": actions.EXCHANGE, "advance": actions.ADVANCE, "advance-space": actions.ADVANCE_HEX,
}  # fmt: skip
"""Decision of the kit -> its steps, by the side on turn."""

OWNED: Mapping[str, tuple[tuple[int, int], tuple[int, int]]] = {
    "retreat-unit": actions.RETREAT, "retreat-space": actions.RETREAT_HEX,
}  # fmt: skip
"""Decision of the kit -> its steps, by the side on turn and the side that decides."""

AFLOAT: Mapping[str, int] = {
    "retreat-unit": actions.LANDING_RETREAT, "retreat-space": actions.LANDING_RETREAT_HEX,
    "losses-exchange": actions.LANDING_EXCHANGE,
}  # fmt: skip
"""The same in an attack from the sea."""

DECISION_OF: Mapping[int, str] = {
    **{step: name for name, steps in PAIRED.items() for step in steps},
    **{step: name for name, pairs in OWNED.items() for pair in pairs for step in pair},
    **{step: name for name, step in AFLOAT.items()},
}
"""Step -> decision of the kit."""

VERB_OF: Mapping[str, int] = {
    "retreat-before-unit": actions.CHOOSE_UNIT, "retreat-before-space": actions.RETREAT_TO,
    "follow-unit": actions.CHOOSE_UNIT, "follow-space": actions.ADVANCE_TO,
    "combat-target": actions.ATTACK, "combat-further": actions.ATTACK, "combat-attacker": actions.CHOOSE_UNIT,
    "losses-exchange": actions.LOSE_UNIT, "advance": actions.CHOOSE_UNIT, "advance-space": actions.ADVANCE_TO,
    "retreat-unit": actions.CHOOSE_UNIT, "retreat-space": actions.RETREAT_TO,
}  # fmt: skip
"""How this game says what a decision of the kit takes."""

END_OF: Mapping[str, int] = {"combat-attacker": actions.FIGHT}
"""How it says that a decision is over, where it isn't done."""


class WinterKit(Kit):
    """The kit on this game's board and state."""

    def __init__(self, game: Game, scenario: Scenario, source: ProceduresSource, board: Board) -> None:
        super().__init__(game, scenario, {}, source)
        self.winter = board
        if (self.board.units, self.board.places) != (board.units, board.places):
            raise ValueError("the kit numbers units or places differently")

    def ask(self, state: KitState, decision: Decision, side: int) -> bool:
        """Open a decision; an attack is fought when its side says so, even where nobody else can join.

        Rule: Combat 3
        """
        if super().ask(state, decision, side):
            return True
        if decision.id == "combat-attacker":
            state.choices, state.stack[:] = 0, [self.step(state, decision, side)]
            return True
        return False

    def step(self, state: KitState, decision: Decision, side: int) -> int:
        """The game's step in which a side decides now."""
        winter = cast(WinterState, state)
        winter.selected = state.frames[-1].get("unit", -1) if decision.verb in ("retreat-to", "move-to") else -1
        if winter.afloat:
            return AFLOAT[decision.id]
        if decision.id in OWNED:
            return OWNED[decision.id][state.side][side]
        return PAIRED[decision.id][state.side]

    def put(self, state: KitState, units: int, place: int) -> None:
        """Move units; who enters a hex is the last to have passed it, and supply is judged again.

        Rule: Capture
        """
        board, winter = self.winter, cast(WinterState, state)
        winter.front = None
        put(board, winter, units, place)
        if place < board.count:
            pass_through(board, winter, board.side_of[units.bit_length() - 1], 1 << place)
        settle(board, winter)

    def lose(self, state: KitState, units: int, rule: str) -> None:
        """Eliminate units."""
        winter = cast(WinterState, state)
        eliminate(cast("WinterWar", winter.rules), winter, units, rule)

    def on_map(self, state: KitState, units: int) -> int:
        """Those of `units` that stand in a hex, or attack from the sea."""
        at, count = state.at, self.winter.count
        standing = units & cast(WinterState, state).afloat
        for unit in bits(units):
            if at[unit] < count:
                standing |= 1 << unit
        return standing

    def enterable(self, state: KitState, unit: int) -> int:
        """The hexes that `unit` may ever enter by retreat or advance this turn; none from the sea.

        Rule: Movement K, Movement K1, Movement K2, Movement K3, Movement K4, Movement L, Movement N
        """
        if cast(WinterState, state).afloat >> unit & 1:
            return 0
        return self.winter.passable[self.winter.season_index(state.turn)][unit]


class WinterStacking(Stacking):
    """The room that this game counts as units move."""

    kit: WinterKit
    rule = "Stacking"

    def __init__(self, kit: WinterKit) -> None:
        self.kit = kit

    def full(self, state: KitState, side: int, unit: int) -> int:
        """Hexes without room for `unit`.

        Rule: Stacking, Stacking C
        """
        return taken(self.kit.winter, unit, cast(WinterState, state).packed[side])


class WinterZones(Zones):
    """The zones of control that this game keeps: isolated units have none."""

    rule = "Zones of Control D"

    def __init__(self) -> None:
        """Nothing is declared."""

    def against(self, state: KitState, side: int) -> int:
        """Hexes in enemy zones of control.

        Rule: Zones of Control, Zones of Control H
        """
        return cast(WinterState, state).zoc[other(side)]


class Isolation(Supply):
    """What isolation does in a fight.

    Rule: Combat P, Supply B
    """

    rule = "Combat P"
    attack, defence = Fraction(0), Fraction(1, 2)

    def __init__(self) -> None:
        """Nothing is declared."""


class WinterRetreat(Retreat):
    """Retreats after combat."""

    def start(self, state: KitState, units: int, spaces: int) -> None:
        """Units at sea have nowhere to retreat from.

        Rule: Scenario A
        """
        super().start(state, units & ~cast(WinterState, state).afloat, spaces)


class WinterCombat(Combat):
    """Combat as this game tells it, on land and from the sea."""

    kit: WinterKit

    def front(self, state: KitState) -> Front:
        """The front of the side on turn, kept until something changes.

        Rule: Combat C, Combat D, Combat E, Combat N
        """
        winter = cast(WinterState, state)
        if winter.front is None:
            winter.front = super().front(state)
        return winter.front

    def all_across(self, state: KitState, near: tuple[int, ...], attackers: int, spaces: int) -> bool:
        """Whether all attack across water: from the sea they do.

        Rule: Combat S
        """
        return bool(cast(WinterState, state).afloat) or super().all_across(state, near, attackers, spaces)

    def named_space(self, spaces: int) -> int:
        """The first one."""
        return next(bits(spaces))

    def throw(self, state: KitState) -> int:
        """Throw the die of the table.

        Rule: Combat 3
        """
        assert self.table is not None
        return roll(state, self.table.table.dice.sides, self.table.table.id, "Combat 3")

    def tell(self, state: KitState, odds: AttackOdds) -> None:
        """What the log says of an attack before the die is rolled.

        Rule: Combat G, Combat K, Combat N
        """
        assert self.table is not None
        frame = state.frames[-1]
        cast(WinterState, state).front = None
        by = (("by", self.kit.board.sides[frame["attacker"]]),)
        for number, space in enumerate(bits(frame["spaces"])):
            name, rule = ("attack-too", "Combat K") if number else ("attack", "Combat C")
            event(state, name, rule, 0 if number else frame["attackers"], space, by)
        if odds.defence:
            extra = (("column", self.table.table.columns[odds.column]), ("odds", told(odds)))
            event(state, "odds", "Combat N", frame["defenders"], -1, extra)


def told(odds: AttackOdds) -> str:
    """The two strengths as they are written: 9:4.5."""
    return ":".join(f"{float(strength):g}" for strength in (odds.attack, odds.defence))


PHASE_REGISTERS: Mapping[str, int] = dict.fromkeys(
    ("fought", "struck", "withdrawn", "followed", "vacated", "guests"), 0
)
"""What a Combat Phase remembers until it is over."""


class Fighting:
    """The procedures of a Combat Phase, joined.

    board     of the scenario
    kit       what they run on; combat, before, advance: those that others ask
    offered   step -> the decision that is open in it

    Rule: Combat A3, Combat H, Combat J, Combat M, Combat R, Fortifications B, Fortifications C, Zones of Control A
    """

    def __init__(self, game: Game, scenario: Scenario, options: Mapping[str, bool | int | str]) -> None:
        source = game.procedures or ProceduresSource()
        if not (source.combat and source.retreat and source.retreat_before and source.advance and source.losses):
            raise ValueError("procedures.yaml declares combat, retreat, retreat_before, advance and losses")
        self.board = build_board(game, scenario, dict(options))
        self.kit = kit = WinterKit(game, scenario, source, self.board)
        check_filters(kit.mistakes, source)
        stacking, zones, losses = WinterStacking(kit), WinterZones(), source.losses
        retreat = WinterRetreat(kit, source.retreat, stacking, zones)
        self.advance = Advance(kit, source.advance, stacking, zones)
        self.before = RetreatBefore(kit, source.retreat_before, retreat, stacking)
        self.combat = WinterCombat(
            kit, source.combat, Isolation(), retreat, self.advance,
            lambda attack, defence: Losses(kit, losses, attack, defence), self.before,
        )  # fmt: skip
        if kit.mistakes.problems:
            raise SourceError(*kit.mistakes.problems)
        kit.operation("winter-war:close", _close)
        kit.operation("winter-war:ashore", _ashore)
        self.offered = {step: kit.decisions[name] for step, name in DECISION_OF.items()}

    def open_phase(self, state: WinterState, side: int) -> None:
        """Begin the Combat Phase of a side: retreats before combat, advances, attacks. What a position has told to be
        done already is passed over.

        Rule: Sequence A3, Sequence A3a, Sequence A3b, Sequence A3c, Combat 1, Combat 2, Combat D, Combat E, Movement E
        """
        phase = state.frames[0] if state.frames else {}
        state.frames[:] = [{**PHASE_REGISTERS, **phase, "side": side}]
        state.agenda[:] = ["winter-war:close", "combat:next"]
        if not state.fought | state.struck:
            segments = self.before.agenda(side)
            state.agenda += segments[:1] if state.advanced else segments
        self._run(state)

    def fight_from_sea(self, state: WinterState, spaces: int) -> None:
        """The units afloat attack.

        Rule: Scenario A
        """
        state.frames[:] = [{**PHASE_REGISTERS, "side": FINNISH}]
        state.agenda[:] = ["winter-war:ashore", "combat:resolve"]
        self.combat.open_battle(cast(KitState, state), spaces, FINNISH, state.afloat)
        self._run(state)

    def _run(self, state: WinterState) -> None:
        state.front = None
        state.stack.clear()
        self.kit.run(cast(KitState, state))

    def carry_out(self, state: WinterState, decision: Decision, item: int) -> None:
        """A player has chosen."""
        state.stack.clear()
        decision.deed(cast(KitState, state), item)
        if not state.stack:
            self.kit.run(cast(KitState, state))

    def end(self, state: WinterState) -> None:
        """A player is done."""
        state.stack.clear()
        self.kit.run(cast(KitState, state))

    def odds(self, state: WinterState, attackers: int, spaces: int) -> AttackOdds:
        """What an attack comes to."""
        return self.combat.odds(cast(KitState, state), attackers, spaces)

    def defence(self, state: WinterState, attackers: int, spaces: int) -> int | Fraction:
        """The strength of those who defend hexes against `attackers`."""
        return self.combat.defence_of(cast(KitState, state), attackers, spaces)

    def reach(self, state: WinterState, side: int) -> Mapping[int, int]:
        """Unit that may still attack -> the hexes that it could attack, were it the Combat Phase of `side` now.

        Rule: Combat C, Combat F, Combat Q
        """
        if not state.frames or state.side != side:
            state = state.copy(records=False)
            state.frames = [{**PHASE_REGISTERS, "side": side}]
        return self.combat.contacts(cast(KitState, state)).reach

    def choices(self, state: WinterState) -> int:
        """What the open decision offers; nothing where it isn't the kit's, or its registers don't fit it."""
        decision = self.offered.get(state.stack[-1]) if state.stack else None
        try:
            return decision.mask(cast(KitState, state)) if decision and state.frames else 0
        except (LookupError, ValueError, TypeError):
            return 0


def _close(state: KitState) -> bool:
    """The Combat Phase is over; after that of the Soviet side its player-turn is.

    Rule: Combat B, Sequence A3
    """
    winter, side = cast(WinterState, state), state.side
    rules = cast("WinterWar", winter.rules)
    winter.frames.clear()
    winter.selected, winter.front = -1, None
    if side == SOVIET:
        rules.end_soviet_turn(winter)
    else:
        rules.after_combat(winter, side)
    return True


def _ashore(state: KitState) -> bool:
    """Rule: Scenario A"""
    winter = cast(WinterState, state)
    winter.selected, winter.front = -1, None
    cast("WinterWar", winter.rules).after_landing(winter)
    return True
