"""The exact odds of a table: how likely each result is in each column and under each modifier.

`table_odds` reads a results table or an events table. Probabilities are fractions; nothing is sampled. A roll for
which the table has no row counts as the result "" (the check table-die-gap reports it).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pnp.checks.tables.diagonal import Diagonal, diagonal_of
from pnp.checks.tables.rolls import RolledTable, bounds, modifier_span, track_values
from pnp.model.game import Game
from pnp.model.tables import Dice, DieModifier, EventsTable, ResultCode, ResultsTable

Shares = Mapping[str, Fraction]
"""Result -> its probability, in the order of the table's codes or rows; they add up to 1."""
Odds = Mapping[int, Fraction]
"""Roll -> its probability; they add up to 1."""
MOST_NETS = 41
"""Most net modifiers that are computed for a table; of more, those nearest to 0."""


@dataclass(frozen=True)
class MeanLosses:
    """Expected losses in one column, in units or steps as the table counts them.

    attacker, defender          expected number, where the table gives one
    attacker_all, defender_all  probability that a side loses everything
    """

    attacker: Fraction
    defender: Fraction
    attacker_all: Fraction
    defender_all: Fraction

    @property
    def pays(self) -> bool:
        """Whether the defender is expected to lose more; losing everything counts as losing one."""
        return self.defender + self.defender_all > self.attacker + self.attacker_all


@dataclass(frozen=True)
class ColumnOdds:
    """One column under one modifier.

    column   its label; "" for an events table
    shares   result -> probability
    losses   None where the codes don't say what is lost
    favour   probabilities that the result serves the attacker and the defender; None where the codes don't say
    """

    column: str
    shares: Shares
    losses: MeanLosses | None = None
    favour: tuple[Fraction, Fraction] | None = None

    @property
    def pays(self) -> bool | None:
        """Whether attacking pays: results for the attacker are likelier than those for the defender."""
        return None if self.favour is None else self.favour[0] > self.favour[1]


@dataclass(frozen=True)
class TableOdds:
    """Everything computed for one table.

    results    codes or ids of rows, in the order of the table
    names      result -> its name in the game's language
    modifiers  net modifiers to the roll, ascending
    odds       net modifier -> its columns
    effects    events tables: effect -> its expected value by net modifier, where all its values are numbers
    diagonal   how close the table is to a function of die and column; None for a table without an order
    bracketed  the odds when the results in brackets are used; empty for a table without them
    bracket_note  when they are used
    """

    id: str
    kind: str
    title: str
    rule: str
    results: tuple[str, ...]
    names: Mapping[str, str]
    modifiers: tuple[int, ...]
    odds: Mapping[int, tuple[ColumnOdds, ...]]
    effects: Mapping[str, Mapping[int, Fraction]]
    diagonal: Diagonal | None = None
    bracketed: Mapping[int, tuple[ColumnOdds, ...]] = field(default_factory=dict)
    bracket_note: str = ""

    def pays_from(self, modifier: int) -> str | None:
        """The first column from which on attacking pays; None when it never does, or the codes don't say."""
        return _from(self.odds[modifier], [column.pays for column in self.odds[modifier]])

    def pays_from_in_brackets(self, modifier: int) -> str | None:
        """As `pays_from`, with the results in brackets."""
        columns = self.bracketed.get(modifier, ())
        return _from(columns, [column.pays for column in columns])

    def gains_from(self, modifier: int) -> str | None:
        """The first column from which on the defender is expected to lose more; None as for `pays_from`."""
        return _from(self.odds[modifier], [c.losses.pays if c.losses else None for c in self.odds[modifier]])


def table_odds(game: Game, table: ResultsTable | EventsTable) -> TableOdds:
    """The odds of `table` under every net modifier that its own modifiers can add up to."""
    rolls, nets = roll_odds(table.dice), net_modifiers(table, game)
    rows = _rows_by_roll(table, range(min(rolls) + nets[0], max(rolls) + nets[-1] + 1))
    if isinstance(table, ResultsTable):
        codes = {code.id: code for code in table.codes}
        order = [*codes, *sorted({r for row in table.rows for _, _, r in row.cells()} - set(codes))]

        def column(index: int, net: int, bracketed: bool) -> ColumnOdds:
            shares = _shares(order, rolls, net, lambda roll: _cell(table, rows, roll, index, bracketed))
            return _column(table, index, shares, codes)

        readings = [
            {net: tuple(column(index, net, bracketed) for index in range(len(table.columns))) for net in nets}
            for bracketed in table.readings
        ]
        return TableOdds(
            table.id, "results", table.title, table.rule, tuple(order), {code.id: code.name for code in table.codes},
            nets, readings[0], {}, diagonal_of(table) if table.ranked else None,
            readings[1] if len(readings) > 1 else {}, table.bracket_note,
        )  # fmt: skip
    order = [row.id for row in table.rows]
    shares = {net: _shares(order, rolls, net, lambda roll: _event(table, rows, roll)) for net in nets}
    names = {row.id: row.name for row in table.rows}
    odds = {net: (ColumnOdds("", shares[net]),) for net in nets}
    return TableOdds(
        table.id, "events", table.title, table.rule, tuple(order), names, nets, odds, _effects(table, shares)
    )


