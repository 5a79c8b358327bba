"""A referee written by hand for one declared game: lists and dictionaries, rule after rule, and nothing of the kit.

The game is the plain one of `games.declared`: hexes with woods, a lake and a river, stacks of two, zones that stop and
bar the way from one to another, attacks at odds with the die on `games.TABLE`, retreats of one hex, exchanges by
strength, advances. What is offered comes in no particular order; the test compares sets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

COLUMNS = ((1, 2), (1, 1), (2, 1), (3, 1))
ROWS = {1: "AE AR EX DR", 2: "AE AR EX DR", 3: "AR EX DR DE", 4: "AR EX DR DE", 5: "EX DR DE DE", 6: "DR DE DE DE"}
GROUND = ["cccwcccc", "ccwwcccc", "cclccwcc", "cccccwcc", "cwcccccc", "ccccwccc"]
RIVER = {frozenset(pair) for pair in (("0403", "0404"), ("0403", "0304"), ("0503", "0404"), ("0503", "0504"))}
COST = {"c": 1, "w": 2}
TURNS = 3


@dataclass
class Unit:
    """A counter: its side, its factors, and the hex where it stands; None once it is lost."""

    side: str
    attack: int
    defence: int
    movement: int
    at: str | None = None


@cache
def beside(here: str) -> list[str]:
    """The neighbours of a hex: even rows lie half a hex to the right."""
    column, row = int(here[:2]), int(here[2:])
    shift = 0 if row % 2 else 1
    near = [(column - 1, row), (column + 1, row)]
    near += [(column - 1 + shift, row + step) for step in (-1, 1)] + [(column + shift, row + step) for step in (-1, 1)]
    return [f"{c:02}{r:02}" for c, r in near if 1 <= c <= 8 and 1 <= r <= 6 and GROUND[r - 1][c - 1] != "l"]


@dataclass
class Twin:
    """The game in progress. `ask` is (side, what, {choice: what it does}); `roll` gives the next die."""

    units: dict[str, Unit]
    roll: Callable[[], int]
    turn: int = 1
    ask: tuple[str, str, dict[str, Callable[[], None]]] | None = None
    moved: set[str] = field(default_factory=set)
    fought: set[str] = field(default_factory=set)
    struck: set[str] = field(default_factory=set)
    later: list[Callable[[], None]] = field(default_factory=list)

    def start(self) -> None:
        self.later = [self.begin_turn]
        self.go_on()

    def go_on(self) -> None:
        """Do what is to be done until someone has to choose, or the game is over."""
        while self.ask is None and self.later:
            self.later.pop()()

    def choose(self, name: str) -> None:
        assert self.ask is not None
        deed = self.ask[2][name]
        self.ask = None
        deed()
        self.go_on()

    def offer(self, side: str, what: str, choices: dict[str, Callable[[], None]]) -> None:
        if any(name not in ("done", "fight") for name in choices):
            self.ask = (side, what, choices)
        elif choices:
            next(iter(choices.values()))()

    def begin_turn(self) -> None:
        if self.turn > TURNS:
            return
        phases = [lambda s=side: self.open_movement(s) for side in ("blue", "red")]
        phases += [lambda s=side: self.open_combat(s) for side in ("blue", "red")]
        self.later.append(self.next_turn)
        self.later += reversed(phases)

    def next_turn(self) -> None:
        self.turn += 1
        self.later.append(self.begin_turn)

    # The board ---------------------------------------------------------------------------------------------------

    def standing(self, side: str | None = None, at: str | None = None) -> list[str]:
        return [
            name for name, unit in self.units.items()
            if unit.at is not None and side in (None, unit.side) and at in (None, unit.at)
        ]

    def enemies(self, side: str) -> set[str]:
        """The hexes in which enemies of a side stand."""
        return {unit.at for unit in self.units.values() if unit.at is not None and unit.side != side}

    def zones(self, side: str) -> set[str]:
        """The hexes in enemy zones of control."""
        return {near for here in self.enemies(side) for near in beside(here)}

    def full(self, here: str, side: str) -> bool:
        return len(self.standing(side, here)) >= 2

    # Movement ----------------------------------------------------------------------------------------------------

    def open_movement(self, side: str) -> None:
        self.moved = set()
        self.movement(side)

    def goals(self, name: str) -> list[str]:
        """Where a unit can end: the cheapest way to each hex, stopped by zones."""
        unit = self.units[name]
        assert unit.at is not None
        enemies, zones, spent = self.enemies(unit.side), self.zones(unit.side), {unit.at: 0}
        front = [unit.at]
        while front:
            here = min(front, key=lambda hex_: spent[hex_])
            front.remove(here)
            if here != unit.at and here in zones:
                continue
            for near in beside(here):
                if near in enemies or (here in zones and near in zones):
                    continue
                cost = spent[here] + COST[GROUND[int(near[2:]) - 1][int(near[:2]) - 1]]
                cost += frozenset((here, near)) in RIVER
                if cost <= unit.movement and cost < spent.get(near, 99):
                    spent[near] = cost
                    front.append(near)
        return [hex_ for hex_ in spent if hex_ != unit.at and not self.full(hex_, unit.side)]

    def movement(self, side: str) -> None:
        able = [name for name in self.standing(side) if name not in self.moved and self.goals(name)]
        self.offer(side, "movement-unit", {
            **{name: lambda n=name: self.move(side, n) for name in able}, "done": lambda: None
        })  # fmt: skip

    def move(self, side: str, name: str) -> None:
        def go(goal: str) -> None:
            self.units[name].at = goal
            self.moved.add(name)
            self.movement(side)

        self.offer(side, "movement-space", {goal: lambda g=goal: go(g) for goal in self.goals(name)})

    # Combat ------------------------------------------------------------------------------------------------------

    def open_combat(self, side: str) -> None:
        self.fought, self.struck = set(), set()
        self.targets(side)

    def able_against(self, side: str, target: str) -> list[str]:
        return [n for n in self.standing(side) if n not in self.fought and self.units[n].at in beside(target)]

    def column(self, attackers: list[str], target: str) -> int:
        """Index of the column; -1 below 1:2. Woods double the defence, a river halves each who attacks across it."""
        attack2 = sum(
            self.units[n].attack * (1 if frozenset((self.units[n].at, target)) in RIVER else 2) for n in attackers
        )
        defence2 = 2 * sum(self.units[n].defence for n in self.standing(at=target))
        if GROUND[int(target[2:]) - 1][int(target[:2]) - 1] == "w":
            defence2 *= 2
        return max((i for i, (a, d) in enumerate(COLUMNS) if attack2 * d >= defence2 * a), default=-1)

    def targets(self, side: str) -> None:
        able = {target: self.able_against(side, target) for target in self.enemies(side) - self.struck}
        strong = [target for target, units in able.items() if units and self.column(units, target) >= 0]
        self.offer(side, "combat-target", {
            **{target: lambda t=target: self.gather(side, t, []) for target in strong}, "done": lambda: None
        })  # fmt: skip

    def gather(self, side: str, target: str, attackers: list[str]) -> None:
        self.struck.add(target)
        choices: dict[str, Callable[[], None]] = {
            name: lambda n=name: self.join(side, target, [*attackers, n]) for name in self.able_against(side, target)
        }
        if attackers and self.column(attackers, target) >= 0:
            choices["fight"] = lambda: self.fight(side, target, attackers)
        self.offer(side, "combat-attacker", choices)

    def join(self, side: str, target: str, attackers: list[str]) -> None:
        self.fought.add(attackers[-1])
        self.gather(side, target, attackers)

    def fight(self, side: str, target: str, attackers: list[str]) -> None:
        code = ROWS[self.roll()].split()[self.column(attackers, target)]
        defenders = self.standing(at=target)
        self.later.append(lambda: self.targets(side))
        if code == "AE":
            self.lose(attackers)
        elif code == "AR":
            self.retreat(attackers)
        elif code == "DR":
            self.later.append(lambda: self.advance(side, target, attackers))
            self.retreat(defenders)
        else:
            self.later.append(lambda: self.advance(side, target, attackers))
            lost = sum(self.units[name].defence for name in defenders)
            self.lose(defenders)
            if code == "EX":
                self.exchange(side, attackers, lost)

    def lose(self, names: list[str]) -> None:
        for name in names:
            self.units[name].at = None

    def exchange(self, side: str, attackers: list[str], owed: int) -> None:
        left = [name for name in attackers if self.units[name].at]
        if owed <= 0 or not left:
            return

        def give(name: str) -> None:
            self.lose([name])
            self.exchange(side, attackers, owed - self.units[name].attack)

        self.offer(side, "losses-exchange", {name: lambda n=name: give(n) for name in left})

    def retreat(self, names: list[str]) -> None:
        if not names:
            return
        side = self.units[names[0]].side
        if len(names) > 1:
            self.offer(side, "retreat-unit", {name: lambda n=name: self.give_way(n, names) for name in names})
        else:
            self.give_way(names[0], names)

    def give_way(self, name: str, names: list[str]) -> None:
        unit, rest = self.units[name], [other for other in names if other != name]
        assert unit.at is not None
        barred = self.enemies(unit.side) | self.zones(unit.side)
        free = [near for near in beside(unit.at) if near not in barred and not self.full(near, unit.side)]
        self.later.append(lambda: self.retreat(rest))

        def go(space: str) -> None:
            unit.at = space

        if free:
            self.offer(unit.side, "retreat-space", {space: lambda s=space: go(s) for space in free})
        else:
            self.lose([name])

    def advance(self, side: str, target: str, attackers: list[str]) -> None:
        able = [n for n in attackers if self.units[n].at and self.units[n].at != target]
        if target in self.enemies(side) or self.full(target, side):
            return

        def enter(name: str) -> None:
            self.units[name].at = target
            self.advance(side, target, attackers)

        self.offer(side, "advance", {**{n: lambda n=n: enter(n) for n in able}, "done": lambda: None})
