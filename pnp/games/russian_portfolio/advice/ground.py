"""The map as a side sees it at one moment: how far everything is, what threatens each hex, what it wants and holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.games.russian_portfolio.board import AXIS, GOOD, RUSSIAN, PortfolioBoard
from pnp.games.russian_portfolio.odds import BR, D1, D4, DE, DX, PortfolioCombat, X
from pnp.games.russian_portfolio.state import PortfolioState
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.kit.advice.standpoint import Standpoint
from pnp.referee.masks import latest, mask_of, union

FAR = 99

HELD, MAJOR = (0.0, 20.0, 70.0), 1.0
"""What it is worth to hold a victory city, by its weight, and any major city."""

PRESSING, FADING = 4, 3.0
"""A city is in danger when an enemy is so near; so many hexes further off it counts half."""

BOUND = 3
"""While an enemy is nearer to a city than so many hexes, its garrison doesn't leave it."""

LOSS = 5.0
"""What it costs to lose a Soviet army."""

ARMY = 8
"""The factors of a Soviet army."""

MOST_REACHES = 1 << 16
"""Ways of enemies of which it is kept how far they come."""

LOST = {DE: 1.0, BR: 1.0, DX: 0.5, D4: 0.4, D1: 0.1, X: 0.6}
"""How likely a defender is lost after a result, now or in the next attack."""