def all_odds(game: Game, names: Sequence[str] = ()) -> Iterator[TableOdds]:
    """The odds of the tables with the ids `names`; without names, of every table with a die."""
    for table in game.charts.tables:
        if isinstance(table, (ResultsTable, EventsTable)) and table.rows and (not names or table.id in names):
            yield table_odds(game, table)


def _rows_by_roll(table: ResultsTable | EventsTable, rolls: range) -> dict[int, int]:
    """Roll -> index of the first row that has it."""
    row_of_roll: dict[int, int] = {}
    for index, row in enumerate(table.rows):
        low, high = bounds(row.die)
        for roll in range(max(low, rolls[0]), min(high, rolls[-1]) + 1):
            row_of_roll.setdefault(roll, index)
    return row_of_roll


def _cell(table: ResultsTable, rows: Mapping[int, int], roll: int, column: int, bracketed: bool) -> str:
    if roll not in rows or column >= len(table.rows[rows[roll]].results):
        return ""
    return table.rows[rows[roll]].code(column, bracketed=bracketed)


def _event(table: EventsTable, rows: Mapping[int, int], roll: int) -> str:
    return table.rows[rows[roll]].id if roll in rows else ""


def _shares(order: Sequence[str], rolls: Mapping[int, Fraction], net: int, result) -> dict[str, Fraction]:  # type: ignore[no-untyped-def]
    """Result -> probability under the net modifier; "" where the table has no row."""
    shares = dict.fromkeys(order, Fraction(0))
    for roll, chance in rolls.items():
        name = result(roll + net)
        shares[name] = shares.get(name, Fraction(0)) + chance
    return shares


def _column(table: ResultsTable, index: int, shares: Shares, codes: Mapping[str, ResultCode]) -> ColumnOdds:
    losses = favour = None
    if all(code.losses is not None for code in codes.values()):
        losses = _losses(shares, codes)
    if all(code.favours is not None for code in codes.values()):
        served = {
            side: sum((shares[c] for c in codes if codes[c].favours == side), Fraction(0))
            for side in ("attacker", "defender")
        }
        favour = served["attacker"], served["defender"]
    return ColumnOdds(table.columns[index], shares, losses, favour)


def _losses(shares: Shares, codes: Mapping[str, ResultCode]) -> MeanLosses:
    number, everything = [Fraction(0), Fraction(0)], [Fraction(0), Fraction(0)]
    for name, code in codes.items():
        for side, loss in enumerate(code.losses or ()):
            if loss == "all":
                everything[side] += shares[name]
            else:
                number[side] += shares[name] * int(loss)
    return MeanLosses(number[0], number[1], everything[0], everything[1])


def _effects(table: EventsTable, shares: Mapping[int, Shares]) -> dict[str, dict[int, Fraction]]:
    """Effects with a whole number in every row -> expected value by net modifier."""
    names = [
        name for name in table.rows[0].effects
        if all(type(row.effects.get(name)) is int for row in table.rows)
    ]  # fmt: skip
    return {
        name: {
            net: sum((odds[row.id] * row.effect(name) for row in table.rows), Fraction(0))
            for net, odds in shares.items()
        }
        for name in names
    }


def _from(columns: Sequence[ColumnOdds], pays: Sequence[bool | None]) -> str | None:
    """The first column from which on all pay."""
    first = None
    for column, good in zip(columns, pays, strict=True):
        if not good:
            first = None
        elif first is None:
            first = column.column
    return first


def roll_odds(dice: Dice) -> dict[int, Fraction]:
    """The distribution of the sum of `dice`: roll -> probability, ascending."""
    ways = {0: 1}
    for _ in range(dice.count):
        following: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, dice.sides + 1):
                following[total + face] = following.get(total + face, 0) + count
        ways = following
    everything = dice.sides**dice.count
    return {total: Fraction(ways[total], everything) for total in sorted(ways)}


def net_modifiers(table: RolledTable, game: Game) -> tuple[int, ...]:
    """Every sum of modifiers that can apply together, ascending, with 0; those of two sides or two spaces never do."""
    totals = {0}
    for case in _meeting(table):
        sums = {0}
        for modifier in case:
            sums = {total + amount for total in sums for amount in amounts(modifier, game)}
            if len(sums) > 10 * MOST_NETS:
                sums = set(sorted(sums, key=abs)[: 10 * MOST_NETS])
        totals |= sums
    return tuple(sorted(sorted(totals, key=lambda n: (abs(n), n))[:MOST_NETS]))


def amounts(modifier: DieModifier, game: Game) -> tuple[int, ...]:
    """The values that `modifier` can add to a roll, ascending; 0 is always one of them."""
    if modifier.track is not None:
        values = track_values(game, modifier.track)[:MOST_NETS]
        return tuple(sorted({0, *(modifier.add * value for value in values)}))
    low, high = modifier_span(modifier, game)
    step = abs(modifier.add) or 1
    return tuple(range(low, high + 1, step))


def _meeting(table: RolledTable) -> Iterator[list[DieModifier]]:
    """The modifiers that can apply together, for each side and each space that they name."""
    sides = sorted({m.side for m in table.modifiers if m.side}) or [None]
    for side in sides:
        ours = [m for m in table.modifiers if m.side in (None, side)]
        for space in [None, *sorted({space for m in ours for space in m.spaces})]:
            yield [m for m in ours if not m.spaces or space in m.spaces]
