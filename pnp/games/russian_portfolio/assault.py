"""An attack phase: attacks are allocated, the defender answers, then they are resolved one after the other.

The frame of the phase holds the units that have `fought` and those that they have `met`, the hexes that stand `fast`,
the units that were Dispersed in it (`fresh`), whether anything has `stirred` since the defender could step back, and
whether the attacks are `fixed`. That of an attack that is being put together holds its `spaces`, its `attackers`,
whether these are `strong` enough, and the `pool` from which they come; that of a breakthrough the `pool` alone.
"""

from __future__ import annotations

from typing import Any

from pnp.games.russian_portfolio.board import AXIS, RUSSIAN
from pnp.games.russian_portfolio.ground import PortfolioKit
from pnp.games.russian_portfolio.odds import PortfolioCombat
from pnp.games.russian_portfolio.results import Results
from pnp.games.russian_portfolio.retreats import Retreats
from pnp.games.russian_portfolio.state import AMPHIBIOUS, BONUS, BOUND, PortfolioState
from pnp.model.info import Phase
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.state import Frame, KitState
from pnp.referee.masks import mask_of, union
from pnp.referee.records import event


class Assault:
    """The attacks of one side in an operations phase.

    Rule: XIII.A, XIII.A.4
    """

    def __init__(self, kit: PortfolioKit, odds: PortfolioCombat, retreats: Retreats) -> None:
        self.kit, self.board, self.odds, self.retreats = kit, kit.board, odds, retreats
        self.results = Results(kit, odds, retreats)
        decide, operation = kit.own_decision, kit.operation
        self.more = decide(Decision(
            "assault-further", "attack", "XIII.A.5", self.further, self._widen,
            (Reason("XIII.A.5", "no-enemy", lambda s: kit.enemies_at(s, s.side)),
             Reason("XIII.A.5", "nobody-can-attack-all", self.further)),
        ))  # fmt: skip
        self.swim = kit.plain("assault-swim", "amphibious", "XVI.B.2", self._can_swim, self._swim, "no-crossing")
        self.join = kit.plain("assault-join", "join", "XIII.F", self._can_join, self._join, "nothing-to-join")
        self.unit = decide(Decision(
            "assault-unit", "choose-unit", "XIII.A.4", self.joinable, self._choose,
            (
                Reason("XIII.A.2", "not-yours", lambda s: kit.board.own[s.side]),
                Reason("XIII.A.2", "not-ready", lambda s: s.frames[-1]["pool"] | s.frames[-1]["attackers"]),
                Reason("XIII.A.1", "chosen-already", lambda s: ~s.frames[-1]["attackers"]),
                Reason("XIII.A.2", "not-beside", self.joinable),
            ),
            may_end=self._strong, end=self._allocate, end_verb="fight",
            unended=lambda s: ("XIII.B.4", "too-weak"), besides=(self.more, self.swim, self.join),
        ))  # fmt: skip
        self.target = self._aiming("assault-target", "XIII.A", "XIII.A.2", besides=kit.giving_up)
        self.breakthrough = self._aiming("breakthrough-target", "XIII.F", "XIII.F")
        self.fast = kit.plain(
            "assault-fast", "stand-fast", "XIII.B.6", self._steadfast, self._stand_fast, "nobody-to-hold",
            may_end=lambda s: True,
        )
        self.shrink = kit.shrink(
            "defender-shrink", "XIV.C", lambda s: s.present & kit.board.own[1 - s.side],
            lambda s, front, army: s.agenda.append("assault:slip"),
        )  # fmt: skip
        self.slip = decide(Decision(
            "assault-slip", "retreat-unit", "XIII.D.8", self._slippery, self._slip,
            (
                Reason("XIII.D.8", "not-yours", lambda s: kit.board.own[1 - s.side]),
                Reason("XIII.D.8", "not-ready", lambda s: s.ready),
                Reason("XIII.D.8", "under-attack", lambda s: ~self._struck(s)),
                Reason("XIII.D.8", "no-refuge", self._slippery),
            ),
            may_end=lambda s: True, end=self._settle_down, besides=(self.shrink,),
        ))  # fmt: skip
        self.call_off = decide(Decision(
            "assault-call-off", "call-off", "XIII.A.7", self._loose, self._call_off,
            (Reason("XIII.A.7", "no-attack-there", lambda s: s.pending()),
             Reason("XIII.A.7", "binding", self._loose)),
        ))  # fmt: skip
        self.order = kit.plain(
            "assault-order", "attack", "XIII.C", lambda s: s.pending(), self._resolve, "no-attack-there",
            may_end=lambda s: not self._bound(s), end=self._call_off_all, besides=(self.call_off, *kit.giving_up),
            unended=lambda s: ("XIII.A.7", "binding-left"),
        )  # fmt: skip
        operation("assault:allocate", lambda s: kit.ask(s, self.target, s.side))
        operation("assault:fix", self._fix)
        operation("assault:fast", lambda s: kit.ask(s, self.fast, 1 - s.side))
        operation("assault:slip", self._ask_to_slip)
        operation("assault:next", self._next)
        operation("assault:finish", self._finish)
        operation("breakthrough:next", lambda s: kit.ask(s, self.breakthrough, s.side))
        operation("breakthrough:fix", lambda s: self._withdraw(s, BONUS))
        operation("breakthrough:fight", self._fight_on)
        operation("breakthrough:over", lambda s: s.frames.pop() and None)

    def _aiming(self, name: str, rule: str, who: str, **more: Any) -> Decision:
        """Register the choice of what is attacked next; `who`: the case that says by whom."""
        return self.kit.own_decision(Decision(
            name, "attack", rule, self.targets, self._aim,
            (
                Reason(who, "no-enemy", lambda s: self.kit.enemies_at(s, s.side)),
                Reason(who, "nobody-can-attack", lambda s: self.odds.exposed(s, self._pool(s))),
                Reason("XIII.B.4", "odds-too-low", self.targets),
            ),
            may_end=lambda s: not self._owed(s), unended=self._unpaid, **more,
        ))  # fmt: skip

    def begin(self, state: Any, phase: Phase) -> None:
        """No attack is allocated; the course of the phase goes on the agenda."""
        for name in state.ATTACKS:
            getattr(state, name).clear()
        state.frames[-1] |= {"fought": 0, "met": 0, "fast": 0, "fresh": 0, "stirred": 1, "fixed": 0}
        state.agenda += [
            "assault:finish", "assault:slip", "assault:next", "assault:fast", "assault:fix", "assault:allocate",
        ]  # fmt: skip

    # Allocation ---------------------------------------------------------------------------------------------

    def _pool(self, state: Any) -> int:
        """Units that can be allocated: all that still may, or those of a breakthrough.

        Rule: XIII.A.1, XIII.F
        """
        pool = state.frames[-1].get("pool")
        return self.odds.able(state) if pool is None else pool & state.present & ~state.dispersed

    def targets(self, state: Any) -> Plane:
        """Enemy hexes that can still be attacked; in a breakthrough also those of attacks that are allocated."""
        able = self._pool(state)
        near = able and self.odds.exposed(state, able)
        return mask_of(one for one in bits(near) if self.odds.possible(state, able, 1 << one))

    def _aim(self, state: Any, space: int) -> None:
        pool, bonus = self._pool(state), int("pool" in state.frames[-1])
        self.kit.push_frame(state, spaces=1 << space, attackers=0, strong=0, pool=pool, bonus=bonus)
        self.kit.ask(state, self.unit, state.side)

    def joinable(self, state: Any) -> int:
        """Units that can join the attack, so that it can still become strong enough."""
        frame = state.frames[-1]
        chosen, spaces = frame["attackers"], frame["spaces"]
        units = self.odds.beside(state, frame["pool"], spaces, chosen)
        if not units or frame["strong"]:
            return units
        if not spaces & self.board.heavy:  # whoever comes first, all the others can join
            return units if self.odds.possible(state, frame["pool"], spaces, chosen) else 0
        return mask_of(
            unit for unit in bits(units) if self.odds.possible(state, frame["pool"], spaces, chosen | 1 << unit)
        )

    def further(self, state: Any) -> Plane:
        """Hexes that can be attacked together with those chosen, before a unit is."""
        frame = state.frames[-1]
        spaces, pool = frame.get("spaces", 0), frame.get("pool", 0)
        if frame.get("attackers", 0) or not spaces:
            return 0
        near = self.odds.exposed(state, self.odds.beside(state, pool, spaces)) & ~spaces
        return mask_of(one for one in bits(near) if self.odds.possible(state, pool, spaces | 1 << one))

    def _widen(self, state: KitState, space: int) -> None:
        state.frames[-1]["spaces"] |= 1 << space
        self.kit.ask(state, self.unit, state.side)

    def _choose(self, state: KitState, unit: int) -> None:
        frame = state.frames[-1]
        frame["attackers"] |= 1 << unit
        frame["strong"] = int(self.odds.ratio(state, frame["attackers"], frame["spaces"]).allowed)
        if not self.kit.ask(state, self.unit, state.side):
            self._allocate(state)

    def _strong(self, state: Any) -> bool:
        return bool(state.frames[-1].get("strong", 0))

    def _can_swim(self, state: Any) -> int:
        frame = state.frames[-1]
        attackers, spaces = frame.get("attackers", 0), frame.get("spaces", 0)
        if not attackers or frame["bonus"] or not self.odds.may_swim(state, attackers, spaces):
            return 0
        return int(self.odds.ratio(state, attackers, spaces, AMPHIBIOUS).allowed)

    def _swim(self, state: Any, _: int) -> None:
        state.amphibious = 1
        self._allocate(state, AMPHIBIOUS)

    def _allocate(self, state: Any, mark: int = 0) -> None:
        """Write the attack down.

        Rule: XIII.A.7, XIII.F
        """
        frame = self._close(state)
        state.targets.append(frame["spaces"])
        state.forces.append(frame["attackers"])
        state.marks.append(mark | BONUS | BOUND if frame["bonus"] else mark)
        state.results.append(0)
        state.frames[0]["stirred"] = 1
        state.agenda += ["breakthrough:next" if frame["bonus"] else "assault:allocate", "assault:slip"]

    @staticmethod
    def _close(state: Any) -> Frame:
        """The attack that has been put together, which is recorded."""
        frame: Frame = state.frames.pop()
        if frame["bonus"]:
            state.frames[-1]["pool"] &= ~frame["attackers"]
        rule = "XIII.F" if frame["bonus"] else "XIII.A.4"
        event(state, "allocated", rule, frame["attackers"], frame["spaces"].bit_length() - 1)
        return frame

    # Duties -------------------------------------------------------------------------------------------------

    def _duties(self, state: PortfolioState, force: int) -> Plane:
        """Hexes beside attacking units with an enemy army or front that has to be attacked then, and hasn't been yet.

        Rule: XIII.A.3
        """
        duties = self.odds.exposed(state, force) & self.kit.facing(state, state.side).halters
        met = state.frames[0]["met"]
        halting = self.board.traits["halts"] & ~state.dispersed & ~met if duties and met else 0
        return mask_of(one for one in bits(duties) if state.units_in[one] & halting) if halting else duties

    def _owed(self, state: Any) -> Plane:
        """Of the hexes that can be attacked, those that have to be: by any units, or by those of a breakthrough.

        Rule: XIII.A.3, XIII.F
        """
        force = state.attacking(BONUS if "pool" in state.frames[-1] else 0)
        return self._duties(state, force) & ~state.pending() & state.choices

    def _unpaid(self, state: Any) -> tuple[object, ...]:
        owed = self._owed(state)
        return "XIII.A.3", "army-to-attack", {"place": tuple(self.board.spaces[one] for one in bits(owed))}

    def _fix(self, state: Any) -> None:
        """Attacks whose units stand beside an army or front that nobody can attack are withdrawn; the others stand, and
        those of the Russians bind, and those that are a duty: units that attack something else stand beside the army or
        front, and its own attackers would be under no duty if it weren't attacked.

        Rule: XIII.A.3, XIII.A.7
        """
        state.frames[0]["fixed"] = 1
        self._withdraw(state, 0)
        allocated = list(zip(state.targets, state.forces, strict=True))
        compelled = union(self._duties(state, force) & ~target for target, force in allocated if target)
        for number, (target, _) in enumerate(allocated):
            if target and (state.side == RUSSIAN or target & compelled):
                state.marks[number] |= BOUND

    def _withdraw(self, state: Any, mark: int) -> None:
        """Withdraw attacks with a mark whose units stand beside an army or front that nobody attacks.

        Rule: XIII.A.3, XIII.F
        """
        duties = {
            number: self._duties(state, force) for number, force in enumerate(state.forces)
            if state.targets[number] and state.marks[number] & mark == mark
        }  # fmt: skip
        while wrong := [number for number, owed in duties.items() if owed & ~state.pending()]:
            del duties[wrong[-1]]
            self._drop(state, wrong[-1], "XIII.A.3")

    def _drop(self, state: PortfolioState, number: int, rule: str) -> None:
        """An attack isn't made."""
        event(state, "called-off", rule, state.forces[number], state.targets[number].bit_length() - 1)
        if state.marks[number] & AMPHIBIOUS:
            state.amphibious = 0
        state.targets[number] = state.forces[number] = 0
        state.frames[0]["stirred"] = 1

    # The defender answers -----------------------------------------------------------------------------------

    def _steadfast(self, state: Any) -> Plane:
        """Hexes under attack for which No Retreat can be ordered.

        Rule: XIII.B.6
        """
        return state.pending() & ~state.frames[0].get("fast", 0)

    def _stand_fast(self, state: KitState, space: int) -> None:
        state.frames[0]["fast"] |= 1 << space
        event(state, "stand-fast", "XIII.B.6", state.units_in[space], space)
        state.agenda.append("assault:fast")

    def _struck(self, state: PortfolioState) -> int:
        """Units in hexes under an attack that isn't resolved."""
        return state.units_within(state.pending())

    def _slippery(self, state: Any) -> int:
        """Units that can step back before they are attacked.

        Rule: XIII.D.8
        """
        own, frame = self.board.own[1 - state.side] & state.ready & ~self._struck(state), state.frames[0]
        own &= ~(frame.get("slipped", 0) | state.units_within(frame["fast"]))
        return own and self.retreats.slipping(state, own)

    def _slip(self, state: Any, unit: int) -> None:
        state.agenda.append("assault:slip")
        self.retreats.begin_slip(state, unit)

    def _ask_to_slip(self, state: KitState) -> bool:
        """After each attack that is named, called off or carried out, and before the phase ends, the defender may step
        back.

        Rule: XIII.D.8
        """
        if state.frames[0]["stirred"] and self.kit.ask(state, self.slip, 1 - state.side):
            return True
        self._settle_down(state)
        return False

    @staticmethod
    def _settle_down(state: KitState) -> None:
        state.frames[0]["stirred"] = 0

    # The order of attacks -----------------------------------------------------------------------------------

    def _bound(self, state: PortfolioState) -> bool:
        """Whether an attack is left that can't be called off."""
        return any(t and m & BOUND for t, m in zip(state.targets, state.marks, strict=True))

    def _loose(self, state: Any) -> Plane:
        """Hexes whose next attack can be called off.

        Rule: XIII.A.7
        """
        if state.side != AXIS:
            return 0
        return mask_of(
            space for space in bits(state.pending()) if not state.marks[self._wave(state, space)] & BOUND
        )

    def _wave(self, state: PortfolioState, space: int) -> int:
        """The first attack on a hex that isn't resolved."""
        return next(number for number, target in enumerate(state.targets) if target >> space & 1)

    def _call_off(self, state: Any, space: int) -> None:
        self._drop(state, self._wave(state, space), "XIII.A.7")
        state.agenda.append("assault:next")

    def _call_off_all(self, state: Any) -> None:
        for number, target in enumerate(state.targets):
            if target:
                self._drop(state, number, "XIII.A.7")

    def _next(self, state: Any) -> bool:
        """Which attack comes next; a single one that can't be called off comes by itself."""
        left = [number for number, target in enumerate(state.targets) if target]
        if left and state.frames[0]["stirred"]:
            state.agenda += ["assault:next", "assault:slip"]
            return False
        if len(left) == 1 and state.marks[left[0]] & BOUND:
            self._resolve(state, state.targets[left[0]].bit_length() - 1)
            return False
        return bool(left) and self.kit.ask(state, self.order, state.side)

    def _resolve(self, state: Any, space: int) -> None:
        state.agenda.append("assault:next")
        self.results.open(state, self._wave(state, space))

    # Breakthrough -------------------------------------------------------------------------------------------

    def _can_join(self, state: Any) -> int:
        """1 where the chosen units of a breakthrough can join an attack that is allocated already, and stand beside no
        army or front that nobody attacks.

        Rule: XIII.F, XIII.A.3
        """
        frame = state.frames[-1]
        if not (frame.get("bonus") and frame["attackers"] and frame["spaces"] in state.targets):
            return 0
        return int(not self._duties(state, frame["attackers"]) & ~state.pending())

    def _join(self, state: Any, _: int) -> None:
        frame = self._close(state)
        state.forces[state.targets.index(frame["spaces"])] |= frame["attackers"]
        state.broke |= frame["attackers"]
        state.agenda.append("breakthrough:next")

    def _fight_on(self, state: Any) -> None:
        """The attacks of a breakthrough are carried out at once.

        Rule: XIII.F
        """
        for number, target in enumerate(state.targets):
            if target and state.marks[number] & BONUS:
                state.agenda.append("breakthrough:fight")
                self.results.open(state, number)
                return

    # The end ------------------------------------------------------------------------------------------------

    def _finish(self, state: Any) -> None:
        """Who has moved or attacked is Spent; in the initial phase the Dispersed units of the other side recover.

        Rule: VII.A, VII.C, XIII.H
        """
        own = self.board.own[state.side]
        fought = state.frames[0]["fought"]
        self.kit.spend(state, (state.moved | fought) & own, "XIII.H")
        state.moved &= ~own
        if not self.odds.number.get(state.phase, 0):
            back = state.dispersed & self.board.own[1 - state.side] & state.present
            back &= ~state.frames[0].get("fresh", 0)
            if back:
                event(state, "recovered", "VII.C", back)
                state.dispersed &= ~back
                state.spent |= back
        for name in state.ATTACKS:
            getattr(state, name).clear()
