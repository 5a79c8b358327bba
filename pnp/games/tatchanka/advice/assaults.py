"""Attacks on one hex: what they come to, and with whom they are best."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.games.tatchanka.advice.ground import Ground
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane

Stand = tuple[int, int]
"""A unit, and the hex out of which it attacks."""

NEVER = -9.0

RATIOS = (0.5, 2 / 3, 1.0, 1.5, 2.0)
"""Odds of the columns; each gives one die result more in which the defenders go."""

HIT = (0.0, 1 / 12, 1 / 6)
"""By the number of defending combat units: how often either side loses a unit."""

UNIT, STORE, BACK = 0.5, 0.5, 0.08
"""What a combat unit is worth, a base or a stockpile that is captured, and each unit that has to give way."""

PRICE = 0.004
"""What each factor costs that an attack binds."""

MOST = 12
"""Units that are looked at for an attack, strongest first."""


class Assaults:
    """Forecasts of the attacks of a side."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        board = self.board = ground.board
        self._kept: dict[int, tuple[float, int, float, int]] = {}
        self._beside = board.links[0].spread(ground.own_hexes)

    def _target(self, target: int) -> tuple[float, int, float, int]:
        """Defence, defending combat units, what it is worth that they go, and those that can flee."""
        kept = self._kept.get(target)
        if kept is None:
            ground, board = self.ground, self.board
            units = ground.defending(target)
            armed = units & board.combat
            fixed = units & (board.bases & ~board.mobile | board.stockpiles)
            place = ground.wanted.get(target, 0.0) + STORE * fixed.bit_count() + BACK * armed.bit_count()
            for city in ground.held:
                if board.links[0].near[city] >> target & 1:
                    place += 0.3 * ground.terrain.cities[city]
            kept = self._kept[target] = ground.defence(units), armed.bit_count(), place, armed & board.land_units
        return kept

    def trapped(self, target: int, stands: Iterable[int]) -> bool:
        """Whether defenders of a hex have nowhere to go when it is attacked out of others."""
        board, ground, near = self.board, self.ground, self.board.links[0].near
        unit = self._target(target)[3]
        if not unit:
            return False
        threat, taken = self._beside, 0
        for hex_ in stands:
            threat |= near[hex_]
            taken |= 1 << hex_
        free = ground.kit.free(ground.state, board.side_of[unit.bit_length() - 1]) & board.dry & ~taken
        first = near[target] & free
        return not (first | board.links[0].spread(first) & free) & ~threat & ~(1 << target)

    def value(self, target: int, force: Sequence[Stand]) -> float:
        """What an attack wins, less what it risks."""
        ground = self.ground
        attack = sum(ground.attack(unit, hex_) for unit, hex_ in force)
        defence, armed, place, _ = self._target(target)
        column = sum(attack >= ratio * defence - 1e-9 for ratio in RATIOS) if defence else len(RATIOS)
        if not column:
            return NEVER
        hit = HIT[min(armed, 2)]
        value = column / 6 * place - PRICE * attack
        if armed and self.trapped(target, [hex_ for _, hex_ in force]):
            return value + column / 6 * armed * UNIT - hit * UNIT
        return value

    def best(self, target: int, units: int, stands: dict[int, Plane]) -> tuple[float, tuple[Stand, ...]]:
        """The best attack on a hex by units of one faction, each out of one of its hexes, and what it wins."""
        ground, board = self.ground, self.board
        candidates = list[tuple[float, int, list[int]]]()
        for unit in bits(units):
            hexes = list(bits(stands[unit] & ground.terrain.near(unit)[target]))
            if hexes:
                candidates.append((max(ground.attack(unit, hex_) for hex_ in hexes), unit, hexes))
        candidates.sort(key=lambda one: (not board.combat >> one[1] & 1, -one[0], one[1]))
        force, blocked = list[Stand](), 0
        best: tuple[float, tuple[Stand, ...]] = NEVER, ()
        around = board.links[0].near
        for _, unit, hexes in candidates[:MOST]:
            if not force and not board.combat >> unit & 1:
                break
            here = max(hexes, key=lambda hex_: (
                ground.attack(unit, hex_) + 0.3 * (around[hex_] & ~blocked).bit_count(), -hex_))  # fmt: skip
            blocked |= around[here]
            force.append((unit, here))
            value = self.value(target, force)
            if value > best[0]:
                best = value, tuple(force)
        return best
