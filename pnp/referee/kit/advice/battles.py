"""What an attack is likely to bring: the results of the table by their chances, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pnp.referee.dice import bits
from pnp.referee.kit.advice.companies import strongest
from pnp.referee.kit.advice.worth import Worth
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.procedures.combat import Combat
from pnp.referee.kit.procedures.odds import AttackOdds
from pnp.referee.kit.sentences import BOTH, FIGHTERS, Part, Parts, SecondRoll
from pnp.referee.kit.state import KitState


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an attack is likely to bring.

    units    who attacks
    column   what stands over the column of the table, "" below the first; None where no column decides
    clears   chance that no enemy is left in the space
    enters   chance that a victorious unit may then enter it
    value    the worth of all that may happen, counted in units
    """

    units: int
    column: str | None
    clears: float
    enters: float
    value: float


@dataclass(slots=True)
class Course:
    """How far a result has been followed.

    attackers, defenders  those still beside the space and in it
    lost                  strength lost by the side of the defenders, which an exchange matches
    value                 worth of what has happened
    enters                whether attackers may enter the space
    """

    attackers: int
    defenders: int
    lost: int = 0
    value: float = 0.0
    enters: bool = False

    def copy(self) -> Course:
        """A course of its own that has come as far."""
        return Course(self.attackers, self.defenders, self.lost, self.value, self.enters)


