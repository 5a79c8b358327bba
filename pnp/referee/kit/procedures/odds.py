"""Odds: what the strengths of two sides come to, with all that multiplies, adds and shifts, and the column for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import floor, prod

from pnp.errors import counted
from pnp.model.base import SourceModel
from pnp.model.filters import Condition, LinkFilter, PlaceFilter, UnitFilter
from pnp.model.procedures import Bonus, CombatSource, Shift, Times
from pnp.model.tables import ResultsTable, ShiftsTable
from pnp.referee.combat import DifferenceTable, OddsTable, ValueTable, difference_table, odds_table, value_table
from pnp.referee.dice import bits
from pnp.referee.kit.declared import fraction, rounded
from pnp.referee.kit.filters import Reading, always
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.supply import Supply
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of, union

Strength = int | Fraction

ReadyTable = OddsTable | DifferenceTable | ValueTable


Near = tuple[tuple[int, ...], ...]
"""By season and space: spaces across a link of some kind."""


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """What an attack comes to before the die.

    attack, defence  strengths
    column           index of the column, -1 where the odds lie below the first one
    add              what is added to the roll
    basic            index of the column before any shift
    shifts           what moves it: the case that says so, and columns to the right
    """

    attack: Strength
    defence: Strength
    column: int
    add: int
    basic: int
    shifts: tuple[tuple[str, int], ...] = ()

    @property
    def allowed(self) -> bool:
        """Whether the table has such odds."""
        return self.column >= 0


@dataclass(frozen=True, slots=True)
class _Circumstance:
    """When a multiplier, bonus, shift or modifier applies: tests of the units and the spaces of an attack.

    by, rule    what it does
    holds       a condition on the state
    at          spaces where the defenders stand; all_at: where all of them do
    all_across  by season and space: spaces across such a link; every attacker must stand in one
    attackers, defenders   one of them must be such a unit; each, most: for how many of them it counts
    units       units whose strengths are multiplied or raised; stand: where they must stand
    within      spaces outside of which nothing is attacked so
    across      by season and space: spaces across such a link, where an attacked space must lie
    fixed       places where units are multiplied, if nothing changes that; else None
    """

    by: Fraction
    rule: str
    holds: Callable[[KitState], bool] | None = None
    at: Reading | None = None
    all_across: Near | None = None
    attackers: Reading | None = None
    defenders: Reading | None = None
    each: str | None = None
    most: int = 99
    units: Reading | None = None
    stand: Reading | None = None
    across: Near | None = None
    all_at: Reading | None = None
    within: int = -1
    fixed: int | None = None


class BattleOdds:
    """What attacks come to before the die: the strengths, the column, what is added to the roll.

    table   the declared one, made ready; None where it can't be used
    attack, defence   by unit: the printed factors
    """

    def __init__(self, kit: Kit, source: CombatSource, supply: Supply) -> None:
        self.kit, self.source, self.supply = kit, source, supply
        board = kit.board
        self.attack = board.factors(source.strength.attack, source.strength, "attack")
        self.defence = board.factors(source.strength.defence, source.strength, "defence")
        self._weak_attack = board.reduced_factors(source.strength.attack)
        self._weak_defence = board.reduced_factors(source.strength.defence)
        times = [self._multiplier(times) for times in source.times]
        self._times = {attacking: [one for of_attackers, one in times if of_attackers == attacking]
                       for attacking in (True, False)}
        self._adds = {attacking: [self._bonus(one) for one in source.adds if (one.side == "attackers") == attacking]
                      for attacking in (True, False)}
        self._shifts = [self._shift(shift) for shift in source.shifts]
        self._drms = [self._shift(shift) for shift in source.die]
        self._least = source.avoided.columns if source.avoided else 0
        self.table = self._table()
        self._most = fraction(source.most) if source.most is not None else None
        self._multiples: dict[tuple[int, int, int, bool], Strength] = {}

    # What is compiled ---------------------------------------------------------------------------------------

    def _table(self) -> ReadyTable | None:
        """The declared table made ready; a mistake where there is none."""
        return self.table_named(self.source.table, self.source, "table")

    def table_named(self, name: str, model: SourceModel, *path: str | int) -> ReadyTable | None:
        """The table of that name made ready; a mistake at its place where there is none."""
        kit = self.kit
        tables = {t.id: t for t in kit.game.charts.tables if isinstance(t, ResultsTable)}
        if not kit.mistakes.known("results table", name, tables, model, *path):
            return None
        table = tables[name]
        for row in table.rows:
            if len(row.results) != len(table.columns):
                kit.mistakes.add(
                    f"the table can't be used: its row {row.die!r} has {counted(len(row.results), 'result')} for "
                    f"{counted(len(table.columns), 'column')}", row.where("results"),
                    f"give one for each of {', '.join(table.columns)}",
                )  # fmt: skip
                return None
        try:
            if table.column_kind == "odds":
                return odds_table(table)
            if table.column_kind == "value":
                return value_table(table)
            shifts = next((t for t in kit.game.charts.tables if t.id == table.shifts), None)
            return difference_table(table, shifts if isinstance(shifts, ShiftsTable) else None)
        except (ValueError, LookupError) as error:
            kit.mistakes.add(f"the table can't be used: {error}", model.where(*path), "correct the table")
            return None


    def _across(self, chosen: LinkFilter | None) -> Near | None:
        """By season: for each space the spaces across a link that is meant."""
        if chosen is None:
            return None
        board = self.kit.board
        board.check_links(chosen)
        return tuple(board.links_where(chosen, season).near for season in range(board.seasons))

    def _places(self, chosen: PlaceFilter | None) -> Reading | None:
        return self.kit.filters.places(chosen).of if chosen else None

    def _attacked(self, chosen: PlaceFilter | None, across: Near | None = None) -> tuple[Reading | None, int]:
        """Where the attacked spaces must be, and all that can ever be there and across the links that are meant.

        Nothing follows from links that all attackers cross: who comes from off the map crosses none, and meets that.
        """
        at = self.kit.filters.places(chosen) if chosen else None
        within = -1 if at is None else at.most
        if across is not None:
            within &= union(mask_of(space for space, near in enumerate(season) if near) for season in across)
        return at and at.of, within

    def _units(self, chosen: UnitFilter | None) -> Reading | None:
        return self.kit.filters.units(chosen).of if chosen else None

    def _condition(self, chosen: Condition | None) -> Callable[[KitState], bool] | None:
        return self.kit.filters.condition(chosen, self.kit.options) if chosen else None

    def _multiplier(self, times: Times) -> tuple[bool, _Circumstance]:
        """Whether it is of the attackers, and when it applies."""
        if times.across and times.side == "defenders":
            hint = "write all_across, or side: attackers"
            self.kit.mistakes.add("`across` is about attackers", times.where("across"), hint)
        holds, all_across, across = (
            self._condition(times.when), self._across(times.all_across), self._across(times.across)
        )
        at, within = self._attacked(times.at, across)
        stand = self.kit.filters.places(times.stand) if times.stand else always(-1)
        fixed = stand.fixed if (holds, at, all_across, across) == (None,) * 4 else None
        return times.side == "attackers", _Circumstance(
            fraction(times.by), times.rule, holds, at, all_across, units=self._units(times.units),
            stand=stand.of if times.stand else None, across=across, within=within, fixed=fixed,
        )  # fmt: skip

    def _bonus(self, bonus: Bonus) -> _Circumstance:
        by = self.kit.mistakes.amount(bonus.by, bonus, "by")
        holds, all_across = self._condition(bonus.when), self._across(bonus.all_across)
        at, within = self._attacked(bonus.at)
        return _Circumstance(
            Fraction(by), bonus.rule, holds, at, all_across, each=bonus.each, units=self._units(bonus.units),
            within=within,
        )  # fmt: skip

    def _shift(self, shift: Shift) -> _Circumstance:
        if shift.each and getattr(shift, shift.each) is None:
            self.kit.mistakes.add(
                f"'each: {shift.each}' needs the filter '{shift.each}'", shift.where("each"), f"add '{shift.each}:'"
            )
        holds, all_across = self._condition(shift.when), self._across(shift.all_across)
        at, within = self._attacked(shift.at)
        return _Circumstance(
            Fraction(shift.by), shift.rule, holds, at, all_across, self._units(shift.attackers),
            self._units(shift.defenders), shift.each, shift.most or 99, all_at=self._places(shift.all_at),
            within=within,
        )  # fmt: skip

    @property
    def any_odds(self) -> bool:
        """Whether there are no odds too low to attack."""
        table = self.table
        if table is None or isinstance(table, DifferenceTable):
            return True
        if self.source.shifted_below == "refused":
            return False
        return table.table.open_start or table.table.below_first is not None or self.source.odds == "up"

    # Strengths ----------------------------------------------------------------------------------------------

    def odds(self, state: KitState, attackers: int, spaces: int) -> AttackOdds:
        """What an attack of `attackers` on the units in `spaces` comes to."""
        defenders = self._defending(state, attackers, spaces)
        attack = self._strength(state, attackers, attackers, spaces, attacking=True)
        defence = self._strength(state, defenders, attackers, spaces, attacking=False)
        basic = column = self._column(attack, defence, attackers, defenders)
        shifts: tuple[tuple[str, int], ...] = ()
        if column >= 0 and self._shifts:
            shifts = self.shifts(state, attackers, defenders, spaces)
            column = self._shifted(column, sum(columns for _, columns in shifts))
        add = sum(self._times_applied(state, drm, attackers, defenders, spaces) for drm in self._drms)
        return AttackOdds(attack, defence, column, add, basic, shifts)

    def column(self, state: KitState, attackers: int, spaces: int) -> int:
        """The index of the column that `odds` finds."""
        if self._shifts:
            return self.odds(state, attackers, spaces).column
        defenders = self._defending(state, attackers, spaces)
        attack = self._strength(state, attackers, attackers, spaces, attacking=True)
        defence = self._strength(state, defenders, attackers, spaces, attacking=False)
        return self._column(attack, defence, attackers, defenders)

    def shifts(self, state: KitState, attackers: int, defenders: int, spaces: int) -> tuple[tuple[str, int], ...]:
        """The shifts of the column that apply: the case of each, and columns."""
        applied = [(one.rule, self._times_applied(state, one, attackers, defenders, spaces)) for one in self._shifts]
        return tuple((rule, columns) for rule, columns in applied if columns)

    def _shifted(self, column: int, columns: int) -> int:
        """A column moved to the right; left of the first one it is that, or there are no such odds."""
        assert self.table is not None
        moved = min(column + columns, len(self.table.table.columns) - 1)
        return moved if moved >= 0 else 0 if self.source.shifted_below == "first" else -1

    def _defending(self, state: KitState, attackers: int, spaces: int) -> int:
        """The enemies in `spaces` that defend themselves: guests don't."""
        side = self.kit.board.side_of[attackers.bit_length() - 1] if attackers else state.side
        defenders = state.units_within(spaces)
        guests = state.frames[0].get("guests", 0) if state.frames else 0
        return defenders & self.kit.foes_of(state, side) & ~guests

    def _strength(self, state: KitState, units: int, attackers: int, spaces: int, *, attacking: bool) -> Strength:
        """The strength of one side of a battle."""
        whole, weak = (self.attack, self._weak_attack) if attacking else (self.defence, self._weak_defence)
        without = self.supply.attack if attacking else self.supply.defence
        times = self._multiplying(state, units, attackers, spaces, attacking=attacking)
        total: Strength = 0
        at, reduced = state.at, state.reduced
        weakened = state.cut_off if without != 1 else 0
        for unit in bits(units):
            value = (weak if reduced >> unit & 1 else whole)[unit]
            here, applied, cut_off = at[unit], 0, weakened >> unit & 1
            for multiplier, concerned, where in times:
                if concerned >> unit & 1 and where >> here & 1:
                    applied |= multiplier
            total += self._multiplied(value, applied, cut_off, attacking) if applied or cut_off else value
        for one in self._adds[attacking]:
            if spaces & one.within and (where := self._where(state, one, attackers, spaces, attacking=attacking)):
                total += self._added(state, one, units, where)
        if isinstance(total, int):
            return total
        total = rounded(total, self.source.rounding_total)
        return total.numerator if total.denominator == 1 else total

    def _multiplying(
        self, state: KitState, units: int, attackers: int, spaces: int, *, attacking: bool
    ) -> list[tuple[int, int, int]]:  # fmt: skip
        """The multipliers that apply to some of `units`: each as a set of one, the units, and where they must stand."""
        times = []
        for index, one in enumerate(self._times[attacking]):
            concerned = units if one.units is None else one.units(state) & units
            if not concerned or not spaces & one.within:
                continue
            where = one.fixed
            if where is None:
                where = self._where(state, one, attackers, spaces, attacking=attacking)
            if where:
                times.append((1 << index, concerned, where))
        return times

    def accounts(
        self, state: KitState, attackers: int, spaces: int, *, attacking: bool
    ) -> dict[int, tuple[Strength, Strength, tuple[str, ...]]]:  # fmt: skip
        """By unit of one side of a battle: its printed strength, what it counts for, and the rules that change it.

        What a space or a point adds to a side as a whole is in none of them.
        """
        whole, weak = (self.attack, self._weak_attack) if attacking else (self.defence, self._weak_defence)
        units = attackers if attacking else self._defending(state, attackers, spaces)
        times = self._multiplying(state, units, attackers, spaces, attacking=attacking)
        without = self.supply.attack if attacking else self.supply.defence
        weakened = state.cut_off if without != 1 else 0
        parts: dict[int, tuple[Strength, Strength, tuple[str, ...]]] = {}
        for unit in bits(units):
            value, cut_off = (weak if state.reduced >> unit & 1 else whole)[unit], weakened >> unit & 1
            applied = [one for one, concerned, where in times if concerned >> unit & 1 and where >> state.at[unit] & 1]
            rules = [self._times[attacking][one.bit_length() - 1].rule for one in applied]
            counts = self._multiplied(value, sum(applied), cut_off, attacking)
            if cut_off and self.supply.rule:
                rules.append(self.supply.rule)
            parts[unit] = value, counts, tuple(rules)
        for one in self._adds[attacking]:
            if one.each == "unit" and spaces & one.within:
                where = self._where(state, one, attackers, spaces, attacking=attacking)
                for unit in bits(units & one.units(state) if one.units else units):
                    if where >> state.at[unit] & 1:
                        value, counts, rules_so_far = parts[unit]
                        parts[unit] = value, counts + int(one.by), (*rules_so_far, one.rule)
        return parts

    def _multiplied(self, value: int, applied: int, cut_off: int, attacking: bool) -> Strength:
        """A strength with all that multiplies it, rounded as declared. `applied`: the set of multipliers that apply."""
        key = value, applied, cut_off, attacking
        strength = self._multiples.get(key)
        if strength is None:
            times = self._times[attacking]
            by = prod((times[index].by for index in bits(applied)), start=Fraction(1))
            if self._most is not None:
                by = min(by, self._most)
            if cut_off:
                by *= self.supply.attack if attacking else self.supply.defence
            strength = rounded(value * by, self.source.rounding)
            self._multiples[key] = strength = int(strength) if strength.denominator == 1 else strength
        return strength

    def _added(self, state: KitState, one: _Circumstance, units: int, where: int) -> int:
        """What a bonus gives those of `units` that stand in the places `where`."""
        at = state.at
        raised = [at[unit] for unit in bits(units & one.units(state) if one.units else units) if where >> at[unit] & 1]
        if one.each == "unit" or not raised:
            return int(one.by) * len(raised)
        points = self.kit.board.points
        return int(one.by) * sum(points[space] if one.each == "point" else 1 for space in set(raised))

    def _where(self, state: KitState, one: _Circumstance, attackers: int, spaces: int, *, attacking: bool) -> int:
        """The places in which a multiplier or a bonus concerns the units of its side that stand there."""
        if one.holds is not None and not one.holds(state):
            return 0
        where = -1
        if one.at is not None:
            at = one.at(state)
            if not spaces & at or (attacking and spaces & ~at):
                return 0
            if not attacking:
                where = at
        if one.stand is not None:
            where &= one.stand(state)
        if one.across is not None:
            across = one.across[self.kit.board.season(state.turn)]
            where &= union(across[space] for space in bits(spaces))
        if one.all_across is not None:
            near = one.all_across[self.kit.board.season(state.turn)]
            if attacking:
                return where if self.all_across(state, near, attackers, spaces) else 0
            for space in bits(spaces):
                if not self.all_across(state, near, attackers, 1 << space):
                    where &= ~(1 << space)
        return where

    def all_across(self, state: KitState, near: tuple[int, ...], attackers: int, spaces: int) -> bool:
        """Whether every attacker on the map attacks each of `spaces` across such a link."""
        return all(not spaces & ~near[state.at[unit]] for unit in bits(attackers & state.present))

    def _times_applied(
        self, state: KitState, one: _Circumstance, attackers: int, defenders: int, spaces: int
    ) -> int:
        """What a shift or a modifier comes to."""
        if not spaces & one.within:
            return 0
        if (one.holds is not None and not one.holds(state)) or (one.at is not None and not one.at(state) & spaces):
            return 0
        if one.all_at is not None and spaces & ~one.all_at(state):
            return 0
        if one.all_across is not None:
            near = one.all_across[self.kit.board.season(state.turn)]
            if not self.all_across(state, near, attackers, spaces):
                return 0
        number = 1
        for name, wanted, present in (
            ("attackers", one.attackers, attackers), ("defenders", one.defenders, defenders),
        ):  # fmt: skip
            if wanted is not None:
                count = (wanted(state) & present).bit_count()
                if not count:
                    return 0
                if one.each == name:
                    number = min(count, one.most)
        return int(one.by) * number

    def _column(self, attack: Strength, defence: Strength, attackers: int, defenders: int) -> int:
        """Index of the column before any shift; -1 below the first one."""
        table = self.table
        assert table is not None
        if isinstance(table, DifferenceTable):
            whole = -floor(-defence)  # a fraction of the difference is in the defender's favour
            return table.odds(floor(attack - defence) + whole, whole).column
        if isinstance(table, ValueTable):
            value = {"attackers": attackers.bit_count(), "defenders": defenders.bit_count(), "attack": int(attack)}
            column = table.column(value[self.source.column])
        else:
            if defence <= 0 and not self.source.no_zero_defence:
                defence = 1
            column = odds_column(table, attack, defence, self.source.odds)
        return 0 if column < 0 and table.table.open_start else column


def odds_column(table: OddsTable, attack: Strength, defence: Strength, how: str) -> int:
    """Index of the column for two strengths; odds between two columns go down, up or to the nearest. -1 below all."""
    below = table.column(attack, defence)  # type: ignore[arg-type]
    if how == "down" or defence <= 0 or below == len(table.ratios) - 1:
        return below
    ratio = Fraction(attack) / Fraction(defence)
    columns = [Fraction(left, right) for left, right in table.ratios]
    if below >= 0 and columns[below] == ratio:
        return below
    if how == "up":
        return below + 1
    return below + 1 if below >= 0 and columns[below + 1] - ratio < ratio - columns[below] else below
