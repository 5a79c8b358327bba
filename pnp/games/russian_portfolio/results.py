"""What the die of an attack brings: results for each defender, exchanges and losses, advances, breakdown, breakthrough.

The frame of an attack holds its number (`attack`), the `attackers`, the hexes from which they came (`against`), the
`die` and the `column`, the hexes still to be dealt with (`todo`), the one that is (`hex`), the `best` result there, as
1 + its index, and whether any was a breakthrough (`broken`); by result the units that have it; what is still `owed`.
"""

from __future__ import annotations

from typing import Any

from pnp.games.russian_portfolio.advances import Advances
from pnp.games.russian_portfolio.board import AXIS, FROST, GOOD, MUD, RUSSIAN, SNOW
from pnp.games.russian_portfolio.ground import PortfolioKit
from pnp.games.russian_portfolio.odds import AD, AE, BR, CODES, D1, D4, DE, DX, PortfolioCombat, S, X
from pnp.games.russian_portfolio.retreats import FORCED, LED, WILLING, Retreats
from pnp.games.russian_portfolio.state import PortfolioState
from pnp.referee.dice import bits, roll
from pnp.referee.kit.state import Frame, KitState
from pnp.referee.records import event

TRAPPED = {D1: "", D4: DE, DX: DE, DE: BR}
"""What results become for units that can't retreat, or won't."""

CUT_SHORT = {D4: DE, DX: DE, DE: BR}
"""What they become for units that can't retreat far enough."""

OVERRUN = {DX: DE, DE: BR}
"""What they become in an armor overrun."""