class Battles:
    """Forecasts of attacks."""

    def __init__(self, assembly: Assembly, worth: Worth, combat: Combat | None = None) -> None:
        """combat: whose attacks they are; None: those of the combat phases."""
        combat = combat or assembly.combat
        assert combat is not None
        self.kit, self.combat, self.worth = assembly.kit, combat, worth
        self._chances: dict[tuple[int, int, bool], list[tuple[str, float]]] = {}
        self._forecasts: dict[tuple[int, int], Forecast] = {}
        self._position: tuple[Any, ...] = ()
        table = self.combat.table
        assert table is not None
        self._throws = {0: 1.0}
        for _ in range(table.table.dice.count):
            self._throws = _with_another_die(self._throws, table.table.dice.sides)

    def forecast(self, state: KitState, attackers: int, spaces: int) -> Forecast:
        """What an attack of `attackers`, wherever they stand in `state`, on the units in `spaces` may bring."""
        guests = state.frames[0].get("guests", 0) if state.frames else 0
        position = (
            state.turn, state.weather, state.reduced, state.cut_off, guests, tuple(state.at), tuple(state.held),
        )  # fmt: skip
        if position != self._position:
            self._position = position
            self._forecasts.clear()
        known = self._forecasts.get((attackers, spaces))
        if known is None:
            known = self._forecasts[attackers, spaces] = self._forecast(state, attackers, spaces)
        return known

    def _forecast(self, state: KitState, attackers: int, spaces: int) -> Forecast:
        odds = self.combat.odds(state, attackers, spaces)
        side = self.kit.board.side_of[attackers.bit_length() - 1]
        defenders = state.units_within(spaces)
        defenders &= self.kit.board.foes(side)
        table = self.combat.table
        assert table is not None
        clears = enters = value = 0.0
        followed: dict[str, list[tuple[Course, float]]] = {}  # several printed results may be read as one
        for printed, chance in self._codes(odds, kind=self.combat.kind(state, spaces, defenders)):
            code = next((code for code, _ in self.combat.read_as(state, printed, attackers, spaces)[-1:]), printed)
            if code not in followed:
                parts = self.combat.parts.get(code, ())
                followed[code] = list(self._courses(state, parts, attackers, defenders))
            for course, part in followed[code]:
                share = chance * part
                value += share * course.value
                if not course.defenders:
                    clears += share
                    enters += share * course.enters
        value += (enters + 0.3 * (clears - enters)) * self._ground(state, side, spaces)
        column: str | None = table.table.columns[odds.column] if odds.column >= 0 else ""
        if odds.defence <= 0 and self.combat.source.undefended is not None:
            column = None
        return Forecast(attackers, column, clears, enters, value)

    def best(self, state: KitState, spaces: int, joined: int, joinable: int) -> Forecast | None:
        """The best attack on `spaces` by the units that have joined it and any of `joinable`; None without units."""
        best = self.forecast(state, joined, spaces) if joined and self.allowed(state, joined, spaces) else None
        attack, force = self.combat.attack, joined
        for unit in strongest(joinable, attack):
            force |= 1 << unit
            if self.allowed(state, force, spaces):
                forecast = self.forecast(state, force, spaces)
                if best is None or forecast.value > best.value + 1e-9:
                    best = forecast
        return best

    def allowed(self, state: KitState, attackers: int, spaces: int) -> bool:
        """Whether the odds are not too low for an attack."""
        return self.combat.enough(state, attackers, spaces)

    def _ground(self, state: KitState, side: int, spaces: int) -> float:
        """What it is worth to take one of the spaces."""
        return max(0.0 if state.held[side] >> space & 1 else self.worth.place(state, space) for space in bits(spaces))

    def _codes(self, odds: AttackOdds, *, kind: int) -> list[tuple[str, float]]:
        """The results of an attack as printed, and their chances."""
        undefended, table = self.combat.source.undefended, self.combat.table
        assert table is not None
        if odds.defence <= 0 and undefended is not None:
            return [(undefended.result, 1.0)]
        if odds.column < 0:
            return [(table.table.below_first or "", 1.0)]
        key = odds.column, odds.add, kind
        known = self._chances.get(key)
        if known is None:
            chances: dict[str, float] = {}
            for thrown, chance in self._throws.items():
                code = self.combat.code(odds.column, thrown + odds.add, kind=kind)
                chances[code] = chances.get(code, 0.0) + chance
            known = self._chances[key] = list(chances.items())
        return known

    # Results, part by part ----------------------------------------------------------------------------------

    def _courses(
        self, state: KitState, parts: Parts, attackers: int, defenders: int
    ) -> Iterator[tuple[Course, float]]:
        """The ways in which a result can go, and their chances."""
        yield from self._through(state, parts, Course(attackers, defenders))

    def _through(self, state: KitState, parts: Parts, course: Course) -> list[tuple[Course, float]]:
        """The ways in which parts of a result go on with a course, and their chances."""
        courses = [(course.copy(), 1.0)]
        for part in parts:
            courses = [
                (after, chance * share)
                for course, chance in courses for after, share in self._follow(state, part, course)
            ]  # fmt: skip
        return courses

    def _follow(
        self, state: KitState, part: Part | SecondRoll, course: Course
    ) -> Iterator[tuple[Course, float]]:
        if isinstance(part, SecondRoll):
            for row in part.rows:
                for after, chance in self._through(state, row, course):
                    yield after, chance / len(part.rows)
            return
        if part.verb == "choose":
            choice = self.combat.choices[part.subject]
            ways = [self._through(state, parts, course) for parts in choice.parts]
            best = min if choice.chooser else max  # worth is that of the attackers
            yield from best(ways, key=lambda way: sum(one.value * chance for one, chance in way))
            return
        if part.verb == "advance":
            course.enters = not course.defenders and bool(course.attackers)
        elif part.subject:
            for who in FIGHTERS if part.subject == BOTH else (part.subject,):
                self._suffer(state, part, course, own=who == "attackers")
        yield course, 1.0

    def worth_of(self, state: KitState, parts: Parts) -> float:
        """What parts of a result are worth to the attackers of the battle under way, on the average."""
        attackers, defenders = (self.kit.on_map(state, state.frames[-1][who]) for who in FIGHTERS)
        return sum(course.value * chance for course, chance in self._courses(state, parts, attackers, defenders))

    def _suffer(self, state: KitState, part: Part, course: Course, *, own: bool) -> None:
        """What a part does to the attackers, or to the defenders."""
        units = course.attackers if own else course.defenders
        if not units:
            return
        price, gone = 0.0, units
        if part.verb in ("eliminate", "capture", "disperse"):
            price = self.worth.units(state, units) * (0.6 if part.verb == "disperse" else 1.0)
            course.lost += self._strength(state, units, own=own)
        elif part.verb == "retreat":
            price, gone = self._driven(state, units, part.number)
        elif part.verb == "reduce":
            gone = units & ~(self.kit.board.two_steps & ~state.reduced)
            price = sum(self.worth.step(state, unit) for unit in bits(units))
        elif part.verb in ("lose", "lose-random"):
            price, gone = self._stepped(state, units, part.number)
        elif part.verb == "exchange":
            price, gone = self._exchanged(state, units, course.lost, own=own)
        elif part.verb == "match":
            others = course.defenders if own else course.attackers
            price, gone = self._exchanged(state, units, self._strength(state, others, own=not own), own=own)
        else:
            gone = 0
        if own:
            course.attackers &= ~gone
            course.value -= price
        else:
            course.defenders &= ~gone
            course.value += price

    def _strength(self, state: KitState, units: int, *, own: bool) -> int:
        losses = self.combat.losses
        if losses is not None:
            return sum(losses.strength(state, unit, attacking=own) for unit in bits(units))
        factors = self.combat.attack if own else self.combat.defence
        return sum(factors[unit] for unit in bits(units))

    def _driven(self, state: KitState, units: int, spaces: int) -> tuple[float, int]:
        """The price of a retreat over so many spaces, and who leaves the space by it."""
        retreat, price, gone = self.combat.retreat, 0.0, units
        assert retreat is not None
        without = retreat.source.without_way
        several = units & units - 1 and without != "eliminate"  # one may take the room that another needs
        scene = state.copy(records=False) if several else state
        for unit in bits(units):
            goals = retreat.goals_of(scene, unit, spaces) if scene.at[unit] < self.kit.board.count else 0
            if goals:
                if several:
                    self.kit.put(scene, 1 << unit, goals.bit_length() - 1)
            elif without == "eliminate":
                price += self.worth.unit(state, unit)
            elif without == "stay":
                gone &= ~(1 << unit)
            else:
                price += self.worth.step(state, unit)
                if self.kit.board.two_steps & ~state.reduced & 1 << unit:
                    gone &= ~(1 << unit)
        return price, gone

    def _stepped(self, state: KitState, units: int, number: int) -> tuple[float, int]:
        """The price of so many steps, the cheapest first, and who is gone by it."""
        price, gone = 0.0, 0
        steps = self.combat.losses is None or self.combat.losses.source.steps
        fresh = self.kit.board.two_steps & ~state.reduced if steps else 0
        for _ in range(number):
            left = units & ~gone
            if not left:
                break
            unit = min(bits(left), key=lambda one: (self._next_step(state, one, fresh), one))
            price += self._next_step(state, unit, fresh)
            if fresh >> unit & 1:
                fresh &= ~(1 << unit)
            else:
                gone |= 1 << unit
        return price, gone

    def _next_step(self, state: KitState, unit: int, fresh: int) -> float:
        if fresh >> unit & 1:
            return self.worth.step(state, unit)
        return self.worth.weak[unit] if self.kit.board.two_steps >> unit & 1 else self.worth.unit(state, unit)

    def _exchanged(self, state: KitState, units: int, owed: int, *, own: bool) -> tuple[float, int]:
        """The price of giving up units of so much strength, and who is gone by it."""
        losses, price, gone = self.combat.losses, 0.0, 0
        assert losses is not None
        fresh = self.kit.board.two_steps & ~state.reduced if losses.source.steps else 0

        def cost(unit: int) -> tuple[float, int]:
            steps = losses.source.steps
            return (self._next_step(state, unit, fresh) if steps else self.worth.unit(state, unit)), unit

        while owed > 0 and (left := units & ~gone):
            unit = min(bits(left), key=cost)
            price += cost(unit)[0]
            reduced = not fresh >> unit & 1 if losses.source.steps else bool(state.reduced >> unit & 1)
            owed -= losses.pays(unit, reduced=reduced and bool(self.kit.board.two_steps >> unit & 1), attacking=own)
            if fresh >> unit & 1:
                fresh &= ~(1 << unit)
            else:
                gone |= 1 << unit
        return price, gone


def _with_another_die(throws: dict[int, float], sides: int) -> dict[int, float]:
    """The chances of each sum when one more die is thrown."""
    sums: dict[int, float] = {}
    for thrown, chance in throws.items():
        for face in range(1, sides + 1):
            sums[thrown + face] = sums.get(thrown + face, 0.0) + chance / sides
    return sums
