"""Combat: a space or several attacked by units chosen one by one, decided by a die on a printed table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, prod

from pnp.model.filters import LinkFilter, PlaceFilter, UnitFilter
from pnp.model.info import Phase
from pnp.model.procedures import CombatSource, Shift, Times
from pnp.model.tables import ResultsTable, ShiftsTable
from pnp.referee.combat import (
    DifferenceTable,
    OddsTable,
    ValueTable,
    difference_table,
    logged_cells,
    odds_table,
    value_table,
)
from pnp.referee.dice import bits, roll
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.declared import Spot, fraction, rounded
from pnp.referee.kit.filters import Reading
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.advance import Advance
from pnp.referee.kit.procedures.losses import Faces, Losses
from pnp.referee.kit.procedures.retreat import Retreat
from pnp.referee.kit.procedures.supply import Supply
from pnp.referee.kit.sentences import FIGHTERS, FIGHTING, Grammar, Part, Parts, SecondRoll
from pnp.referee.kit.state import KitState
from pnp.referee.records import event

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
    """

    attack: Strength
    defence: Strength
    column: int
    add: int


@dataclass(frozen=True, slots=True)
class _Circumstance:
    """When a multiplier, shift or modifier applies: tests of the units and the spaces of an attack.

    by, rule    what it does
    holds       a condition on the state
    at          spaces where the defenders stand
    all_across  by season and space: spaces across such a link; every attacker must stand in one
    attackers, defenders   one of them must be such a unit; each, most: for how many of them it counts
    units       units whose strengths are multiplied; stand: where they must stand
    across      by season and space: spaces across such a link, where the attacked space must lie
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


class Combat:
    """The combat of a game.

    The frame of the phase holds `fought` (units that have attacked) and `struck` (spaces that have been attacked); that
    of a battle `spaces`, `attackers`, `defenders`, the sides `attacker` and `defender`, and the strength `lost`.
    """

    def __init__(
        self, kit: Kit, source: CombatSource, supply: Supply, retreat: Retreat | None, advance: Advance | None,
        losses: Callable[[Faces, Faces], Losses | None],
    ) -> None:  # fmt: skip
        self.kit, self.source, self.rule, self.supply = kit, source, source.rule, supply
        board = kit.board
        self.attack = board.factors(source.strength.attack, source.strength, "attack")
        self.defence = board.factors(source.strength.defence, source.strength, "defence")
        self._weak_attack = board.reduced_factors(source.strength.attack)
        self._weak_defence = board.reduced_factors(source.strength.defence)
        self.retreat, self.advance, self.losses = retreat, advance, losses(
            (self.attack, self._weak_attack), (self.defence, self._weak_defence)
        )  # fmt: skip
        self._may = [
            kit.filters.units(source.may_attack, side).of if source.may_attack else None
            for side in range(len(board.sides))
        ]
        self._obliged = {
            board.sides.index(side)
            for side in kit.mistakes.known_names("side", source.obliged, board.sides, source, "obliged")
        }  # fmt: skip
        if source.across:
            board.check_links(source.across)
        self.links = [board.links_where(source.across, season) for season in range(board.seasons)]
        self._times = [self._multiplier(times) for times in source.times]
        self._shifts = [self._shift(shift) for shift in source.shifts]
        self._drms = [self._shift(shift) for shift in source.die]
        self._most = fraction(source.most) if source.most is not None else None
        self._multiples: dict[tuple[object, ...], Strength] = {}
        self.table = self._table()
        if self.table is not None:
            self._cells = logged_cells(self.table)
            self._compile_results(self.table.table)
        self._decisions()

    # What is compiled ---------------------------------------------------------------------------------------

    def _table(self) -> ReadyTable | None:
        """The declared table made ready; a mistake where there is none."""
        kit, source = self.kit, self.source
        tables = {t.id: t for t in kit.game.charts.tables if isinstance(t, ResultsTable)}
        if not kit.mistakes.known("results table", source.table, tables, source, "table"):
            return None
        table = tables[source.table]
        try:
            if table.column_kind == "odds":
                return odds_table(table)
            if table.column_kind == "value":
                return value_table(table)
            shifts = next((t for t in kit.game.charts.tables if t.id == table.shifts), None)
            return difference_table(table, shifts if isinstance(shifts, ShiftsTable) else None)
        except (ValueError, LookupError) as error:
            kit.mistakes.add(f"the table can't be used: {error}", source.where("table"), "correct the table")
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

    def _units(self, chosen: UnitFilter | None) -> Reading | None:
        return self.kit.filters.units(chosen).of if chosen else None

    def _multiplier(self, times: Times) -> tuple[bool, _Circumstance]:
        """Whether it is of the attackers, and when it applies."""
        if times.across and times.side == "defenders":
            hint = "write all_across, or side: attackers"
            self.kit.mistakes.add("`across` is about attackers", times.where("across"), hint)
        return times.side == "attackers", _Circumstance(
            fraction(times.by), times.rule, at=self._places(times.at), all_across=self._across(times.all_across),
            units=self._units(times.units), stand=self._places(times.stand), across=self._across(times.across),
        )  # fmt: skip

    def _shift(self, shift: Shift) -> _Circumstance:
        if shift.each and getattr(shift, shift.each) is None:
            self.kit.mistakes.add(
                f"'each: {shift.each}' needs the filter '{shift.each}'", shift.where("each"), f"add '{shift.each}:'"
            )
        holds = self.kit.filters.condition(shift.when, self.kit.options) if shift.when else None
        return _Circumstance(
            Fraction(shift.by), shift.rule, holds, self._places(shift.at), self._across(shift.all_across),
            self._units(shift.attackers), self._units(shift.defenders), shift.each, shift.most or 99,
        )  # fmt: skip

    def _compile_results(self, table: ResultsTable) -> None:
        """An operation for each part of each result."""
        kit, source = self.kit, self.source
        codes = [code.id for code in table.codes]
        for code in source.results:
            if code not in codes:
                kit.mistakes.unknown("result code", code, source.where_key("results", code), codes)
        self._programs: dict[str, list[str]] = {}
        self.parts: dict[str, Parts] = {}
        sides = table.dice.sides
        grammar = Grammar(kit.mistakes, FIGHTING, FIGHTERS, sides)
        for code in codes:
            if code not in source.results:
                hint = f"add '{code}: nothing', or what it does"
                kit.mistakes.add(f"the result {code!r} has no meaning", source.where_key("results"), hint)
                continue
            parts = grammar.parts(source.results[code], Spot(source, ("results", code)))
            self.parts[code] = parts
            self._programs[code] = self._program(f"combat:{code}", parts, sides, code)

    def _program(self, name: str, parts: Parts, sides: int, code: str) -> list[str]:
        """Names of the operations of a result, last first, as the agenda wants them."""
        names = []
        for index, part in enumerate(parts):
            own = f"{name}:{index}"
            if isinstance(part, SecondRoll):
                programs = [
                    self._program(f"{own}:{face + 1}", row, sides, code) for face, row in enumerate(part.rows)
                ]
                names.append(self.kit.operation(own, self._second_roll(programs, sides, code)))
            else:
                self._check_part(part)
                names.append(self.kit.operation(own, self._part(part)))
        return names[::-1]

    def _check_part(self, part: Part) -> None:
        """A part needs the procedure that carries it out."""
        needs = {
            "retreat": ("retreat", self.retreat), "advance": ("advance", self.advance), "lose": ("losses", self.losses),
            "lose-random": ("losses", self.losses), "exchange": ("losses", self.losses),
            "capture": ("losses", self.losses), "disperse": ("losses", self.losses),
        }  # fmt: skip
        name, procedure = needs.get(part.verb, ("", self))
        if procedure is None:
            self.kit.mistakes.add(
                f"{part.verb!r} needs the procedure {name!r}, which is not declared", part.where,
                f"add '{name}:' to procedures.yaml",
            )  # fmt: skip
        elif part.verb == "disperse" and self.losses is not None and self.losses.source.dispersed is None:
            self.kit.mistakes.add(
                "nothing says where dispersed units wait", part.where,
                "add 'dispersed: \"{side}-turn-{turn}\"' to 'losses:'",
            )  # fmt: skip

    def _part(self, part: Part) -> Callable[[KitState], None]:
        kit, rule = self.kit, self.losses.rule if self.losses else self.rule

        def subject(state: KitState) -> int:
            return kit.on_map(state, state.frames[-1][part.subject])

        def eliminate(state: KitState) -> None:
            units = subject(state)
            self._count_lost(state, units)
            if units:
                kit.lose(state, units, rule)

        def exchange(state: KitState) -> None:
            assert self.losses is not None
            self.losses.start_exchange(state, subject(state), state.frames[-1]["lost"])

        def advance(state: KitState) -> None:
            assert self.advance is not None
            self.advance.start(state, part.number)

        deeds: dict[str, Callable[[KitState], None]] = {
            "nothing": lambda state: None,
            "eliminate": eliminate,
            "reduce": lambda state: kit.reduce(state, subject(state), rule),
            "exchange": exchange,
            "advance": advance,
        }
        if self.retreat is not None:
            retreat = self.retreat
            deeds["retreat"] = lambda state: retreat.start(state, subject(state), part.number)
        if self.losses is not None:
            losses = self.losses
            deeds["lose"] = lambda state: losses.start(state, subject(state), part.number)
            deeds["capture"] = lambda state: losses.capture(state, subject(state))
            deeds["disperse"] = lambda state: losses.disperse(state, subject(state), part.number)
            deeds["lose-random"] = lambda state: losses.at_random(state, subject(state), part.number)
        return deeds.get(part.verb, lambda state: None)

    def _count_lost(self, state: KitState, units: int) -> None:
        """Remember what an exchange has to match."""
        if self.losses is not None:
            attackers = state.frames[-1]["attackers"]
            state.frames[-1]["lost"] += sum(
                self.losses.strength(state, unit, attacking=bool(attackers >> unit & 1)) for unit in bits(units)
            )

    def _second_roll(self, programs: list[list[str]], sides: int, code: str) -> Callable[[KitState], None]:
        assert self.table is not None
        purpose, rule = f"{self.table.table.id}-second", self.rule

        def second_roll(state: KitState) -> None:
            state.agenda += programs[roll(state, sides, purpose, rule) - 1]

        return second_roll

    def _decisions(self) -> None:
        kit, rule, board = self.kit, self.rule, self.kit.board
        self.target = kit.decision(Decision(
            "combat-target", "attack", rule, self.targets, self._announce,
            (
                Reason(rule, "no-enemy", lambda state: kit.enemies_at(state, state.side)),
                Reason(rule, "attacked-already", lambda state: ~state.frames[0]["struck"]),
                Reason(rule, "nobody-can-attack", self.contact),
                Reason(rule, "odds-too-low", self.targets),
            ),
            may_end=lambda state: state.side not in self._obliged or not self.targets(state),
        ), self.source)  # fmt: skip
        if self.source.combined:
            self.further = kit.decision(Decision(
                "combat-further", "attack", rule, self.further_targets, self._add_target,
                (
                    Reason(rule, "no-enemy", lambda state: kit.enemies_at(state, state.side)),
                    Reason(rule, "attacked-already", lambda state: ~state.frames[0]["struck"]),
                    Reason(rule, "nobody-can-attack-all", self.further_targets),
                ),
                may_end=lambda state: True,
            ), self.source)  # fmt: skip
            kit.operation("combat:further", lambda state: kit.ask(state, self.further, state.side))
        self.attacker = kit.decision(Decision(
            "combat-attacker", "choose-unit", rule, self.joinable, self._join,
            (
                Reason(rule, "not-yours", lambda state: board.own[state.side]),
                Reason(rule, "not-on-map", lambda state: kit.on_map(state, board.all_units)),
                Reason(rule, "chosen-already", lambda state: ~state.frames[-1]["attackers"]),
                Reason(rule, "fought", lambda state: ~state.frames[0]["fought"]),
                Reason(self.supply.rule or rule, "no-supply-to-attack", self._supplied),
                Reason(rule, "never-attacks", self._willing),
                Reason(rule, "not-beside", self.joinable),
            ),
            may_end=self._may_fight, end_verb="fight",
        ), self.source)  # fmt: skip
        kit.operation("combat:next", lambda state: kit.ask(state, self.target, state.side))
        kit.operation("combat:attackers", lambda state: kit.ask(state, self.attacker, state.side))
        kit.operation("combat:resolve", self._resolve)
        kit.operation("combat:close", self._close)

    # Who can attack what ------------------------------------------------------------------------------------

    def begin(self, state: KitState, phase: Phase) -> None:
        """Open the phase: nobody has fought."""
        state.frames[-1] |= {"fought": 0, "struck": 0}
        state.agenda.append("combat:next")

    def _supplied(self, state: KitState) -> int:
        return -1 if self.supply.attack else ~state.cut_off

    def _willing(self, state: KitState) -> int:
        """Units that can attack by their kind."""
        units = self.kit.board.all_units
        may = self._may[state.side]
        return units & may(state) if may else units

    def able(self, state: KitState) -> int:
        """Units of the phasing side that can still attack."""
        units = self.kit.board.own[state.side] & self._willing(state) & self._supplied(state)
        return self.kit.on_map(state, units & ~state.frames[0]["fought"])

    def contact(self, state: KitState) -> int:
        """Spaces with enemies beside units that can attack, not attacked yet."""
        near, at = self.links[self.kit.board.season(state.turn)].near, state.at
        enemies = self.kit.enemies_at(state, state.side) & ~state.frames[0]["struck"]
        spaces, units = 0, self.able(state) if enemies else 0
        while units:
            low = units & -units
            units ^= low
            spaces |= near[at[low.bit_length() - 1]]
        return spaces & enemies

    def beside(self, state: KitState, spaces: int) -> int:
        """Units that could attack all of `spaces`."""
        near, units = self.links[self.kit.board.season(state.turn)].near, 0
        for unit in bits(self.able(state)):
            if not spaces & ~near[state.at[unit]]:
                units |= 1 << unit
        return units

    def targets(self, state: KitState) -> int:
        """Spaces that can be attacked: where all units that could join would be enough."""
        spaces = self.contact(state)
        if not self.any_odds:
            for space in bits(spaces):
                if self.odds(state, self.beside(state, 1 << space), 1 << space).column < 0:
                    spaces &= ~(1 << space)
        return spaces

    def further_targets(self, state: KitState) -> int:
        """Spaces that the open attack can take in besides: a unit could attack all, and all such units are enough."""
        chosen, spaces = state.frames[-1]["spaces"], 0
        for space in bits(self.contact(state) & ~chosen):
            every = chosen | 1 << space
            units = self.beside(state, every)
            if units and (self.any_odds or self.odds(state, units, every).column >= 0):
                spaces |= 1 << space
        return spaces

    @property
    def any_odds(self) -> bool:
        """Whether there are no odds too low to attack."""
        table = self.table
        if table is None or isinstance(table, DifferenceTable):
            return True
        return table.table.open_start or table.table.below_first is not None or self.source.odds == "up"

    def joinable(self, state: KitState) -> int:
        """Units that can join the attack."""
        frame = state.frames[-1]
        return self.beside(state, frame["spaces"]) & ~frame["attackers"]

    def _may_fight(self, state: KitState) -> bool:
        frame = state.frames[-1]
        if not frame["attackers"]:
            return False
        return self.any_odds or self.odds(state, frame["attackers"], frame["spaces"]).column >= 0

    # Strengths ----------------------------------------------------------------------------------------------

    def odds(self, state: KitState, attackers: int, spaces: int) -> AttackOdds:
        """What an attack of `attackers` on the units in `spaces` comes to."""
        side = self.kit.board.side_of[attackers.bit_length() - 1] if attackers else state.side
        defenders = 0
        for space in bits(spaces):
            defenders |= state.units_in[space]
        defenders &= self.kit.board.foes(side)
        attack = self._strength(state, attackers, attackers, spaces, attacking=True)
        defence = self._strength(state, defenders, attackers, spaces, attacking=False)
        column = self._column(attack, defence, attackers, defenders)
        if column >= 0 and self._shifts and self.table is not None:
            shift = sum(self._times_applied(state, one, attackers, defenders, spaces) for one in self._shifts)
            column = min(max(column + shift, 0), len(self.table.table.columns) - 1)
        add = sum(self._times_applied(state, drm, attackers, defenders, spaces) for drm in self._drms)
        return AttackOdds(attack, defence, column, add)

    def _strength(self, state: KitState, units: int, attackers: int, spaces: int, *, attacking: bool) -> Strength:
        """The strength of one side of a battle."""
        whole, weak = (self.attack, self._weak_attack) if attacking else (self.defence, self._weak_defence)
        without = self.supply.attack if attacking else self.supply.defence
        times = [one for of_attackers, one in self._times if of_attackers == attacking]
        total: Strength = 0
        weakened = state.cut_off if without != 1 else 0
        for unit in bits(units):
            value = (weak if state.reduced >> unit & 1 else whole)[unit]
            applied = [
                one.by for one in times if self._concerns(state, one, unit, attackers, spaces, attacking=attacking)
            ]
            if applied or weakened >> unit & 1:
                total += self._multiplied(value, applied, without if weakened >> unit & 1 else None)
            else:
                total += value
        return int(total) if total == int(total) else total

    def _multiplied(self, value: int, applied: Sequence[Fraction], supply: Fraction | None) -> Strength:
        """A strength with all that multiplies it, rounded as declared."""
        key = value, tuple(applied), supply
        strength = self._multiples.get(key)
        if strength is None:
            by = prod(applied, start=Fraction(1))
            if self._most is not None:
                by = min(by, self._most)
            strength = rounded(value * by * (1 if supply is None else supply), self.source.rounding)
            self._multiples[key] = strength = int(strength) if strength.denominator == 1 else strength
        return strength

    def _concerns(
        self, state: KitState, one: _Circumstance, unit: int, attackers: int, spaces: int, *, attacking: bool
    ) -> bool:
        """Whether a multiplier concerns one unit of its side."""
        here, season = state.at[unit], self.kit.board.season(state.turn)
        if one.units is not None and not one.units(state) >> unit & 1:
            return False
        if one.stand is not None and not one.stand(state) >> here & 1:
            return False
        attacked = spaces if attacking else 1 << here
        if one.at is not None and attacked & ~one.at(state):
            return False
        if one.across is not None and attacked & ~one.across[season][here]:
            return False
        return one.all_across is None or self._all_across(state, one.all_across[season], attackers, attacked)

    def _all_across(self, state: KitState, near: tuple[int, ...], attackers: int, spaces: int) -> bool:
        """Whether every attacker attacks each of `spaces` across such a link."""
        return all(not spaces & ~near[state.at[unit]] for unit in bits(attackers))

    def _times_applied(
        self, state: KitState, one: _Circumstance, attackers: int, defenders: int, spaces: int
    ) -> int:
        """What a shift or a modifier comes to."""
        if (one.holds is not None and not one.holds(state)) or (one.at is not None and not one.at(state) & spaces):
            return 0
        season = self.kit.board.season(state.turn)
        if one.all_across is not None and not self._all_across(state, one.all_across[season], attackers, spaces):
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

    # What is done -------------------------------------------------------------------------------------------

    def _announce(self, state: KitState, space: int) -> None:
        state.frames[0]["struck"] |= 1 << space
        defenders = state.units_in[space] & self.kit.board.foes(state.side)
        defender = self.kit.board.side_of[defenders.bit_length() - 1]
        self.kit.push_frame(
            state, spaces=1 << space, attackers=0, defenders=defenders, attacker=state.side, defender=defender, lost=0
        )
        state.agenda += ["combat:close", "combat:resolve", "combat:attackers"]
        if self.source.combined:
            state.agenda.append("combat:further")

    def _add_target(self, state: KitState, space: int) -> None:
        frame = state.frames[-1]
        frame["spaces"] |= 1 << space
        frame["defenders"] |= state.units_in[space] & self.kit.board.foes(state.side)
        state.frames[0]["struck"] |= 1 << space
        state.agenda.append("combat:further")

    def _join(self, state: KitState, unit: int) -> None:
        state.frames[-1]["attackers"] |= 1 << unit
        state.frames[0]["fought"] |= 1 << unit
        state.agenda.append("combat:attackers")

    def _resolve(self, state: KitState) -> None:
        """Roll the die, and put what the table says on the agenda."""
        table, frame = self.table, state.frames[-1]
        assert table is not None
        spaces, printed = frame["spaces"], table.table
        target = spaces.bit_length() - 1
        odds = self.odds(state, frame["attackers"], spaces)
        by = self.kit.board.sides[frame["attacker"]]
        event(state, "attack", self.rule, frame["attackers"], target, (("by", by),))
        strengths = f"{odds.attack}:{odds.defence}"
        event(state, "fight", self.rule, 0, target, (("by", by), ("odds", strengths)))
        if odds.column >= 0:
            self._tell_shifts(state, spaces)
        if odds.column < 0:
            code = printed.below_first or ""
            extra = (("table", printed.id), ("column", f"<{printed.columns[0]}"), ("row", "-"), ("code", code))
            event(state, "result", printed.rule, 0, target, extra)
        else:
            thrown = sum(roll(state, printed.dice.sides, printed.id, printed.rule) for _ in range(printed.dice.count))
            row = self.row(thrown + odds.add)
            if odds.add:
                event(state, "modifier", self.rule, 0, target, (("value", odds.add),))
            code = table.results[odds.column][row]
            event(state, "result", printed.rule, 0, target, self._cells[odds.column][row])
        state.agenda += self._programs[code]

    def _tell_shifts(self, state: KitState, spaces: int) -> None:
        """Log the shifts of the column that apply, each with its rule."""
        frame = state.frames[-1]
        for shift in self._shifts:
            if value := self._times_applied(state, shift, frame["attackers"], frame["defenders"], spaces):
                event(state, "shift", shift.rule, 0, spaces.bit_length() - 1, (("value", value),))

    def row(self, thrown: int) -> int:
        """Index of the row for a modified roll; beyond either end it is the last."""
        table = self.table
        assert table is not None
        first = table.first if isinstance(table, DifferenceTable) else table.first_die
        return min(max(thrown - first, 0), len(table.rows) - 1)

    def _close(self, state: KitState) -> None:
        state.frames.pop()
        state.agenda.append("combat:next")


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
