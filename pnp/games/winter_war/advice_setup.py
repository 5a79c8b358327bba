"""Where units start: the Finnish lines and raiders, the Soviet masses, guards and headquarters."""

from __future__ import annotations

from pnp.games.winter_war.assembly import WinterAssembly
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.outlook import RAIDER, THEATRE, Outlook
from pnp.games.winter_war.state import WinterState
from pnp.referee.dice import bits
from pnp.referee.hexes import within

POSTED = 4
"""Soviet units beyond the garrison that march from the port to the nearest goal."""

SCREEN = 2
"""Defence points from which a Finnish unit stands in a line, and doesn't raid."""

LIGHT = 2
"""Attack points of a unit that guards rather than attacks."""

COMPANY, HEADS_APART = 3, 6
"""Hexes within which Finnish units keep each other company, and headquarters serve one front."""


class FinnishPlacing:
    """How well each hex suits one unit: the lines first, then reserves behind them; light units wait to raid."""

    def __init__(self, assembly: WinterAssembly, outlook: Outlook, state: WinterState, unit: int) -> None:
        self.board, self.outlook = assembly.kit.board, outlook
        board = self.board
        links = board.links[board.season(state.turn)]
        self.defence = board.defence[unit]
        self.near = within(links, state.occupied[FINNISH], 2)
        self.border = within(links, board.home[SOVIET], 3)
        self.strength = {
            space: sum(board.defence[u] for u in bits(state.units_in[space] & board.own[FINNISH]))
            for space in bits(state.occupied[FINNISH])
        }
        self.company: dict[int, int] = {}
        for space, strength in self.strength.items():
            for beside in bits(outlook.circle(links, space, COMPANY)) if not board.forts >> space & 1 else ():
                self.company[beside] = self.company.get(beside, 0) + 2 * strength

    def value(self, space: int) -> float:
        """How well the unit stands in a hex."""
        board, ground, strength = self.board, self.outlook.ground(space), self.strength.get(space, 0)
        others = self.company.get(space, 0)
        if board.mannerheim >> space & 1:
            return 2.2 * (10.0 + self.defence) / (1.0 + strength / 12.0)
        if self.defence >= SCREEN:  # in the lines, then behind them, not all in one place
            if board.forts >> space & 1:
                return (10.0 + self.defence) / (1.0 + strength / 4.0)
            return 3.0 * ground / (1.0 + strength + others)
        if board.forts >> space & 1:
            return 6.0 / (1.0 + strength)
        near = self.near >> space & 1
        if board.south >> space & 1:  # nobody retreats before combat here: light units only wait behind the lines
            return 0.4 * ground - 1.5 * (self.border >> space & 1) - 0.5 * near
        raid = 3.0 * RAIDER / (1.0 + 0.6 * self.outlook.to_rails[space]) if self.outlook.lonely >> space & 1 else 0.0
        return 0.4 * ground / (1.0 + others / 2) + raid - 2.0 * near


class SovietPlacing:
    """How well each hex suits one unit: guards to the port, a headquarters to each front, the mass to where most can be
    taken.
    """

    def __init__(self, assembly: WinterAssembly, outlook: Outlook, state: WinterState, unit: int) -> None:
        self.state, self.unit = state, unit
        board = self.board = assembly.kit.board
        links = board.links[board.season(state.turn)]
        self.touch = links.spread(state.occupied[FINNISH])
        heads = board.traits["headquarters"]
        army = [(state.at[u], board.attack[u]) for u in bits(board.own[SOVIET] & state.present & ~heads)]
        quarters = [state.at[u] for u in bits(heads & state.present)]
        self.guarded = assembly.kit.tables.guarded
        least = 0 if assembly.kit.optional else board.parameter["murmansk-units"]
        self.wanted = sum(1 for at, _ in army if self.guarded >> at & 1) < least + POSTED
        self.circles = [within(links, 1 << at, HEADS_APART) for at in quarters]
        self.demands, self.fronts = [], []
        for goal in outlook.goals:  # many points near by ask for many units, and for one headquarters
            wanted = sum(other.points for other in outlook.goals if goal.distance[other.space] <= THEATRE)
            there = sum(attack for at, attack in army if goal.distance[at] <= THEATRE)
            served = sum(1 for at in quarters if goal.distance[at] <= THEATRE)
            self.demands.append((goal.points * max(0.05, 1.0 - there / wanted), goal.nearness))
            self.fronts.append((goal.points / (1 + served) ** 2, goal.distance))

    def value(self, space: int) -> float:
        """How well the unit stands in a hex."""
        board, touched = self.board, self.touch >> space & 1
        if board.traits["headquarters"] >> self.unit & 1:
            company = sum(circle >> space & 1 for circle in self.circles)
            points = sum(weight for weight, distance in self.fronts if distance[space] <= THEATRE)
            near = max(weight * near[space] for weight, near in self.demands)
            return points / 10.0 - company + 0.1 * near - 10.0 * touched
        if board.traits["stays-home"] >> self.unit & 1:
            return self._post(space)
        value = -3.0 * touched
        for weight, near in self.demands:
            value += weight * near[space]
        if self.wanted and board.attack[self.unit] <= LIGHT:
            return value + 20.0 * (self.guarded >> space & 1)
        return value * (1.0 + 0.05 * board.attack[self.unit])

    def _post(self, space: int) -> float:
        """Border guards watch the railways: on the line, far from cities and from one another."""
        board, field = self.board, self.board.ground.field  # type: ignore[union-attr]
        if not board.rails[SOVIET].all >> space & 1 or self.touch >> space & 1:
            return -10.0
        others = [self.state.at[u] for u in bits(board.traits["stays-home"] & self.state.present)]
        return float(min(field.distance(space, at) for at in (*others, *board.supply)))
