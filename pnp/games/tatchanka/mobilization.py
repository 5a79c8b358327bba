"""Behind the armies: what withdraws, what arrives, and new units from supply stockpiles."""

from __future__ import annotations

from typing import Any

from pnp.games.tatchanka.kit import TatchankaKit
from pnp.games.tatchanka.state import TatchankaState
from pnp.games.tatchanka.supply import Lines
from pnp.model.info import Phase
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.filters import Selection
from pnp.referee.kit.procedures.arrivals import Arrivals
from pnp.referee.kit.procedures.withdrawals import Withdrawals
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of
from pnp.referee.records import event

OUT = "-gone"
"""How the boxes for units that never come back end."""

SUBSTITUTIONS = ("elite", "cavalry", "tatchanka")
"""What a better unit than infantry costs, in the order of `quotas`."""

HERE, FACTION, LEFT, EXTRA = range(4)
"""What `arming` of the state holds."""


class Muster(Withdrawals):
    """A player-turn begins: factions that have acted already rest. Then leaves what has to, and never comes back.

    Rule: 2.2, 4.1
    """

    kit: TatchankaKit

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        board = self.kit.board
        self.kit.last_places |= {place for name, place in board.boxes.items() if name.endswith(OUT)}

    def begin(self, state: Any, phase: Phase) -> None:
        """Call up the factions of the side, and take away what withdraws.

        Rule: 2.2, 4.1, 4.3
        """
        kit, board = self.kit, self.kit.board
        state.resting = 0
        for faction in kit.led_by(state, state.side):
            if state.acted >> faction & 1:
                state.resting |= board.own[faction]
        for side, units, _, turns, holds, rule in self._lines:
            if state.leaders[side] == state.side and (turns is None or state.turn in turns) and holds(state):
                self.withdraw(state, units(state) & board.own[side], rule)

    def withdraw(self, state: TatchankaState, units: int, rule: str) -> None:
        """Units leave the game, wherever they are.

        Rule: 4.1
        """
        board = self.kit.board
        box = board.boxes[board.sides[state.side] + OUT]
        units &= ~(state.units_in[box] | state.units_in[board.nowhere])
        if units:
            event(state, "leave", rule, units)
            self.kit.put(state, units, box)
            state.gone |= units


class TatchankaArrivals(Arrivals):
    """Arrivals of all factions of a side; their supply is judged where they are placed.

    lines  the supply of this game
    Rule: 4.2
    """

    kit: TatchankaKit
    lines: Lines

    def _goals(self, state: Any, unit: int, entry: Selection) -> Plane:
        """Hexes where a unit can come in: no enemies and no other faction, nor half-hexes that enemies close.

        Rule: 1.1, 1.6.7, 4.2
        """
        kit, faction = self.kit, self.kit.board.side_of[unit]
        return super()._goals(state, unit, entry) & ~kit.others_at(state, faction) & ~kit.closed_edge(state, faction)

    def _place_at(self, state: Any, space: int) -> None:
        unit = state.frames[-1]["unit"]
        super()._place_at(state, space)
        self.lines.judge_units(state, 1 << unit)