class Results:
    """Resolves one attack after the other.

    Rule: XIII.C.1
    """

    def __init__(self, kit: PortfolioKit, odds: PortfolioCombat, retreats: Retreats) -> None:
        self.kit, self.board, self.odds, self.retreats = kit, kit.board, odds, retreats
        self.advances = Advances(kit)
        one = lambda state: 1  # noqa: E731
        operation = kit.operation
        self.fall_back = kit.plain(
            "exchange-fall-back", "fall-back", "XIII.C.3", self._may_fall_back, self._fall_back, "no-falling-back"
        )
        self.decline = kit.plain(
            "exchange-decline", "decline", "XIII.C.3", self._may_decline, self._decline, "no-declining"
        )
        self.exchange = kit.plain(
            "exchange", "exchange", "XIII.C.3", one, self._exchange, "must-choose",
            besides=(self.fall_back, self.decline),
        )  # fmt: skip
        self.first = kit.plain(
            "exchange-first", "exchange", "XIII.C.8", one, self._exchange, "must-choose",
            may_end=lambda s: True, end=self._lead_back,
        )  # fmt: skip
        self.loss = kit.plain("assault-loss", "lose-unit", "XIII.C.2", self.payable, self._pay, "not-to-be-lost")
        for code, deed in (
            (AE, self._ae), (X, self._x), (AD, self._ad), (S, self._s), (D1, self._d1), (D4, self._d4), (DX, self._dx),
            (DE, self._de), (BR, self._de),
        ):  # fmt: skip
            operation(f"result:{code}", deed)
        operation("result:hex", self._hex)
        operation("result:owed", self._owed)
        operation("result:scatter", self._scatter)
        operation("result:scatter-if-held", self._scatter_if_held)
        operation("result:willing", self._willing)
        operation("result:cleared", self._cleared)
        operation("result:breakdown", self._breakdown)
        operation("result:breakthrough", self._breakthrough)
        operation("result:over", lambda s: s.frames.pop() and None)

    # The die ------------------------------------------------------------------------------------------------

    def open(self, state: PortfolioState, number: int) -> None:
        """Resolve an attack: throw the die, or advance where an earlier wave has cleared the hex.

        Rule: XIII.A.4, XIII.B.4, XIII.C.1
        """
        target, before = state.targets[number], state.results[number]
        force = state.forces[number] & state.present & ~state.dispersed
        state.targets[number] = 0
        held = target & self.kit.enemies_at(state, state.side)
        ratio = self.odds.ratio(state, force, held, state.marks[number]) if force and held else None
        if not force or (ratio is not None and not ratio.allowed):
            event(state, "called-off", "XIII.A.7", force, target.bit_length() - 1)
            state.forces[number] = 0
            return
        state.frames[0]["fought"] |= force
        frame = self.kit.push_frame(
            state, attack=number, attackers=force, against=state.spaces_of(force), die=0, column=0, todo=held, hex=0,
            best=before or 1 + CODES.index(D1), broken=0, due=0, paid=0, gone=0, unit=0, owed=0, units=0, willing=0,
        )  # fmt: skip
        state.agenda.append("result:over")
        if ratio is None:
            frame["hex"] = (target & -target).bit_length() - 1
            self.advances.begin(state)
            return
        frame["column"] = ratio.column
        places = (
            ("attack", ratio.attack), ("defence", ratio.defence), ("odds", self.odds.table.table.columns[ratio.column])
        )
        event(state, "odds", "XIII.B.3", force, held.bit_length() - 1, places)
        for rule, columns in ratio.shifts:
            event(state, "shift", rule, 0, -1, (("value", columns),))
        frame["die"] = roll(state, 6, "attack", "XIII.C.1")
        state.agenda += ["result:breakthrough", "result:breakdown", "result:hex"]

    def _hex(self, state: Any) -> None:
        """The results of the defenders of the next hex.

        Rule: VII.B, XIII.C.1
        """
        frame = state.frames[-1]
        todo = frame["todo"]
        if not todo:
            return
        space = frame["hex"] = (todo & -todo).bit_length() - 1
        frame["todo"] = todo & todo - 1
        defenders = state.units_in.get(space, 0) & self.board.own[1 - state.side]
        state.agenda += ["result:hex", "result:cleared"]
        frame["due"], frame["paid"], frame["best"] = (
            self.odds.against(state, space, defenders, frame["attackers"]), 0, 0
        )
        groups: dict[str, int] = {}
        overrun = self.odds.overruns(state, frame["attackers"], space)
        for unit in bits(defenders):
            code = self.code_for(state, unit, frame, overrun=overrun)
            groups[code] = groups.get(code, 0) | 1 << unit
        cells = self.odds.cells
        for code, units in groups.items():
            column = self._column(state, frame, units)
            cell = cells[column][frame["die"] - self.odds.table.first_die]
            event(state, "result", "XIII.C.1", units, space, (*cell[:3], ("code", code or "-")))
            if code:
                frame[code] = units
                frame["best"] = max(frame["best"], 1 + CODES.index(code))
        frame["best"] = frame["best"] or 1 + CODES.index(D1)
        if frame["best"] == 1 + CODES.index(BR):
            frame["broken"] = 1
        state.agenda += [f"result:{code}" for code in sorted(filter(None, groups), key=CODES.index, reverse=True)]

    def _column(self, state: PortfolioState, frame: Frame, units: int) -> int:
        more = self.kit.numbers["dispersed-shift"] if units & state.dispersed else 0
        return min(frame["column"] + more, self.odds.last)

    def code_for(self, state: PortfolioState, unit: int, frame: Frame, *, overrun: bool) -> str:
        """The result of one defender; "" for none.

        Rule: Combat Results Table, XIII.C.11, XIII.C.12, XIII.D.6
        """
        column = self._column(state, frame, 1 << unit)
        code = self.odds.table.result(column, frame["die"])
        if code in TRAPPED:
            length = self.retreats.length(state, unit, frame["against"])
            if not length or state.frames[0]["fast"] >> state.at[unit] & 1:
                code = TRAPPED[code]
            elif length < self.kit.numbers["least-retreat"]:
                code = CUT_SHORT.get(code, code)
        return OVERRUN.get(code, code) if overrun else code

    # Results ------------------------------------------------------------------------------------------------

    def _take(self, state: KitState, code: str) -> int:
        """The units with a result; they have it no longer."""
        return state.frames[-1].pop(code) & state.present

    def _owe(self, state: Any, units: int) -> int:
        frame = state.frames[-1]
        return self.odds.against(state, frame["hex"], units, frame["attackers"])

    def alive(self, state: KitState) -> int:
        """The attackers that are left."""
        return state.frames[-1]["attackers"] & state.present

    def _can_pay(self, state: KitState, units: int) -> bool:
        """Whether the attackers have the factors for an exchange.

        Rule: XIII.C.3
        """
        return sum(self.board.attack[unit] for unit in bits(self.alive(state))) >= self._owe(state, units)

    def _ae(self, state: KitState) -> None:
        """Attackers of the defenders' strength are lost, the others Dispersed.

        Rule: XIII.C.2
        """
        self._repelled(state, self._take(state, AE))

    def _repelled(self, state: KitState, units: int) -> None:
        frame = state.frames[-1]
        frame["owed"], frame["willing"], frame["free"] = self._owe(state, units), units, 1
        state.agenda += ["result:willing", "result:scatter", "result:owed"]

    def _x(self, state: KitState) -> bool:
        """An exchange, where attackers can pay; defenders may have a way out.

        Rule: XIII.C.3
        """
        units = self._take(state, X)
        if not self._can_pay(state, units):
            self._repelled(state, units)
            return False
        state.frames[-1]["units"] = units
        if self._may_fall_back(state) or self._may_decline(state):
            return self.kit.ask(state, self.exchange, 1 - state.side)
        self._exchange(state, 0)
        return False

    def _may_fall_back(self, state: Any) -> int:
        """1 where Germans, those with them, or Finns take D1 instead.

        Rule: XIII.C.3
        """
        units = state.frames[-1].get("units", 0)
        mountain = self.board.mountains >> state.frames[-1].get("hex", 0) & 1
        weather = state.weather in (GOOD, FROST, MUD)
        return int(bool(units & (self.board.german | self.board.finns)) and bool(weather or mountain))

    def _may_decline(self, state: Any) -> int:
        """1 where Russians or Finns refuse.

        Rule: XIII.C.3
        """
        units = state.frames[-1].get("units", 0)
        swamp = self.board.swamp[self.kit.frozen(state)] >> state.frames[-1].get("hex", 0) & 1
        weather = state.weather in (MUD, SNOW)
        return int(bool(units & (self.board.own[RUSSIAN] | self.board.finns)) and bool(weather or swamp))

    def _exchange(self, state: KitState, _: int) -> None:
        """All these defenders are lost; attackers lose as much.

        Rule: XIII.C.3, XIII.C.8
        """
        frame = state.frames[-1]
        units = frame["units"] & state.present
        frame["owed"], frame["free"] = self._owe(state, units), 0
        self.kit.lose(state, units, "XIII.C.3")
        state.agenda.append("result:owed")

    def _fall_back(self, state: KitState, _: int) -> None:
        """D1 instead of the exchange, which is nothing for units with the order No Retreat.

        Rule: XIII.C.3, XIII.C.12
        """
        frame = state.frames[-1]
        if not state.frames[0]["fast"] >> frame["hex"] & 1:
            self._retreat(state, frame["units"], FORCED)

    def _decline(self, state: KitState, _: int) -> None:
        state.frames[-1]["willing"] = state.frames[-1]["units"]
        state.agenda.append("result:willing")

    def _ad(self, state: KitState) -> None:
        """Attackers are Dispersed, unless all defenders leave.

        Rule: XIII.C.4, XIII.D.2
        """
        state.frames[-1]["willing"] = self._take(state, AD)
        state.agenda += ["result:scatter-if-held", "result:willing"]

    def _s(self, state: Any) -> None:
        """Everybody is Spent; defenders may leave.

        Rule: XIII.C.5
        """
        units = self._take(state, S)
        self.kit.spend(state, units, "XIII.C.5")
        state.frames[-1]["willing"] = units
        state.agenda.append("result:willing")

    def _d1(self, state: KitState) -> None:
        """Defenders retreat as they choose.

        Rule: XIII.C.6
        """
        self._retreat(state, self._take(state, D1), FORCED)

    def _d4(self, state: KitState) -> None:
        """Defenders retreat as the attacker chooses.

        Rule: XIII.C.7
        """
        self._retreat(state, self._take(state, D4), LED)

    def _dx(self, state: KitState) -> bool:
        """The attacker chooses an exchange, or a retreat.

        Rule: XIII.C.8
        """
        units = state.frames[-1]["units"] = self._take(state, DX)
        if self._can_pay(state, units):
            return self.kit.ask(state, self.first, state.side)
        self._lead_back(state)
        return False

    def _lead_back(self, state: KitState) -> None:
        self._retreat(state, state.frames[-1]["units"], LED)

    def _de(self, state: KitState) -> None:
        """Defenders are lost.

        Rule: XIII.C.9, XIII.C.10
        """
        frame = state.frames[-1]
        for code in (DE, BR):
            if code in frame:
                self.kit.lose(state, self._take(state, code), "XIII.C.9" if code == DE else "XIII.C.10")

    def _retreat(self, state: Any, units: int, mode: int) -> None:
        frame = state.frames[-1]
        if units & state.present:
            self.retreats.begin(
                state, units & state.present, frame["hex"], frame["against"], mode
            )

    def _willing(self, state: KitState) -> None:
        """Units may leave of their own accord, unless No Retreat is ordered.

        Rule: XIII.D.2, XIII.B.6
        """
        frame = state.frames[-1]
        units, frame["willing"] = frame["willing"], 0
        if not state.frames[0]["fast"] >> frame["hex"] & 1:
            self._retreat(state, units, WILLING)

    def _scatter(self, state: Any) -> None:
        self.kit.disperse(state, self.alive(state), "XIII.C.2")

    def _scatter_if_held(self, state: Any) -> None:
        if self.kit.enemies_at(state, state.side) >> state.frames[-1]["hex"] & 1:
            self.kit.disperse(state, self.alive(state), "XIII.C.4")

    # Losses of attackers ------------------------------------------------------------------------------------

    def payable(self, state: KitState) -> int:
        """Attackers one of which is lost now; in an Axis exchange Germans before their allies.

        Rule: XIII.C.2, XIII.C.3
        """
        alive = self.alive(state)
        if state.side == AXIS and not state.frames[-1].get("free", 0):
            return alive & self.board.german or alive
        return alive

    def _owed(self, state: KitState) -> bool:
        """Attackers are lost until enough is paid."""
        frame = state.frames[-1]
        alive = self.alive(state)
        if frame["owed"] <= 0 or not alive:
            frame["owed"] = 0
            return False
        if sum(self.board.attack[unit] for unit in bits(alive)) <= frame["owed"]:
            self.kit.lose(state, alive, "XIII.C.2")
            frame["owed"] = 0
            return False
        return self.kit.settle(state, self.loss, state.side, self.payable(state))

    def _pay(self, state: KitState, unit: int) -> None:
        frame = state.frames[-1]
        frame["owed"] = max(frame["owed"] - self.board.attack[unit], 0)
        self.kit.lose(state, 1 << unit, "XIII.C.2")
        if frame["owed"]:
            state.agenda.append("result:owed")

    # Afterwards ---------------------------------------------------------------------------------------------

    def _cleared(self, state: Any) -> None:
        """Where nobody is left in the hex, attackers enter it, and later waves may.

        Rule: XIII.D.3, XIII.A.4
        """
        frame = state.frames[-1]
        here = 1 << frame["hex"]
        if self.kit.enemies_at(state, state.side) & here:
            return
        for number, target in enumerate(state.targets):
            if target & here:
                state.results[number] = frame["best"]
        self.advances.begin(state)

    def _breakdown(self, state: Any) -> None:
        """Armor that has attacked may break down.

        Rule: XIII.C.13
        """
        frame = state.frames[-1]
        if self.odds.breaks_down(state, frame["die"]):
            armor = self.alive(state) & self.board.armor & ~state.dispersed
            self.kit.disperse(state, armor, "XIII.C.13")

    def _breakthrough(self, state: Any) -> None:
        """After a breakthrough the attackers may attack once more.

        Rule: XIII.C.10, XIII.F
        """
        frame = state.frames[-1]
        pool = self.alive(state) & ~state.dispersed & ~state.broke
        if frame["broken"] and pool:
            self.kit.push_frame(state, pool=pool)
            state.agenda += ["breakthrough:over", "breakthrough:next"]
