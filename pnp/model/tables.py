"""`charts.yaml`: tables, and the classes that look results up. Charts, module and referee read the same object.

Kinds: a `results` table has a column per odds or difference and a code in each cell; an `events` table has one row
per die result and named effects; a `shifts` table moves the column of another by the ratio of two strengths; a
`list` has rows of named effects without a die; a `flow` is a decision procedure, drawn as a flow chart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, Field

from pnp.errors import TableLookupError
from pnp.model.base import Address, Bool, Id, Int, Message, SourceModel


def _die_text(value: int | str) -> str:
    text = str(value)
    if not re.fullmatch(r"-?[0-9]{1,3}([+-]|-[0-9]{1,3})?", text):
        raise ValueError("expected a die result such as 3, 2-4, 6+ or 1-")
    return text


DieRange = Annotated[Int | str, AfterValidator(_die_text)]
"""A die result, a range or an open end: 3 · 2-4 · 6+ · 1- (one or less). Kept as text."""


def die_span(text: str) -> tuple[int | None, int | None]:
    """First and last roll of a die range; None = open."""
    if text.endswith("+"):
        return int(text[:-1]), None
    if text.endswith("-"):
        return None, int(text[:-1])
    first, _, last = text.lstrip("-").partition("-")
    sign = -1 if text.startswith("-") else 1
    return sign * int(first), int(last) if last else sign * int(first)


def in_span(text: str, roll: int) -> bool:
    """Whether `roll` falls in the die range `text`."""
    first, last = die_span(text)
    return (first is None or roll >= first) and (last is None or roll <= last)


class Dice(SourceModel):
    """The dice that enter a table."""

    count: Int = Field(default=1, ge=1, le=10, description="how many")
    sides: Int = Field(default=6, ge=2, le=100, description="sides of each")


class DieModifier(SourceModel):
    """A die-roll modifier (DRM)."""

    id: Id
    add: Int = Field(description="what it adds to the roll")
    spaces: tuple[Id, ...] = Field(default=(), description="applies in these spaces")
    side: Id | None = Field(default=None, description="applies when this side attacks; none = any")
    condition: Id | None = Field(default=None, description="circumstance that the referee looks for; none = always")
    most: Int = Field(default=1, ge=1, le=20, description="how often it can be added")
    track: Id | None = Field(default=None, description="adds the marker's value on this track, times `add`")
    text: Message
    rule: Address


Loss = Annotated[Int, Field(ge=0, le=99)] | Literal["all"]
"""How many units or steps are lost; all = every unit in the fight."""


class ResultCode(SourceModel):
    """A result code and what it means; worst for the attacker first."""

    id: str = Field(min_length=1, max_length=12)
    name: Message
    text: Message
    favours: Literal["attacker", "defender", "neither"] | None = Field(
        default=None, description="whom it serves; for the analysis"
    )
    losses: tuple[Loss, Loss] | None = Field(default=None, description="units or steps that attacker and defender lose")
    does: tuple[str, ...] = Field(
        default=(), max_length=6,
        description="what it does, in sentences as in procedures.yaml, where no procedure of combat says it: "
                    "`retreat defenders 1`, `eliminate-strongest attackers 1`; the module proposes it",
    )
    rule: Address | None = Field(
        default=None, description="its case, where it isn't that of the table: the log names it with the result"
    )


class ResultRow(SourceModel):
    """A row of a results table: one die result, one code per column.

    bracketed  codes printed in brackets beside the others, "" where a cell has none; empty = no cell has one
    """

    die: DieRange = Field(description="a roll, a range or an open end: 3, 2-4, 6+, 1-")
    results: tuple[str, ...] = Field(description="a code for each column")
    bracketed: tuple[str, ...] = Field(
        default=(), description="codes printed in brackets beside the others, empty text where a cell has none"
    )

    def cells(self) -> Iterator[tuple[str, int, str]]:
        """(field, column, code) of every code that is printed, those in brackets last."""
        yield from (("results", index, code) for index, code in enumerate(self.results))
        yield from (("bracketed", index, code) for index, code in enumerate(self.bracketed) if code)

    def code(self, column: int, *, bracketed: bool = False) -> str:
        """The code in a column; with `bracketed`, the one in brackets if there is one."""
        inner = self.bracketed[column] if bracketed and column < len(self.bracketed) else ""
        return inner or self.results[column]


class TableNote(SourceModel):
    """A footnote."""

    mark: str = Field(default="*", description="sign in front of it")
    text: Message


class ResultsTable(SourceModel):
    """A Combat Results Table (CRT) as printed.

    columns   odds labels, worst for the attacker first, e.g. ("1:1", "2:1"); shape (C,)
    rows      die results in printed order, results[row][column]; shape (R, C)
    """

    kind: Literal["results"]
    id: Id
    title: Message
    rule: Address
    dice: Dice = Dice()
    columns: tuple[str, ...] = Field(description="labels of the columns, worst for the attacker first")
    column_kind: Literal["odds", "difference", "value"] = "odds"
    column_name: Message = Field(default="", description="what the columns are, where they are values: game-turn")
    open_end: Bool = Field(default=False, description="the last column also serves all that is higher")
    open_start: Bool = Field(default=False, description="the first column also serves all that is lower")
    shifts: Id | None = Field(default=None, description="`shifts` table that moves the column")
    below_first: str | None = Field(default=None, description="code that applies at once below the first column")
    bracket_note: Message = Field(default="", description="when the results in brackets are used")
    modifiers: tuple[DieModifier, ...] = ()
    codes: tuple[ResultCode, ...]
    rows: tuple[ResultRow, ...]
    notes: tuple[TableNote, ...] = ()

    @property
    def ranked(self) -> bool:
        """Whether the codes are ordered from worst to best: in all but tables of values whose codes favour nobody."""
        return self.column_kind != "value" or any(code.favours for code in self.codes)

    @property
    def readings(self) -> tuple[bool, ...]:
        """Values of `bracketed` with which the table can be read: False, and True if it has results in brackets."""
        return (False, True) if any(code for row in self.rows for code in row.bracketed) else (False,)

    def column_index(self, column: str) -> int:
        """Index of `column`. Raises TableLookupError."""
        if column not in self.columns:
            raise TableLookupError(f"no column {column!r} in {self.title}; columns: {', '.join(self.columns)}")
        return self.columns.index(column)

    def row_for(self, roll: int) -> ResultRow:
        """The row for the modified `roll`. Raises TableLookupError."""
        return _row_for(self.rows, roll, self.title)

    def result(self, column: str, die: int, *, column_shift: int = 0, bracketed: bool = False) -> str:
        """Result code for `die`, the roll after any DRM.

        column_shift  columns to the right (+, better for the attacker) or to the left (-);
                      past either end the last column is used
        bracketed     use the result in brackets where the cell has one
        Raises TableLookupError when `column` or `die` isn't on the table.
        """
        index = min(max(self.column_index(column) + column_shift, 0), len(self.columns) - 1)
        return self.row_for(die).code(index, bracketed=bracketed)

    def odds_column(self, attacker: int, defender: int) -> str | None:
        """Column for two strengths, rounded down in the defender's favour; None below a first column that isn't open.

        Raises TableLookupError when the table isn't entered with odds or `defender` is not positive.
        """
        if self.column_kind != "odds" or defender <= 0:
            raise TableLookupError(f"{self.title}: no odds for {attacker} against {defender}")
        best = self.columns[0] if self.open_start else None
        for column in self.columns:
            left, right = (int(part) for part in re.split(r"[:-]", column))
            if attacker * right >= defender * left:
                best = column
        return best

    def difference_column(self, difference: int) -> str:
        """Column for a difference of strengths; an open end also serves what lies beyond it.

        Raises TableLookupError when the table isn't entered with a difference, or has no column for it.
        """
        if self.column_kind != "difference":
            raise TableLookupError(f"{self.title}: no differences")
        values = [int(column) for column in self.columns]
        if self.open_start:
            difference = max(difference, values[0])
        if self.open_end:
            difference = min(difference, values[-1])
        if difference not in values:
            raise TableLookupError(f"no column for a difference of {difference} in {self.title}")
        return self.columns[values.index(difference)]


class EventRow(SourceModel):
    """A row of an events table."""

    die: DieRange = Field(description="a roll, a range or an open end: 3, 2-4, 6+, 1-")
    id: Id
    name: Message
    text: Message = Field(default="", description="what happens, where the name doesn't say all")
    rule: Address | None = Field(default=None, description="where the event is explained in full")
    after_text: Message = Field(default="", description="what follows after the fight")
    effects: dict[Id, Bool | Int | str] = Field(default_factory=dict, description="what the referee reads: {draw: 2}")
    after_effects: dict[Id, Bool | Int | str] = Field(default_factory=dict, description="the same, after the fight")

    def effect(self, name: str, default: int = 0) -> int:
        """The number behind effect `name`."""
        return int(self.effects.get(name, default))

    def after_effect(self, name: str) -> int | None:
        """The number behind the later effect `name`, None when the row has none."""
        value = self.after_effects.get(name)
        return None if value is None else int(value)


Rolled = TypeVar("Rolled", ResultRow, EventRow)
"""A row that a roll of dice finds."""


def _row_for(rows: Iterable[Rolled], roll: int, title: str) -> Rolled:
    """The row for the modified `roll` of the table called `title`. Raises TableLookupError."""
    for row in rows:
        if in_span(row.die, roll):
            return row
    raise TableLookupError(f"no row for die {roll} in {title}")


class EventsTable(SourceModel):
    """A table with one row per die result and named effects."""

    kind: Literal["events"]
    id: Id
    title: Message
    rule: Address
    dice: Dice = Dice()
    heads: dict[Id, Message] = Field(default_factory=dict, description="column heads: die, name, text, after")
    modifiers: tuple[DieModifier, ...] = ()
    rows: tuple[EventRow, ...]
    notes: tuple[TableNote, ...] = ()

    def row_for(self, roll: int) -> EventRow:
        """The row for the modified `roll`. Raises TableLookupError."""
        return _row_for(self.rows, roll, self.title)


_RATIO = re.compile(r"([0-9]{1,4})(?:\.([0-9]))?:([0-9]{1,4})")


def ratio_of(label: str) -> tuple[int, int]:
    """A printed ratio as whole numbers: "3:1" is (3, 1), "1.5:1" is (15, 10). Raises ValueError."""
    match = _RATIO.fullmatch(label)
    if not match:
        raise ValueError(f"expected a ratio such as 2:1 or 1.5:1, got {label[:40]!r}")
    left, tenths, right = match[1], match[2], int(match[3])
    return (int(left) * 10 + int(tenths), right * 10) if tenths else (int(left), right)


def _ratio_text(value: str) -> str:
    ratio_of(value)
    return value


class ShiftsTable(SourceModel):
    """Column shifts by the ratio of two strengths, rounded down in the defender's favour.

    columns   ratios, worst for the attacker first, e.g. ("1:2", "1:1", "1.5:1"); shape (C,)
    shifts    columns to the right (+) or left (-) for each; shape (C,)
    """

    kind: Literal["shifts"]
    id: Id
    title: Message
    rule: Address
    columns: tuple[Annotated[str, AfterValidator(_ratio_text)], ...] = Field(
        min_length=1, description="ratios, worst for the attacker first: 1:1, 1.5:1"
    )
    shifts: tuple[Int, ...] = Field(description="columns to the right (+) or left (-) for each ratio")
    open_start: Bool = Field(default=False, description="the first column also serves all that is lower")
    open_end: Bool = Field(default=False, description="the last column also serves all that is higher")
    notes: tuple[TableNote, ...] = ()

    def column_for(self, attacker: int, defender: int) -> str:
        """Column for two strengths, rounded down; the last column against a defender without strength.

        Raises TableLookupError when the ratio lies below a first column that isn't open.
        """
        best = self.columns[0] if self.open_start else None
        for column in self.columns:
            left, right = ratio_of(column)
            if attacker * right >= max(defender, 0) * left:
                best = column
        if best is None:
            raise TableLookupError(f"no column for {attacker}:{defender} in {self.title}")
        return best

    def shift(self, attacker: int, defender: int) -> int:
        """Columns to shift for two strengths, to the right positive. Raises TableLookupError."""
        return self.shifts[self.columns.index(self.column_for(attacker, defender))]


class ListRow(SourceModel):
    """A row of a list: a key such as a cost or a level, a text, and what the referee reads."""

    id: Id
    key: Message = Field(default="", description="first column: a cost, a level")
    name: Message = ""
    text: Message
    rule: Address | None = None
    effects: dict[Id, Bool | Int | str] = Field(default_factory=dict, description="what the referee reads: {cost: 2}")

    def effect(self, name: str, default: int = 0) -> int:
        """The number behind effect `name`."""
        return int(self.effects.get(name, default))


class ListTable(SourceModel):
    """Rows of named effects that are chosen, not rolled: what points buy, questions at the end of a turn."""

    kind: Literal["list"]
    id: Id
    title: Message
    rule: Address
    heads: dict[Id, Message] = Field(default_factory=dict, description="column heads: key, name, text")
    rows: tuple[ListRow, ...]
    notes: tuple[TableNote, ...] = ()

    def row(self, name: str) -> ListRow:
        """The row with id `name`. Raises TableLookupError."""
        for row in self.rows:
            if row.id == name:
                return row
        raise TableLookupError(f"no row {name!r} in {self.title}")


class FlowStep(SourceModel):
    """A box of a flow chart: a question with two exits, or an action with one or none."""

    id: Id
    kind: Literal["question", "action", "end"]
    text: Message
    rule: Address
    yes: Id | None = Field(default=None, description="a question: step that follows yes")
    no: Id | None = Field(default=None, description="a question: step that follows no")
    next: Id | None = Field(default=None, description="an action: step that follows")
    effects: dict[Id, Bool | Int | str] = Field(
        default_factory=dict, description="what the referee reads: a unit, a space …"
    )


class FlowTable(SourceModel):
    """A decision procedure that begins at its first step. The referee logs the ids of the steps that it passes."""

    kind: Literal["flow"]
    id: Id
    title: Message
    rule: Address
    text: Message = Field(default="", description="when and for whom the procedure is run")
    steps: tuple[FlowStep, ...] = Field(min_length=1)
    notes: tuple[TableNote, ...] = ()

    def step(self, name: str) -> FlowStep:
        """The step with id `name`. Raises TableLookupError."""
        for step in self.steps:
            if step.id == name:
                return step
        raise TableLookupError(f"no step {name!r} in {self.title}")


AnyTable = ResultsTable | EventsTable | ShiftsTable | ListTable | FlowTable
Table = Annotated[AnyTable, Field(discriminator="kind")]


class RecordColumn(SourceModel):
    """A column of the turn record."""

    id: Id
    head: Message = Field(description="what players note there, in a word or two: Reinforcements")
    track: Id | None = Field(
        default=None, description="the track whose values they note; its range stands below the head"
    )
    points: Bool = Field(default=False, description="they note the score; the points that win stand behind the head")


class RecordSheet(SourceModel):
    """The turn record of the charts: a row for each turn, what it brings, these columns to write in, then notes."""

    columns: tuple[RecordColumn, ...] = Field(max_length=8)
    calendar: Id | None = Field(
        default=None, description="the list with a row for each turn; what it tells stands in the record"
    )


class ChartTopic(SourceModel):
    """What players do with some tables, in a word or two that title a page of the charts: Combat."""

    id: Id
    title: Message
    tables: tuple[Id, ...] = Field(min_length=1, description="ids of the tables that serve it")


class ChartsSource(SourceModel):
    """The file `charts.yaml`."""

    tables: tuple[Table, ...]
    topics: tuple[ChartTopic, ...] = Field(
        default=(),
        description="tasks that tables serve, which title the pages; combat, turn, victory … join the engine's own",
    )
    record: RecordSheet | None = Field(
        default=None,
        description="columns of the turn record; without it the markers of the game's tracks, or losses and points",
    )
