"""Combat: one space attacked at a time, by units chosen one by one, decided by a die on a printed table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from pnp.model.info import Phase
from pnp.model.procedures import Combat as CombatSource
from pnp.model.procedures import Shift, Times
from pnp.model.tables import ResultsTable, ShiftsTable
from pnp.referee.combat import DifferenceTable, OddsTable, difference_table, logged_cells, odds_table
from pnp.referee.dice import bits, roll
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.declared import fraction
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.advance import Advance
from pnp.referee.kit.procedures.losses import Losses
from pnp.referee.kit.procedures.retreat import Retreat
from pnp.referee.kit.procedures.supply import Supply
from pnp.referee.kit.sentences import Part, Parts, SecondRoll, parts_of
from pnp.referee.kit.state import KitState
from pnp.referee.records import event

Strength = int | Fraction


@dataclass(frozen=True, slots=True)
class Odds:
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

    applies  (state, attackers, defenders, target) -> whether it does
    units    by state: the units whose strengths are multiplied
    across   by unit's space: targets across such a link; None = it makes no difference
    """

    by: Fraction
    rule: str
    applies: Callable[[KitState, int, int, int], bool]
    units: Callable[[KitState], int] | None = None
    stand: Callable[[KitState], int] | None = None
    across: tuple[tuple[int, ...], ...] | None = None


