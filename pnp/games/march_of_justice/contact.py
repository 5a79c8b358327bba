"""Contact of either side: who takes part, the column, the modifiers, the result, and the advance."""

from __future__ import annotations

from collections.abc import Callable

from pnp.games.march_of_justice.ai import Priorities
from pnp.games.march_of_justice.board import RUSSIA, WAGNER
from pnp.games.march_of_justice.kit import MarchKit
from pnp.games.march_of_justice.odds import crosses, flankers, fresh, strength
from pnp.games.march_of_justice.state import ELIMINATED, REPULSED, MarchState, side_of
from pnp.model.info import Phase
from pnp.referee.combat import logged_cells
from pnp.referee.dice import bits, drawn, roll
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.state import Frame
from pnp.referee.masks import mask_of
from pnp.referee.records import event

RESULTS = {
    "AR": ("eliminate attackers", "retreat attackers"), "Ar": ("retreat attackers",),
    "EX": ("reduce attackers", "switch or reduce defenders"), "NE": (), "Rp": ("retreat defenders",),
    "R": ("eliminate defenders", "retreat defenders"), "S": ("switch or surrender defenders", "retreat defenders"),
}  # fmt: skip
"""Result code -> what it demands, in order."""

REDUCE, ELIMINATE, SURRENDER = range(3)
"""What a loss does to a unit."""


