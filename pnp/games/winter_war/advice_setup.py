"""Where units start: the Finnish lines and screens, the Soviet masses, guards and headquarters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.outlook import THEATRE, Outlook
from pnp.games.winter_war.state import WinterState
from pnp.referee.dice import bits
from pnp.referee.hexes import within

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterAssembly

POSTED = 4
"""Soviet units beyond the garrison that march from the port to the nearest goal."""
SCREEN = 2
"""Defence points from which a Finnish unit stands in a line, not in a screen."""
LIGHT = 2
"""Attack points of a unit that guards rather than attacks."""
COMPANY = 6
"""Hexes within which headquarters serve one front."""


def turn_of(assembly: WinterAssembly, outlook: Outlook, side: int, unit: int) -> float:
    """Which unit is placed first: those bound to few hexes, then the strong ones."""
    board = assembly.kit.board
    bound = any(group >> unit & 1 for group, _ in board.bound[side])
    return 100.0 * bound + board.attack[unit] + board.defence[unit] + (-5 if board.dummies >> unit & 1 else 0)


# Finnish --------------------------------------------------------------------------------------------------------


class FinnishPlacing:
    """How well each hex suits one unit: the lines first, the best of them in two layers; then thin screens before every
    goal.
    """

    def __init__(self, assembly: WinterAssembly, outlook: Outlook, state: WinterState, unit: int) -> None:
        self.assembly, self.outlook, self.state = assembly, outlook, state
        self.board = assembly.kit.board
        self.near = within(self.board.links[self.board.season(state.turn)], state.occupied[FINNISH], 2)
        self.border = within(self.board.links[self.board.season(state.turn)], self.board.home[SOVIET], 3)
        self.defence = self.board.defence[unit]
        self.strength = self._strength()
        self.company = self._company()
        self.lonely = outlook.lonely

    def _strength(self) -> dict[int, int]:
        """Defence points that stand in each hex."""
        board, state = self.board, self.state
        return {
            space: sum(board.defence[u] for u in bits(state.units_in[space] & board.own[FINNISH]))
            for space in bits(state.occupied[FINNISH])
        }

    def _company(self) -> dict[int, int]:
        """Defence points of the units outside fortifications that stand within three hexes of each hex."""
        links = self.board.links[self.board.season(self.state.turn)]
        found: dict[int, int] = {}
        for space, strength in self.strength.items():
            if not self.board.forts >> space & 1 and strength:
                for near in bits(self.outlook.circle(links, space, 3)):
                    found[near] = found.get(near, 0) + 2 * strength
        return found

    def value(self, space: int) -> float:
        """How well the unit stands in a hex."""
        board, ground = self.board, self.outlook.ground(space)
        strength = self.strength.get(space, 0)
        if board.forts >> space & 1:
            if board.mannerheim >> space & 1:
                return 2.2 * (10.0 + self.defence) / (1.0 + strength / 12.0)
            if self.defence < SCREEN:
                return 6.0 / (1.0 + strength)
            return (10.0 + self.defence) / (1.0 + strength / 4.0)
        weights = self.outlook.weights
        screen = _before(self.assembly, self.outlook, space)
        others = self.company.get(space, 0)
        if self.defence >= SCREEN:  # reserves behind the lines, not all in one place
            return 3.0 * ground / (1.0 + strength + others) + 0.3 * screen
        if board.south >> space & 1:  # nobody retreats before combat here: light units only wait behind the lines
            return 0.4 * ground - 1.5 * (self.border >> space & 1) - 0.5 * (self.near >> space & 1)
        alone = self.lonely >> space & 1
        raid = alone * 3.0 * weights.raid / (1.0 + 0.6 * self.outlook.to_rails[space])
        cover = weights.screen * (screen + 0.2 * ground) / (1.0 + others * weights.crowd)
        return cover + raid - 2.0 * (self.near >> space & 1)


def _before(assembly: WinterAssembly, outlook: Outlook, space: int) -> float:
    """Whether a hex lies between a goal and the border: near to both."""
    if space not in outlook.screens:
        board = assembly.kit.board
        best = 0.0
        for goal in outlook.goals:
            if goal.distance[space] <= 4 and not board.forts >> space & 1:
                abroad = within(outlook.links, 1 << space, 3) & board.home[SOVIET]
                best = max(best, goal.points / 10.0 / (1 + goal.distance[space]) + (0.6 if abroad else 0.0))
        outlook.screens[space] = best
    return outlook.screens[space]


# Soviet ---------------------------------------------------------------------------------------------------------


class SovietPlacing:
    """How well each hex suits one unit: guards to the port, a headquarters to each front, the mass to where most can be
    taken.
    """

    def __init__(self, assembly: WinterAssembly, outlook: Outlook, state: WinterState, unit: int) -> None:
        self.assembly, self.state, self.unit = assembly, state, unit
        board = self.board = assembly.kit.board
        links = board.links[board.season(state.turn)]
        self.touch = links.spread(state.occupied[FINNISH])
        self.demands = self._demands(outlook)
        heads = board.traits["headquarters"]
        standing = [state.at[u] for u in bits(board.own[SOVIET] & ~heads) if state.at[u] < board.count]
        self.screen = within(links, board.home[FINNISH], 8)
        guards = sum(1 for at in standing if assembly.kit.tables.guarded >> at & 1)
        least = 0 if assembly.kit.optional else board.parameter["murmansk-units"]
        self.wanted = guards < least + POSTED
        self.circles = [within(links, 1 << state.at[u], COMPANY) for u in bits(heads) if state.at[u] < board.count]
        quarters = [state.at[u] for u in bits(heads) if state.at[u] < board.count]
        self.fronts = [
            (goal.points / (1 + sum(1 for at in quarters if goal.distance[at] <= THEATRE)) ** 2, goal.distance)
            for goal in outlook.goals
        ]
        self.is_head = heads >> unit & 1
        self.stays = board.traits["stays-home"] >> unit & 1
        self.light = board.attack[unit] <= LIGHT

    def _demands(self, outlook: Outlook) -> list[tuple[float, tuple[int, ...]]]:
        """For each goal how much it still asks for, and the distances to it; many points near by ask for many units."""
        board, state = self.board, self.state
        standing = [(state.at[u], board.attack[u]) for u in bits(board.own[SOVIET]) if state.at[u] < board.count]
        found = []
        for goal in outlook.goals:
            wanted = sum(other.points for other in outlook.goals if goal.distance[other.space] <= THEATRE)
            there = sum(attack for at, attack in standing if goal.distance[at] <= THEATRE)
            found.append((goal.points * max(0.05, 1.0 - there / wanted), goal.distance))
        return found

    def value(self, space: int) -> float:
        """How well the unit stands in a hex."""
        board = self.board
        touched = self.touch >> space & 1
        if self.is_head:
            company = sum(1 for circle in self.circles if circle >> space & 1)
            points = sum(weight for weight, distance in self.fronts if distance[space] <= THEATRE)
            near = max((weight / (distance[space] + 2) for weight, distance in self.demands), default=0.0)
            return points / 10.0 - 1.0 * company + 0.1 * near - (10.0 if touched else 0.0)
        value = sum(weight / (distance[space] + 2) for weight, distance in self.demands) - (3.0 if touched else 0.0)
        if self.stays:
            return self._post(space)
        guarded = self.assembly.kit.tables.guarded >> space & 1
        if self.light and self.wanted:
            return value + (20.0 if guarded else 0.0)
        if self.light and board.supply_cities >> space & 1 and not self.state.units_in[space]:
            return value + 8.0  # someone in every city, so that no raid takes it
        return value * (1.0 + 0.05 * board.attack[self.unit])

    def _post(self, space: int) -> float:
        """Border guards watch the railways: on the line, far from cities and from one another."""
        board, field = self.board, self.board.ground.field
        if not board.rails[SOVIET].all >> space & 1 or self.touch >> space & 1:
            return -10.0
        others = [self.state.at[u] for u in bits(board.traits["stays-home"]) if self.state.at[u] < board.count]
        apart = min((field.distance(space, at) for at in (*others, *board.supply)), default=0)
        return float(apart) + 0.3 * bool(self.screen >> space & 1)