class Combat:
    """The combat of a game.

    The frame of the phase holds `fought` (units that have attacked) and `struck` (spaces that have been attacked); that
    of a battle `target`, `attackers`, `defenders`, the sides `attacker` and `defender`, and the strength `lost`.
    """

    def __init__(
        self, kit: Kit, source: CombatSource, supply: Supply, retreat: Retreat | None, advance: Advance | None,
        losses: Callable[[list[int], list[int]], Losses | None],
    ) -> None:  # fmt: skip
        self.kit, self.source, self.rule, self.supply = kit, source, source.rule, supply
        board = kit.board
        self.attack = board.factors(source.strength.attack, source.strength, "attack")
        self.defence = board.factors(source.strength.defence, source.strength, "defence")
        self._weak_attack = board.reduced_factors(source.strength.attack)
        self._weak_defence = board.reduced_factors(source.strength.defence)
        self.retreat, self.advance, self.losses = retreat, advance, losses(self.attack, self.defence)
        self._may = [
            kit.filters.units(source.may_attack, side).of if source.may_attack else None
            for side in range(len(board.sides))
        ]
        self._obliged = {
            board.sides.index(side)
            for side in source.obliged if kit.mistakes.known("side", side, board.sides, source, "obliged")
        }  # fmt: skip
        if source.across:
            board.check_links(source.across)
        self.links = [board.links_where(source.across, season) for season in range(board.seasons)]
        self._times = [self._multiplier(times) for times in source.times]
        self._shifts = [self._shift(shift) for shift in source.shifts]
        self._drms = [self._shift(shift) for shift in source.die]
        self._most = fraction(source.most) if source.most is not None else None
        self.table = self._table()
        if self.table is not None:
            self._cells = logged_cells(self.table)
            self._compile_results(self.table.table)
        self._decisions()

    # What is compiled ---------------------------------------------------------------------------------------

    def _table(self) -> OddsTable | DifferenceTable | None:
        """The declared table made ready; a mistake where there is none."""
        kit, source = self.kit, self.source
        tables = {t.id: t for t in kit.game.charts.tables if isinstance(t, ResultsTable)}
        if not kit.mistakes.known("results table", source.table, tables, source, "table"):
            return None
        table = tables[source.table]
        try:
            if table.column_kind == "odds":
                return odds_table(table)
            if table.column_kind == "difference":
                shifts = next((t for t in kit.game.charts.tables if t.id == table.shifts), None)
                return difference_table(table, shifts if isinstance(shifts, ShiftsTable) else None)
        except (ValueError, LookupError) as error:
            kit.mistakes.add(f"the table can't be used: {error}", source.where("table"), "correct the table")
            return None
        kit.mistakes.add("combat needs a table of odds or differences", source.where("table"), "choose another table")
        return None

    def _across(self, chosen: object) -> tuple[tuple[int, ...], ...]:
        """By season: for each space the spaces across a link that is meant."""
        board = self.kit.board
        board.check_links(chosen)  # type: ignore[arg-type]
        return tuple(board.links_where(chosen, season).near for season in range(board.seasons))  # type: ignore[arg-type]

    def _multiplier(self, times: Times) -> tuple[bool, _Circumstance]:
        """Whether it is of the attackers, and when it applies."""
        filters = self.kit.filters
        at = filters.places(times.at).of if times.at else None
        all_across = self._across(times.all_across) if times.all_across else None
        if times.across and times.side == "defenders":
            hint = "write all_across, or side: attackers"
            self.kit.mistakes.add("`across` is about attackers", times.where("across"), hint)
        return times.side == "attackers", _Circumstance(
            fraction(times.by), times.rule, self._applies(at, all_across, None, None),
            filters.units(times.units).of if times.units else None,
            filters.places(times.stand).of if times.stand else None,
            self._across(times.across) if times.across else None,
        )  # fmt: skip

    def _shift(self, shift: Shift) -> _Circumstance:
        filters = self.kit.filters
        at = filters.places(shift.at).of if shift.at else None
        all_across = self._across(shift.all_across) if shift.all_across else None
        attackers = filters.units(shift.attackers).of if shift.attackers else None
        defenders = filters.units(shift.defenders).of if shift.defenders else None
        return _Circumstance(Fraction(shift.by), shift.rule, self._applies(at, all_across, attackers, defenders))

    def _applies(
        self, at: Callable[[KitState], int] | None, all_across: tuple[tuple[int, ...], ...] | None,
        attackers: Callable[[KitState], int] | None, defenders: Callable[[KitState], int] | None,
    ) -> Callable[[KitState, int, int, int], bool]:  # fmt: skip
        """Whether a circumstance applies to an attack by some units on some defenders in a space."""
        board = self.kit.board

        def applies(state: KitState, attacking: int, defending: int, target: int) -> bool:
            if at is not None and not at(state) >> target & 1:
                return False
            if all_across is not None:
                near = all_across[board.season(state.turn)][target]
                if not all(near >> state.at[unit] & 1 for unit in bits(attacking)):
                    return False
            if attackers is not None and not attackers(state) & attacking:
                return False
            return defenders is None or bool(defenders(state) & defending)

        return applies

    def _compile_results(self, table: ResultsTable) -> None:
        """An operation for each part of each result."""
        kit, source = self.kit, self.source
        codes = {code.id for code in table.codes}
        for code in source.results:
            if code not in codes:
                kit.mistakes.unknown("result code", code, source.where_key("results", code), codes)
        self._programs: dict[str, list[str]] = {}
        self.parts: dict[str, Parts] = {}
        sides = table.dice.sides
        for code in codes:
            if code not in source.results:
                hint = f"add '{code}: nothing', or what it does"
                kit.mistakes.add(f"the result {code!r} has no meaning", source.where("results"), hint)
                continue
            parts = parts_of(source.results[code], kit.mistakes, source.where("results", code), sides)
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
                self._check_part(part, code)
                names.append(self.kit.operation(own, self._part(part)))
        return names[::-1]

    def _check_part(self, part: Part, code: str) -> None:
        """A part needs the procedure that carries it out."""
        needs = {
            "retreat": ("retreat", self.retreat), "advance": ("advance", self.advance), "lose": ("losses", self.losses),
            "lose-random": ("losses", self.losses), "exchange": ("losses", self.losses),
        }  # fmt: skip
        name, procedure = needs.get(part.verb, ("", self))
        if procedure is None:
            self.kit.mistakes.add(
                f"{part.verb!r} needs the procedure {name!r}, which is not declared",
                self.source.where("results", code), f"add '{name}:' to procedures.yaml",
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
            self.advance.start(state)

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
            deeds["lose-random"] = lambda state: losses.at_random(state, subject(state), part.number)
        return deeds.get(part.verb, lambda state: None)

    def _count_lost(self, state: KitState, units: int) -> None:
        """Remember what an exchange has to match."""
        if self.losses is not None:
            attackers = state.frames[-1]["attackers"]
            state.frames[-1]["lost"] += sum(
                self.losses.strength(unit, attacking=bool(attackers >> unit & 1)) for unit in bits(units)
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
        ))  # fmt: skip
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
            may_end=self._may_fight, end=lambda state: None, end_verb="fight",
        ))  # fmt: skip
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
        spaces = 0
        for unit in bits(self.able(state)):
            spaces |= near[at[unit]] & enemies
        return spaces

    def beside(self, state: KitState, space: int) -> int:
        """Units that could attack `space`."""
        near, units = self.links[self.kit.board.season(state.turn)].near[space], 0
        for unit in bits(self.able(state)):
            if near >> state.at[unit] & 1:
                units |= 1 << unit
        return units

    def targets(self, state: KitState) -> int:
        """Spaces that can be attacked: where all units that could join would be enough."""
        spaces = self.contact(state)
        if not self._any_odds:
            for space in bits(spaces):
                if self.odds(state, self.beside(state, space), space).column < 0:
                    spaces &= ~(1 << space)
        return spaces

    @property
    def _any_odds(self) -> bool:
        """Whether there are no odds too low to attack."""
        table = self.table
        return not isinstance(table, OddsTable) or table.table.open_start or table.table.below_first is not None

    def joinable(self, state: KitState) -> int:
        """Units that can join the attack."""
        frame = state.frames[-1]
        return self.beside(state, frame["target"]) & ~frame["attackers"]

    def _may_fight(self, state: KitState) -> bool:
        frame = state.frames[-1]
        if not frame["attackers"]:
            return False
        return self._any_odds or self.odds(state, frame["attackers"], frame["target"]).column >= 0

    # Strengths ----------------------------------------------------------------------------------------------

    def odds(self, state: KitState, attackers: int, target: int) -> Odds:
        """What an attack of `attackers` on the units in `target` comes to."""
        assert self.table is not None
        side = self.kit.board.side_of[attackers.bit_length() - 1] if attackers else state.side
        defenders = state.units_in[target] & self.kit.board.foes(side)
        attack = self._strength(state, attackers, defenders, target, attacking=True)
        defence = self._strength(state, defenders, attackers, target, attacking=False)
        return Odds(attack, defence, self._column(state, attack, defence, attackers, defenders, target), int(sum(
            drm.by for drm in self._drms if drm.applies(state, attackers, defenders, target)
        )))  # fmt: skip

    def _strength(self, state: KitState, units: int, others: int, target: int, *, attacking: bool) -> Strength:
        """The strength of one side of a battle."""
        whole, weak = (self.attack, self._weak_attack) if attacking else (self.defence, self._weak_defence)
        without = self.supply.attack if attacking else self.supply.defence
        pair = (units, others) if attacking else (others, units)
        times = [
            one for of_attackers, one in self._times if of_attackers == attacking and one.applies(state, *pair, target)
        ]
        reduced, total = state.reduced, 0
        season = self.kit.board.season(state.turn)
        for unit in bits(units):
            value: Strength = (weak if reduced >> unit & 1 else whole)[unit]
            if times or (without != 1 and state.cut_off >> unit & 1):
                by = Fraction(1)
                for one in times:
                    if _concerns(one, state, unit, target, season):
                        by *= one.by
                if self._most is not None:
                    by = min(by, self._most)
                if without != 1 and state.cut_off >> unit & 1:
                    by *= without
                value = _rounded(value * by, self.source.rounding)
            total += value  # type: ignore[assignment]
        return total

    def _column(
        self, state: KitState, attack: Strength, defence: Strength, attackers: int, defenders: int, target: int
    ) -> int:
        """Index of the column; -1 below the first one."""
        table = self.table
        assert table is not None
        if isinstance(table, OddsTable):
            if defence <= 0 and not self.source.no_zero_defence:
                defence = 1
            column = table.column(attack, defence)  # type: ignore[arg-type]
            if column < 0:
                if not table.table.open_start:
                    return -1
                column = 0
        else:
            column = table.odds(int(attack), int(defence)).column
        shift = sum(int(one.by) for one in self._shifts if one.applies(state, attackers, defenders, target))
        return min(max(column + shift, 0), len(table.table.columns) - 1)

    # What is done -------------------------------------------------------------------------------------------

    def _announce(self, state: KitState, space: int) -> None:
        phase = state.frames[0]
        phase["struck"] |= 1 << space
        defenders = state.units_in[space] & self.kit.board.foes(state.side)
        defender = self.kit.board.side_of[defenders.bit_length() - 1]
        self.kit.push_frame(
            state, target=space, attackers=0, defenders=defenders, attacker=state.side, defender=defender, lost=0
        )
        state.agenda += ["combat:close", "combat:resolve", "combat:attackers"]

    def _join(self, state: KitState, unit: int) -> None:
        state.frames[-1]["attackers"] |= 1 << unit
        state.frames[0]["fought"] |= 1 << unit
        state.agenda.append("combat:attackers")

    def _resolve(self, state: KitState) -> None:
        """Roll the die, and put what the table says on the agenda."""
        table, frame = self.table, state.frames[-1]
        assert table is not None
        target, printed = frame["target"], table.table
        odds = self.odds(state, frame["attackers"], target)
        by = self.kit.board.sides[frame["attacker"]]
        event(state, "attack", self.rule, frame["attackers"], target, (("by", by),))
        strengths = f"{odds.attack}:{odds.defence}"
        event(state, "fight", self.rule, 0, target, (("by", by), ("odds", strengths)))
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

    def row(self, thrown: int) -> int:
        """Index of the row for a modified roll; beyond either end it is the last."""
        table = self.table
        assert table is not None
        first = table.first_die if isinstance(table, OddsTable) else table.first
        return min(max(thrown - first, 0), len(table.rows) - 1)

    def _close(self, state: KitState) -> None:
        state.frames.pop()
        state.agenda.append("combat:next")


def _concerns(one: _Circumstance, state: KitState, unit: int, target: int, season: int) -> bool:
    """Whether a multiplier concerns one unit of its side."""
    if one.units is not None and not one.units(state) >> unit & 1:
        return False
    if one.stand is not None and not one.stand(state) >> state.at[unit] & 1:
        return False
    return one.across is None or bool(one.across[season][state.at[unit]] >> target & 1)


def _rounded(value: Fraction, how: str) -> Fraction:
    """`value` rounded down, up, to the nearest (halves up), or left exact."""
    if how == "exact":
        return value
    if how == "down":
        return Fraction(value.numerator // value.denominator)
    if how == "up":
        return Fraction(-(-value.numerator // value.denominator))
    return Fraction((2 * value.numerator + value.denominator) // (2 * value.denominator))
