"""A plan for one Wagner turn: where each marker goes, where each unit marches, and what attack that makes possible."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from pnp.games.march_of_justice.board import RUSSIA, WAGNER, MarchBoard
from pnp.games.march_of_justice.forecast import (
    Assailant,
    Assault,
    Costs,
    Defender,
    drm_of,
)  # fmt: skip
from pnp.games.march_of_justice.momentum import shift_range
from pnp.games.march_of_justice.odds import strength
from pnp.games.march_of_justice.plans_outlook import Outlook, Weights
from pnp.games.march_of_justice.state import MarchState, army
from pnp.referee.dice import bits

KEPT = 5
"""Destinations of one unit that are looked at, besides those next to the capital."""

PARTS = 5
"""Things that one unit could do that are looked at."""

TRIED = 3
"""Plans for which the attack is worked out exactly."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one unit does.

    mark   space of the track, -1 for a unit that isn't on it
    to     where it stands after movement
    sp     its strength then
    worth  by the outlook
    """

    unit: int
    mark: int
    to: int
    sp: int
    worth: float


@dataclass(frozen=True, slots=True)
class Plan:
    """What all units do.

    score   higher is better
    chance  of clearing the capital this turn; -1 when it isn't attacked
    """

    score: float
    parts: tuple[Part, ...]
    chance: float = -1.0

    def part(self, unit: int) -> Part | None:
        """What `unit` does, None when it has no part."""
        return next((part for part in self.parts if part.unit == unit), None)


class Planner:
    """Plans from one position."""

    def __init__(self, board: MarchBoard, notes: dict[str, Any], state: MarchState, outlook: Outlook) -> None:
        self.board, self.notes, self.state, self.outlook = board, notes, state, outlook
        self.weights: Weights = outlook.weights
        self.momentum = state.momentum
        self.theirs = army(board, state, RUSSIA) & state.present
        self._threats: dict[int, int] = {}
        goal = outlook.goal
        self._defence = strength(state, state.units_in[goal] & self.theirs) if state.occupied[RUSSIA] >> goal & 1 else 0

    # Plans --------------------------------------------------------------------------------------------------

    def best(self, *, shifting: bool) -> Plan:
        """The best plan; with `shifting` markers may still move, else only units."""
        state, board, outlook = self.state, self.board, self.outlook
        own = army(board, state, WAGNER) & state.present
        choices = [
            sorted(self._parts(unit, shifting=shifting), key=lambda part: -part.worth)[:PARTS] for unit in bits(own)
        ]  # fmt: skip
        ranked = sorted(
            ((sum(part.worth for part in parts), parts) for parts in product(*choices)), key=lambda one: -one[0]
        )
        room = self._most_punch() if any(outlook.near >> part.to & 1 for parts in choices for part in parts) else 0.0
        plans: list[tuple[float, tuple[Part, ...], int]] = []
        least = -1e9
        for worth, parts in ranked:
            if worth + room < least:
                break
            dear = sum(self._is_dear(part) for part in parts) if shifting else 0
            if dear > max(self.momentum, 0):
                continue
            score = worth - self.weights.momentum * dear + self._punch(parts) - self._exposed(parts)
            score -= self._forsaken(parts)
            plans.append((score, parts, dear))
            if len(plans) >= TRIED:
                least = sorted((plan[0] for plan in plans), reverse=True)[TRIED - 1]
        plans.sort(key=lambda plan: -plan[0])
        found = [self._weighed(score, parts, dear) for score, parts, dear in plans[:TRIED]]
        return max(found, key=lambda plan: plan.score) if found else Plan(0.0, ())

    def _most_punch(self) -> float:
        """No plan's attack is worth more than this."""
        contact = self.board.contact
        return self.weights.punch * (contact.columns[-1] + 3 + max(self.momentum, 0) + 2) / 2

    def _weighed(self, score: float, parts: tuple[Part, ...], dear: int) -> Plan:
        """A plan with the attack on the capital worked out."""
        assault = self.assault(parts, self.momentum - dear)
        if assault is None:
            return Plan(score, parts)
        value, option = assault.best(self.defenders(self.outlook.goal))
        if option is None:
            return Plan(score, parts)
        return Plan(score - self._punch(parts) + self.weights.punch * 10 * value, parts, value)

    def _parts(self, unit: int, *, shifting: bool) -> Iterator[Part]:
        """What a unit could do, the promising things only."""
        board, state = self.board, self.state
        marker = board.marker_of[unit]
        fixed = not shifting or marker < 0 or state.shifted >> unit & 1
        now = state.marks[marker] if marker >= 0 else -1
        if fixed:
            yield from self._moves(unit, now, state.ma[unit], 0, KEPT)
            return
        most = shift_range(board, state)
        for mark in range(max(now - most, 0), min(now + most, len(board.track) - 1) + 1):
            extra = board.track[mark].sp - board.track[now].sp
            yield from self._moves(unit, mark, board.track[mark].ma, extra, 1)

    def _moves(self, unit: int, mark: int, ma: int, extra: int, kept: int) -> Iterator[Part]:
        """The destinations of most worth, and all next to the capital."""
        board, state, outlook = self.board, self.state, self.outlook
        here, turn = state.at[unit], state.turn
        travel = board.travel[unit]
        found = []
        spaces = 1 << here if state.moved >> unit & 1 else travel.reach(here, ma, state.occupied[RUSSIA], state.barred)
        for to in bits(spaces):
            worth = outlook.gain(turn, to, board.track[mark].sp if mark >= 0 else 0)
            if mark >= 0:
                worth += outlook.column(turn, to, mark)
            else:
                worth += outlook.other(turn, to, ma, flies=bool(board.flyers >> unit & 1))
            found.append(Part(unit, mark, to, state.sp[unit] + extra, worth))
        found.sort(key=lambda part: (-part.worth, part.to))
        close = [part for part in found[kept:] if outlook.near >> part.to & 1]
        yield from found[:kept]
        yield from close

    def _is_dear(self, part: Part) -> bool:
        """Whether the marker goes farther than it may without paying."""
        marker = self.board.marker_of[part.unit]
        return marker >= 0 and abs(part.mark - self.state.marks[marker]) > self.board.marker_shift

    # What a plan makes possible ----------------------------------------------------------------------------

    def defenders(self, spot: int) -> tuple[Defender, ...]:
        """The Russian units in `spot`, strongest first."""
        return defenders_in(self.board, self.state, spot, RUSSIA)

    def _punch(self, parts: Sequence[Part]) -> float:
        """How good one attack by everybody next to the capital would be."""
        goal = self.outlook.goal
        near = self.outlook.near
        group = [self._assailant(part) for part in parts if near >> part.to & 1]
        if not group or not self._defence:
            return 0.0
        defence = self._defence
        odds = self.board.contact.odds(sum(one.sp for one in group), defence)
        value = odds.value + drm_of(self.board, WAGNER, goal, self.momentum, group)
        return self.weights.punch * max(value + 3, 0) / 2

    def _assailant(self, part: Part) -> Assailant:
        frail = not self.board.two_steps >> part.unit & 1 or bool(self.state.reduced >> part.unit & 1)
        return Assailant(part.unit, part.to, part.sp, frail)

    def assault(self, parts: Sequence[Part], momentum: int) -> Assault | None:
        """The attacks on the capital after the moves of `parts`; None when nobody stands next to it."""
        goal = self.outlook.goal
        group = [self._assailant(part) for part in parts if self.outlook.near >> part.to & 1]
        if not group or not self.state.occupied[RUSSIA] >> goal & 1:
            return None
        own = sum(part.sp for part in parts)
        return Assault(self.board, self.notes, WAGNER, goal, group, momentum, self.costs(), Siege(self, own).left)

    def costs(self) -> Costs:
        """Own losses count for nothing once there is no turn to come."""
        w = self.weights
        return (
            Costs(0.0, 0.0, 0.0)
            if self.state.turn >= self.board.turns
            else Costs(w.lost_step, w.lost_unit, w.thrown_back)
        )

    def _exposed(self, parts: Sequence[Part]) -> float:
        """How far the other side could attack groups better than it needs to."""
        places: dict[int, int] = {}
        for part in parts:
            places[part.to] = places.get(part.to, 0) + part.sp
        total = 0.0
        for place, defence in places.items():
            attack = self._threat(place)
            if attack:
                value = self.board.contact.odds(attack, defence).value - self.momentum
                total += max(value - 1, 0)
        return self.weights.exposed * total

    def _forsaken(self, parts: Sequence[Part]) -> float:
        """Two players: with nobody on the main road the enemy wins by walking into the base.

        Rule: 11.0
        """
        board = self.board
        if not board.two_player or any(board.road >> part.to & 1 for part in parts):
            return 0.0
        return self.weights.base

    def _threat(self, place: int) -> int:
        """Strength of the Russian units that could stand next to `place` by their next turn."""
        known = self._threats.get(place)
        if known is None:
            board, state = self.board, self.state
            near = board.neighbours[place]
            known = 0
            for unit in bits(self.theirs & board.assault):
                if board.travel[unit].reach(state.at[unit], state.ma[unit], 0) & near:
                    known += state.sp[unit]
            self._threats[place] = known
        return known