class Forming:
    """New units from stockpiles.

    Rule: 4.3, 4.3.1, 4.3.2, 4.3.3
    """

    def __init__(self, kit: TatchankaKit) -> None:
        self.kit, board = kit, kit.board
        self.rows = {str(row.id): row for row in board.tables["substitutions"].rows}
        self.eligible = board.units_where(self._rated)
        self._of_type = {
            name: mask_of(u for u, counter in enumerate(board.counters) if counter.group.type == name)
            for name in self.rows
        }
        self.quotas = board.tables["quotas"].rows
        self.stockpile = kit.own_decision(Decision(
            "break-up", "break-up", "4.3.1", self.stockpiles, self._break_up,
            (
                Reason("4.3.1", "no-stockpile", lambda state: board.stockpiles & kit.units_of(state, state.side)),  # type: ignore[arg-type]
                Reason("4.3.1", "not-on-map", lambda state: state.present),
                Reason(self.locked_rule, "locked", lambda state: ~self.locked(state)),  # type: ignore[arg-type]
                Reason("4.3.1", "nobody-to-form", self.stockpiles),
            ),
            may_end=lambda state: True,
        ))  # fmt: skip
        self.unit = kit.own_decision(Decision(
            "form", "form", "4.3.1", self.waiting, self._form,
            (
                Reason("4.3.1", "wrong-faction", lambda state: board.own[state.arming[FACTION]]),
                Reason("4.3.2", "never-formed", lambda state: self.eligible),
                Reason("4.3.2", "not-waiting", lambda state: self.available(state, state.arming[FACTION])),  # type: ignore[arg-type]
                Reason("4.3.3", "quota-used", self.waiting),
            ),
        ))  # fmt: skip
        kit.operation("forming:next", self._next)
        kit.operation("forming:units", self._units)

    locked_rule = "4.3.1"

    def locked(self, state: TatchankaState) -> int:
        """Stockpiles that may not be broken up yet."""
        return 0

    def _rated(self, counter: Any) -> bool:
        """Whether a unit has the type and the rating of one that is mobilized.

        Rule: 4.3.2, 4.3.3
        """
        row = self.rows.get(counter.group.type or "")
        rating = "-".join(str(counter.factor(name)) for name in ("attack", "defence", "movement"))
        return row is not None and row.name == rating and counter.group.nationality is None

    def begin(self, state: KitState, phase: Phase) -> None:
        """Ask for stockpiles; one that a position tells of is broken up to the end."""
        state.agenda.append("forming:next")
        if state.arming:  # type: ignore[attr-defined]
            state.agenda.append("forming:units")

    def _next(self, state: Any) -> bool:
        limit = int(self.kit.board.parameter["stockpiles-turn"])
        if state.broken >= limit:
            return False
        return self.kit.ask(state, self.stockpile, state.side)

    def stockpiles(self, state: Any) -> int:
        """Stockpiles of the side that can be broken up.

        Rule: 4.3.1
        """
        board, kit = self.kit.board, self.kit
        units = board.stockpiles & kit.units_of(state, state.side) & state.present & ~self.locked(state)
        for faction in kit.led_by(state, state.side):
            own = units & board.own[faction]
            if own and not self.formable(state, faction, extra=self._extra(faction)):
                units &= ~own
        return units

    def _extra(self, faction: int) -> int:
        """Tatchankas that a stockpile of a faction brings without a quota.

        Rule: 4.3.3
        """
        name = self.kit.board.sides[faction]
        return next((row.effect("stockpile-tatchanka") for row in self.quotas if row.id == name), 0)

    def available(self, state: TatchankaState, faction: int) -> int:
        """Units of a faction in the pool, and those that have been eliminated.

        Rule: 4.3.2
        """
        board = self.kit.board
        boxes = {board.pools[faction], self.kit.lost_at[faction]} - {board.nowhere}
        return state.units_at(boxes) & board.own[faction] & self.eligible

    def formable(self, state: TatchankaState, faction: int, *, extra: int) -> int:
        """Those for which substitutions are left.

        Rule: 4.3.3
        """
        units = self.available(state, faction)
        left = [quota - used for quota, used in zip(
            self.quota(state, faction), state.quotas[3 * faction : 3 * faction + 3], strict=True
        )]  # fmt: skip
        left[2] += extra
        for row in self.rows.values():
            if any(row.effect(name) > left[index] for index, name in enumerate(SUBSTITUTIONS)):
                units &= ~self._of_type[row.id]
        return units

    def quota(self, state: TatchankaState, faction: int) -> list[int]:
        """Substitutions of a faction in this month.

        Rule: 4.3.3
        """
        board, month = self.kit.board, self.kit.board.months[state.turn]
        name = board.sides[faction]
        for row in self.quotas:
            if row.id in (name, f"{name}-{month}") and row.effects.get("month", month) == month:
                return [row.effect(kind) for kind in SUBSTITUTIONS]
        return [0, 0, 0]

    def _break_up(self, state: Any, stockpile: int) -> None:
        """Take a stockpile off the map; units come in its place.

        Rule: 4.3.1
        """
        board = self.kit.board
        faction = board.side_of[stockpile]
        state.broken += 1
        state.arming = [state.at[stockpile], faction, int(board.parameter["stockpile-units"]), self._extra(faction)]
        event(state, "break-up", "4.3.1", 1 << stockpile, state.at[stockpile])
        self.kit.put(state, 1 << stockpile, self.kit.lost_at[faction])
        state.gone |= 1 << stockpile
        state.agenda += ["forming:next", "forming:units"]

    def _units(self, state: Any) -> bool:
        if not state.arming[LEFT] or not self.waiting(state):
            state.arming = []
            return False
        return self.kit.ask(state, self.unit, state.side)

    def waiting(self, state: Any) -> int:
        """Units one of which can come now."""
        return self.formable(state, state.arming[FACTION], extra=state.arming[EXTRA])

    def _form(self, state: Any, unit: int) -> None:
        """A new unit takes its place; it neither moves nor attacks in this player-turn.

        Rule: 4.3, 4.3.3
        """
        state.arming[LEFT] -= 1
        self.place_formed(state, unit, state.arming[HERE], "4.3.1")
        state.agenda.append("forming:units")

    def place_formed(self, state: Any, unit: int, space: int, rule: str) -> None:
        """Put down a new unit, and count its substitutions.

        Rule: 4.3, 4.3.3
        """
        faction = self.kit.board.side_of[unit]
        row = self.rows[str(self.kit.board.counters[unit].group.type)]
        for index, name in enumerate(SUBSTITUTIONS):
            cost = row.effect(name)
            if name == "tatchanka" and state.arming and (freely := min(cost, state.arming[EXTRA])):
                state.arming[EXTRA] -= freely
                cost -= freely
            state.quotas[3 * faction + index] += cost
        event(state, "form", rule, 1 << unit, space)
        self.kit.put(state, 1 << unit, space)
        state.gone &= ~(1 << unit)
        state.formed |= 1 << unit
        for status in ("doubled", "tripled", "limited"):
            setattr(state, status, getattr(state, status) & ~(1 << unit))

