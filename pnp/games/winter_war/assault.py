"""Which units attack what: the assignment that promises most, under the duty to attack where there is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pnp.games.winter_war import strengths
from pnp.games.winter_war.board import SOVIET
from pnp.games.winter_war.outlook import Outlook
from pnp.games.winter_war.state import WinterState
from pnp.referee.dice import bits

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

ROUNDS = 8
UNMET = 30.0
"""What it costs to leave a hex unattacked that must be attacked."""


class Assault:
    """The attacks of one segment, as far as they can be planned now.

    attacks  hex -> set of units; what is left out doesn't attack
    """

    def __init__(self, rules: WinterWar, state: WinterState, side: int, outlook: Outlook) -> None:
        self.rules, self.state, self.side, self.outlook = rules, state, side, outlook
        self.must = side == SOVIET
        self.reach: Mapping[int, int] = rules.combat.contacts_of(state, side).reach
        self._known: dict[tuple[int, int], float] = {}
        self.attacks = self._assigned()

    def value(self, space: int, units: int) -> float:
        """What the attack of `units` on `space` is worth; of nobody, what it costs to leave it."""
        if not units:
            return -UNMET if self.must else 0.0
        key = (space, units)
        if key not in self._known:
            defence = int(self.rules.combat.defence_of(self.state, units, 1 << space) * strengths.HALVES)
            self._known[key] = self.outlook.fight(self.state, self.side, units, space, defence)
        return self._known[key]

    def _assigned(self) -> dict[int, int]:
        """The best of several beginnings, each changed unit by unit as long as that helps.

        One beginning gives every unit to the hex where it does most; the others throw all that can be spared at one
        hex.
        """
        spaces = sorted({s for plane in self.reach.values() for s in bits(plane)})
        best: dict[int, int] = {}
        reward = -1e9
        for focus in (None, *spaces):
            force = self._begun(spaces, focus)
            value = sum(self.value(space, units) for space, units in force.items())
            if value > reward + 1e-6:
                best, reward = force, value
        if not self.must:
            best = {
                space: units
                for space, units in best.items()
                if units and self.value(space, units) > self.outlook.weights.margin
            }
        return {space: units for space, units in best.items() if units}

    def _begun(self, spaces: Sequence[int], focus: int | None) -> dict[int, int]:
        """An assignment that begins with all who can at `focus`, but for the weakest that others need."""
        at: dict[int, int] = {}
        force = dict.fromkeys(spaces, 0)
        attack = self.rules.board.attack
        units = sorted(self.reach, key=lambda u: (attack[u], u))
        if focus is not None and self.must:
            for space in spaces:
                weak = next((u for u in units if u not in at and space != focus and self.reach[u] >> space & 1), None)
                if weak is not None:
                    at[weak] = space
                    force[space] |= 1 << weak
        for unit in reversed(units):
            if unit in at:
                continue
            if focus is not None and self.reach[unit] >> focus & 1:
                best = focus
            else:
                best = max(bits(self.reach[unit]), key=lambda s: (self._gain(force, s, 1 << unit), -s), default=-1)
            if best >= 0:
                at[unit] = best
                force[best] |= 1 << unit
        for _ in range(ROUNDS):
            if not self._improved(units, at, force):
                break
        return force

    def _gain(self, force: Mapping[int, int], space: int, unit: int) -> float:
        return self.value(space, force[space] | unit) - self.value(space, force[space])

    def _improved(self, units: list[int], at: dict[int, int], force: dict[int, int]) -> bool:
        """Move each unit to where it helps most; whether any moved."""
        changed = False
        for unit in units:
            here, bit = at.get(unit, -1), 1 << unit
            leave = self.value(here, force[here] & ~bit) - self.value(here, force[here]) if here >= 0 else 0.0
            best, reward = here, 1e-6
            for space in bits(self.reach[unit]):
                if space != here and leave + self._gain(force, space, bit) > reward:
                    best, reward = space, leave + self._gain(force, space, bit)
            if not self.must and here >= 0 and leave > reward:
                best = -1
            if best != here:
                changed = True
                if here >= 0:
                    force[here] &= ~bit
                if best >= 0:
                    force[best] |= bit
                    at[unit] = best
                else:
                    at.pop(unit)
        return changed