def defenders_in(board: MarchBoard, state: MarchState, spot: int, side: int) -> tuple[Defender, ...]:
    """The units of `side` in `spot` as a forecast sees them, strongest first."""
    found = []
    for unit in bits(state.units_in[spot] & army(board, state, side)):
        can_reduce = board.two_steps >> unit & 1 and not state.reduced >> unit & 1
        drop = board.sp[0][unit] - board.sp[1][unit]
        below = state.sp[unit] - drop if can_reduce else -1
        found.append((state.sp[unit], below, bool(board.switchers >> unit & 1)))
    return tuple(sorted(found, reverse=True))


class Siege:
    """What it is worth to stop before the capital with some defenders left: roughly the chance to win later."""

    def __init__(self, planner: Planner, own_sp: int) -> None:
        board, state = planner.board, planner.state
        self.weights = planner.weights
        self.last = state.turn >= board.turns
        self.rest = board.turns - state.turn
        self.own = own_sp + len(board.markers) * 0.8
        self.more = 1.5 if state.units_in[board.cup] else 0.0
        others = board.road & state.occupied[RUSSIA] & ~(1 << planner.outlook.goal)
        self.won = 1.0 if not others else (0.0 if self.last else 0.5)

    def left(self, defenders: tuple[Defender, ...]) -> float:
        """An S-shaped curve of strength against strength and steps, with the turns that are left."""
        if not defenders:
            return self.won
        if self.last:
            return 0.0
        strength_sp = sum(one[0] for one in defenders) + self.more
        steps = sum(2 if one[1] >= 0 else 1 for one in defenders) + (0.7 if self.more else 0.0)
        w = self.weights
        lean = w.strength * (self.own - strength_sp) - w.step * steps + w.turn * self.rest
        return w.most / (1 + math.exp(-lean))