class Contact:
    """The contacts of a side in its player turn.

    The frame of a contact holds its `spot`, the units `chosen` to attack, then all `attackers` and `defenders`, the
    `fighters` that may still advance, the locations from which they came (`sources`), and of what a result demands the
    units that are `losing`, `retreating` or `switching`, the kind of `loss`, and the `unit` that goes somewhere.
    Rule: 6.2, 7.5
    """

    def __init__(self, kit: MarchKit, priorities: Priorities) -> None:
        self.kit, self.board, self.priorities = kit, kit.board, priorities
        board = self.board
        self._die = (board.contact.table.dice.sides, f"{board.contact.table.id}-table")
        self._cells = logged_cells(board.contact)
        self._decide()
        demands: dict[str, Callable[[MarchState], bool | None]] = {
            "eliminate attackers": lambda state: self._lose(state, ELIMINATE, "attackers"),
            "eliminate defenders": lambda state: self._lose(state, ELIMINATE, "defenders"),
            "reduce attackers": lambda state: self._lose(state, REDUCE, "attackers"),
            "switch or reduce defenders": lambda state: self._turn(state, REDUCE),
            "switch or surrender defenders": lambda state: self._turn(state, SURRENDER),
            "retreat attackers": lambda state: self._fall_back(state, "attackers"),
            "retreat defenders": lambda state: self._fall_back(state, "defenders"),
        }
        for name, demand in demands.items():
            kit.operation(name, demand)
        kit.operation("contact:next", self._next)
        kit.operation("contact:attackers", lambda state: kit.ask(state, self.attacker, state.side))
        kit.operation("contact:fight", self._fight)
        kit.one_by_one("contact:retreat", "retreating", self._retreat)
        kit.one_by_one("contact:switch", "switching", self._switch)
        kit.operation("contact:advance", self._offer_advance)
        kit.operation("contact:close", self._close)

    def _decide(self) -> None:
        """The decisions of a contact, with the reasons against a choice.

        Rule: 3.1, 3.3, 6.2, 6.2.2, 6.2.4
        """
        kit, board = self.kit, self.board
        self.target = kit.own_decision(Decision("contact", "attack", "6.2", self.attackable, self._attack, (
            Reason("6.2", "no-enemy", lambda state: kit.enemies_at(state, state.side)),
            Reason("6.2", "nobody-can-attack", self.attackable),
        ), may_end=lambda state: True))  # fmt: skip
        self.attacker = kit.own_decision(Decision("attackers", "choose-unit", "6.2", self.near, self._join_attack, (
            Reason("6.2", "chosen-already", lambda state: ~state.frames[-1]["chosen"]),
            *kit.usable("6.2"),
            Reason("3.1", "defends-only", lambda state: board.assault),
            Reason("6.2", "attacked", lambda state: ~state.attacked),
            Reason("6.2", "not-beside", self.near),
        ), may_end=lambda state: state.frames[-1]["chosen"] > 0, end_verb="fight",
            unended=lambda state: ("6.2", "nobody-attacks")))  # fmt: skip
        self.loss = kit.plain(
            "loss", "lose-unit", "6.2.2", lambda state: state.frames[-1]["losing"], self._take_loss, "not-strongest"
        )
        self.refuge = kit.own_decision(Decision("retreat", "retreat-to", "6.2.2", self._refuges, self._withdraw, (
            Reason("6.2.2", "not-adjacent", lambda state: board.neighbours[self._here(state)]),
            Reason("3.3", "enemy-there", lambda state: ~kit.enemies_at(state, self._owner(state))),
            Reason("6.2.2", "not-nearer", self._refuges, lambda state, space: {
                "space": board.spaces[space], "home": board.spaces[kit.home(state, state.frames[-1]["unit"])]}),
        )))  # fmt: skip
        self.join = kit.plain(
            "join", "join-at", "6.2.2", lambda state: state.frames[-1]["sources"], self._join, "no-attack-from"
        )
        self.advance = kit.plain(
            "advance", "advance", "6.2.4", lambda state: state.frames[-1]["fighters"],
            lambda state, unit: self._advance(state, 1 << unit), "may-not-advance", may_end=lambda state: True,
        )  # fmt: skip

    def begin(self, state: MarchState, phase: Phase) -> bool:
        """Open the contacts of the side on turn. A second player may win after them, as Wagner may after its own.

        Rule: 7.5, 11.0
        """
        if state.side == RUSSIA and RUSSIA not in self.kit.policies:
            state.agenda.append("communications")
        return self._next(state)

    def _next(self, state: MarchState) -> bool:
        """The next contact that a player starts, or that the priorities have prepared."""
        if state.side not in self.kit.policies:
            return self.kit.ask(state, self.target, state.side)
        attack = self.priorities.next_attack(state)
        if attack is not None:
            self._open(state, *attack)
            state.agenda.append("contact:fight")
        return False

    # Who attacks whom ---------------------------------------------------------------------------------------

    def attackable(self, state: MarchState) -> int:
        """Locations that the side on turn can start a contact against."""
        enemies, spaces = self.kit.enemies_at(state, state.side), 0
        if enemies:
            units = fresh(self.board, state, state.side) & state.present
            while units:
                low = units & -units
                units ^= low
                spaces |= self.board.neighbours[state.at[low.bit_length() - 1]]
        return spaces & enemies

    def near(self, state: MarchState) -> int:
        """Units that can still take part in the attack on the spot."""
        frame = state.frames[-1]
        units = state.units_within(self.board.neighbours[frame["spot"]] & state.occupied[state.side])
        return units & fresh(self.board, state, state.side) & ~frame["chosen"]

    def _attack(self, state: MarchState, space: int) -> None:
        frame = self._open(state, space)
        state.agenda.append("contact:fight")
        units = self.near(state)
        if units & units - 1:
            state.agenda.append("contact:attackers")
        else:
            frame["chosen"] = units

    def _open(self, state: MarchState, spot: int, chosen: int = 0) -> Frame:
        state.agenda += ["contact:close", "contact:advance"]
        return self.kit.push_frame(state, spot=spot, chosen=chosen)

    def _join_attack(self, state: MarchState, unit: int) -> None:
        state.frames[-1]["chosen"] |= 1 << unit
        self.kit.ask(state, self.attacker, state.side)

    def _fight(self, state: MarchState) -> None:
        """Find the column, roll with all die-roll modifiers (DRM), and put down what the result demands.

        Rule: 6.2.1, 6.2.2, 6.2.3, 6.2.3.1, 6.2.3.2, 3.6
        """
        board, side, frame = self.board, state.side, state.frames[-1]
        units, spot = frame["chosen"], frame["spot"]
        defenders = state.units_in[spot] & self.kit.units_of(state, 1 - side)
        frame |= {
            "chosen": 0, "attackers": units, "defenders": defenders, "fighters": units,
            "sources": mask_of(state.at[unit] for unit in bits(units)),
        }  # fmt: skip
        state.attacked |= units
        attack, defence = strength(state, units), strength(state, defenders)
        odds = board.contact.odds(attack, defence)
        found, total = board.modifiers.found(
            side, spot, state.momentum, flankers(state, units), crosses(board, state, units, spot)
        )
        event(state, "attack", "6.2", units, spot, (("by", board.sides[side]),))
        event(state, "contact", "6.2.1", defenders, spot, (
            ("odds", f"{attack}:{defence}"), ("column", board.contact.table.columns[odds.column]),
        ))  # fmt: skip
        if odds.shift:
            event(state, "column-shift", "6.2.3.1", 0, -1, (("odds", odds.label), ("value", odds.shift)))
        for number, name, rule in found:
            event(state, "modifier", rule, 0, -1, (("code", name), ("value", number)))
        row = board.contact.row_index(roll(state, *self._die, "6.2.1") + total)
        event(state, "result", "6.2.2", 0, spot, self._cells[odds.column][row])
        state.agenda += reversed(RESULTS[board.contact.results[odds.column][row]])

    def _close(self, state: MarchState) -> None:
        state.frames.pop()
        state.agenda.append("contact:next")

    def _fallen_in(self, state: MarchState, name: str) -> int:
        """Those of the attackers or the defenders that are still on the map and on their side."""
        side = state.side if name == "attackers" else 1 - state.side
        return state.frames[-1][name] & state.present & self.kit.units_of(state, side)

    # Losses -------------------------------------------------------------------------------------------------

    def _lose(self, state: MarchState, kind: int, name: str) -> bool:
        return self._lose_one(state, kind, self._fallen_in(state, name))

    def _lose_one(self, state: MarchState, kind: int, units: int) -> bool:
        """The unit of highest strength loses, track included; of several its owner says which.

        Rule: 6.2.2
        """
        if not units:
            return False
        most = max(state.sp[unit] for unit in bits(units))
        losing = mask_of(unit for unit in bits(units) if state.sp[unit] == most)
        state.frames[-1] |= {"loss": kind, "losing": losing}
        return self.kit.settle(state, self.loss, side_of(self.board, state, losing.bit_length() - 1), losing)

    def _take_loss(self, state: MarchState, unit: int) -> None:
        """`unit` is reduced, eliminated, or leaves the game; a reduced or one-sided unit that is reduced is eliminated.

        Rule: 6.2.2, 3.1, 3.10, 8.1
        """
        board, frame, bit, space = self.board, state.frames[-1], 1 << unit, state.at[unit]
        kind = frame["loss"]
        if kind == REDUCE and board.two_steps & ~state.reduced & bit:
            self.kit.weaken(state, unit, "6.2.2")
            return
        state.note(ELIMINATED, side_of(board, state, unit))
        frame["fighters"] &= ~bit
        self.kit.put(state, bit, board.removed if kind == SURRENDER else board.eliminated)
        name = "surrender" if kind == SURRENDER else "eliminate"
        event(state, name, "3.1" if kind == REDUCE else "6.2.2", bit, space)

    # Retreat ------------------------------------------------------------------------------------------------

    def _fall_back(self, state: MarchState, name: str) -> bool:
        """All of the units retreat. In the capital nobody moves: the strongest of them is reduced instead.

        Rule: 6.2.2, 3.10
        """
        board, units = self.board, self._fallen_in(state, name)
        base = board.base[state.side if name == "attackers" else 1 - state.side]
        holding = units & state.units_in[base] if board.capital >> base & 1 else 0
        state.frames[-1]["retreating"] = units & ~holding
        state.agenda.append("contact:retreat")
        if holding:
            event(state, "stand", "3.10", holding, base)
        return self._lose_one(state, REDUCE, holding)

    def _retreat(self, state: MarchState) -> bool:
        """A unit retreats from its own location; without a refuge it is dispersed.

        Rule: 6.2.2
        """
        if spaces := self._refuges(state):
            return self.kit.settle(state, self.refuge, self._owner(state), spaces)
        frame = state.frames[-1]
        unit = frame["unit"]
        frame["fighters"] &= ~(1 << unit)
        state.note(REPULSED, self._owner(state))
        self.kit.disperse(state, unit, "3.10" if state.at[unit] == self.kit.home(state, unit) else "6.2.2")
        return False

    def _owner(self, state: MarchState) -> int:
        return side_of(self.board, state, state.frames[-1]["unit"])

    @staticmethod
    def _here(state: MarchState) -> int:
        return state.at[state.frames[-1]["unit"]]

    def _refuges(self, state: MarchState) -> int:
        """Where the unit can retreat to: next to it, nearer to its home, without enemies; none at home.

        Rule: 6.2.2, 3.10
        """
        home = self.kit.home(state, state.frames[-1]["unit"])
        return self.board.onward[home][self._here(state)] & ~self.kit.enemies_at(state, self._owner(state))

    def _withdraw(self, state: MarchState, space: int) -> None:
        """The unit goes to `space`; where the system has to choose, with all that make for the same home.

        Rule: 6.2.2, 8.1
        """
        frame, here, owner = state.frames[-1], self._here(state), self._owner(state)
        units, refuges = 1 << frame["unit"], self._refuges(state)
        if owner in self.kit.policies and refuges & refuges - 1:
            home, together = self.kit.home(state, frame["unit"]), frame["retreating"] & state.units_in[here]
            units |= mask_of(unit for unit in bits(together) if self.kit.home(state, unit) == home)
        state.note(REPULSED, owner)
        event(state, "retreat", "6.2.2", units, space, (("from", self.board.places[here]),))
        self.kit.put(state, units, space)
        frame["retreating"] &= ~units
        frame["fighters"] &= ~units

    # Changing sides -----------------------------------------------------------------------------------------

    def _turn(self, state: MarchState, kind: int) -> bool:
        """Defenders that can change sides do that; without any the strongest loses.

        Rule: 6.2.2
        """
        units = self._fallen_in(state, "defenders")
        switching = units & self.board.switchers if state.side == WAGNER else 0
        if not switching:
            return self._lose_one(state, kind, units)
        state.frames[-1]["switching"] = switching
        state.agenda.append("contact:switch")
        return False

    def _switch(self, state: MarchState) -> bool:
        """One goes over to an attacking location; of several the player chooses.

        Rule: 6.2.2
        """
        return self.kit.settle(state, self.join, WAGNER, state.frames[-1]["sources"])

    def _join(self, state: MarchState, space: int) -> None:
        self.kit.go_over(state, state.frames[-1]["unit"], space, "6.2.2")

    # Advance ------------------------------------------------------------------------------------------------

    def _offer_advance(self, state: MarchState) -> bool:
        """With the location empty, attackers may go in at once. The system's all do, but for one that stays by lot
        where the capital would be empty.

        Rule: 6.2.4
        """
        board, frame, side = self.board, state.frames[-1], state.side
        units = frame["fighters"]
        if not units or self.kit.enemies_at(state, side) >> frame["spot"] & 1:
            return False
        if side not in self.kit.policies:
            return self.kit.ask(state, self.advance, side)
        home = board.base[RUSSIA]
        there = state.units_in[home] & self.kit.units_of(state, side)
        if there and not there & ~units and frame["spot"] != home:
            units &= ~(1 << drawn(state, there, "stay", "6.2.4"))
        frame["fighters"] = units
        self._advance(state, units)
        return False

    def _advance(self, state: MarchState, units: int) -> None:
        """`units` go into the emptied location.

        Rule: 6.2.4
        """
        frame, board = state.frames[-1], self.board
        for space in sorted({state.at[unit] for unit in bits(units)}):
            going = units & state.units_in[space]
            event(state, "advance", "6.2.4", going, frame["spot"], (("from", board.places[space]),))
            self.kit.put(state, going, frame["spot"])
        frame["fighters"] &= ~units
        if frame["fighters"]:
            self.kit.ask(state, self.advance, state.side)