class Ground:
    """Hexes and what they are worth.

    enemies  how far each hex is from an enemy
    wanted   victory cities of the enemy; kept: the own ones; besieged: Russian ones beside which an enemy stands
    guarded  hexes whose loss ends the game
    at       where units of the side stand, or will: hex -> units; taken: these hexes
    """

    def __init__(self, view: Standpoint, state: PortfolioState) -> None:
        kit: Any = view.kit
        self.kit, self.side, self.state = kit, view.side, state
        self.board: PortfolioBoard = kit.board
        board = self.board
        assembly: Any = view.assembly
        self.odds: PortfolioCombat = assembly.odds
        self.weather = state.weather
        self._known: dict[tuple[int, bool], float] = view.shared.setdefault("losses", {})
        self._from: dict[int, list[int]] = kit.game.workings.setdefault("russian-portfolio distances", {})
        self._reaches: dict[tuple[int, ...], Plane] = kit.game.workings.setdefault("russian-portfolio reaches", {})
        self.far = {city: self.distance(city) for city in bits(board.victory_cities)}
        self.own, self.foes = (board.own[side] & state.present for side in (self.side, 1 - self.side))
        self.foe_hexes = state.spaces_of(self.foes)
        last = view.shared.setdefault("distances", latest(board.walked[0].distances))
        self.enemies: list[int] = last(self.foe_hexes, FAR)
        held = state.held[self.side]
        self.wanted = [city for city in self.far if not held >> city & 1]
        self.kept = [city for city in self.far if held >> city & 1]
        self.besieged = [city for city in self.kept if self.side == RUSSIAN and self.enemies[city] <= 1]
        ends = [end.when.places for end in kit.source.victory.sudden if end.when.places]
        self.guarded = mask_of(board.space_index[name] for places in ends for name in places.space)
        self.stand({here: state.units_in[here] & self.own for here in bits(state.spaces_of(self.own))})
        self._reach: list[tuple[int, Plane]] = []
        self._factors: dict[int, list[int]] = {}

    def distance(self, hex_: int) -> list[int]:
        """How far each hex is from one, on foot."""
        if hex_ not in self._from:
            self._from[hex_] = self.board.walked[0].distances(1 << hex_, FAR)
        return self._from[hex_]

    def stand(self, at: Mapping[int, int]) -> None:
        """Units of the side will stand so: hex -> units."""
        self.at = dict(at)
        self.taken = mask_of(here for here, units in at.items() if units)

    def move(self, unit: int, goal: int) -> None:
        """A unit will stand elsewhere."""
        at = {here: units & ~(1 << unit) for here, units in self.at.items()}
        at[goal] = at.get(goal, 0) | 1 << unit
        self.stand(at)

    def garrisons(self) -> int:
        """Russian units in cities to which an enemy is near: they attack only from there, and don't advance."""
        near = [city for city in self.kept if self.side == RUSSIAN and self.enemies[city] < BOUND]
        return union(self.at.get(city, 0) for city in near)

    def room(self, unit: int, goal: int) -> bool:
        """Whether a unit finds room among those who will stand in a hex."""
        return bool(self.kit.together(self.at.get(goal, 0) | 1 << unit, goal))

    def covered(self, units: int = -1) -> Plane:
        """Hexes in the zones of control of those who aren't Dispersed, where they will stand."""
        fresh = units & ~self.state.dispersed
        return self.board.zoned.spread(mask_of(here for here, inside in self.at.items() if inside & fresh))

    def threat(self, space: int) -> int:
        """The attack factors that enemies can bring against a hex in their next phase."""
        if self.foes and not self._reach:
            self._reach = self._find_reach()
        factors = self._factors.get(space)
        if factors is None:
            factors = self._factors[space] = [attack for attack, hexes in self._reach if hexes >> space & 1]
        if not factors:
            return 0
        open_ = min((self.board.zoned.near[space] & ~self.taken).bit_count(), 4)
        return sum(factors[:open_]) + sum(factors[open_ : 2 * open_]) // 2

    def _find_reach(self) -> list[tuple[int, Plane]]:
        """The attack factors of each enemy, largest first, and the hexes beside which it can come."""
        board, state, reach = self.board, self.state, list[tuple[int, Plane]]()
        barred, slow = state.spaces_of(self.own), state.weather > 0
        for unit in sorted(bits(self.foes), key=lambda unit: -board.attack[unit]):
            points = (board.movement[unit] + 1) // 2 if slow else board.movement[unit]
            reach.append((board.attack[unit], self._beside_reach(state.at[unit], points, barred)))
        return reach

    def _beside_reach(self, start: int, points: int, barred: Plane) -> Plane:
        """The hexes beside which a unit comes with so many points. They are kept: only what bars its way counts."""
        walked, kept = self.board.walked[0], self._reaches
        circle = kept.get((start, points))
        if circle is None:
            circle = kept[start, points] = walked.flood(1 << start, -1, points)
        key = start, points, circle & barred
        found = kept.get(key)
        if found is None:
            if len(kept) >= MOST_REACHES:
                kept.clear()
            found = kept[key] = self.board.zoned.spread(walked.flood(1 << start, ~barred, points))
        return found

    def risk(self, units: int, space: int) -> float:
        """How likely some units are lost in a hex if the enemy goes for them."""
        threat = self.threat(space)
        if not threat or not units:
            return 0.0
        board = self.board
        defence = self.odds.against(self.state, space, units, 0)
        column = self.odds.table.column(threat, defence)
        if river := board.river[self.weather][space]:
            nearest, near = self.enemies[space], board.zoned.near[space] & ~self.taken
            front = mask_of(one for one in bits(near) if self.enemies[one] <= nearest)
            column -= bool(front) and not front & ~river
        barred = board.major | board.features["fortress"] | board.rough[self.weather]
        open_ = self.side != AXIS and self.state.weather == GOOD and not barred >> space & 1 and threat > 2 * defence
        return self._loss(column, open_)

    def beside(self, unit: int, space: int) -> int:
        """Who will stand with a unit in a hex."""
        return self.at.get(space, 0) & ~(1 << unit)

    def _loss(self, column: int, overrun: bool) -> float:
        """How likely a defender is lost under an attack in a column."""
        if column < 0:
            return 0.0
        key = column, overrun
        if key not in self._known:
            codes = [self.odds.table.result(column, die) for die in range(1, 7)]
            better = self.odds.overrun if overrun else {}
            self._known[key] = sum(LOST.get(better.get(code, code), 0.0) for code in codes) / 6
        return self._known[key]

    def stack(self, units: int, space: int) -> float:
        """What it is worth that units stand in a hex: the city that they hold, less what they may lose."""
        if not units:
            return 0.0
        board, loss, near = self.board, self.risk(units, space), self.enemies[space]
        city = HELD[board.points[space]] + MAJOR * (board.major >> space & 1)
        held = city * (1 - loss) / (1 + (max(near - PRESSING, 0) / FADING) ** 2)
        return held - LOSS * loss * board.worth(units) / ARMY

    def standing(self, unit: int, space: int) -> float:
        """What it is worth that a unit stands in a hex beside who will stand there."""
        others = self.beside(unit, space)
        value = self.stack(others | 1 << unit, space) - self.stack(others, space)
        if self.side == AXIS:
            ahead = min((self.far[city][space] - 3 * self.board.points[city] for city in self.wanted), default=0)
            return value - ahead
        return value
