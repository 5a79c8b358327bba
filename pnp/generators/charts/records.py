"""The turn record: what each turn brings, and on charts room to write in for each thing that is tracked.

In one band, a column for each turn, where that fits; else what turns bring is a list, each row as high as it needs, and
a strip is written on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from pnp.draw.colour import mix
from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import rule_index
from pnp.generators.charts.composer import Block
from pnp.generators.counters.colours import band_colour
from pnp.generators.scenarios.lists import LaidStack, arrival_stacks, row_mm, stack_row
from pnp.generators.tables.look import INK, ruled
from pnp.generators.tables.parts import NOTE, titled, turn_names
from pnp.generators.tables.tables import marked
from pnp.generators.typeset.block import Drawing, below_one_another, centred_baseline, levelled, text_block
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.model.game import Game, standard_scenario
from pnp.model.map import Track
from pnp.model.scenario import Scenario
from pnp.model.tables import ListTable, RecordColumn

_THIN, _APART = Stroke("#8d867b", 0.4), Stroke("#ffffff", 2.0)
_TOLD = TextStyle(CONDENSED, 8.6, 10.0, INK, raised=False)
NUMERAL_TYPE = ("sans-bold", 15.0)
NUMERAL_MM, ROW_MM, ROW_AIR_MM, WRITTEN_AIR_MM = 6.4, 6.4, 2.0, 1.2
"""The height of numerals and of a row to write in, how much higher rows are on a page with room, and one to write in at
the most.
"""
PAD_MM, GAP_MM, COLUMNS_MM, BAR_MM = 0.9, 2.0, 6.0, 1.6
"""The white around what stands in a box, between two strips, and between two columns of a list; the bar of a side."""
LABEL_MM, LEAST_MM, LEAST_ROWS = 20.0, 9.0, 4
"""The least width of what rows are called, and that of a turn inside; the fewest rows of a list in two columns."""
BAND_MM, WHOLE_MM, HALF_MM = 190.0, 136.0, 68.0
"""The width in which a band has to fit; the least widths of a strip or of two columns of a list, and of one."""
CHITS_MM, CHIT_MM, LARGE_MM = (11.2, 10.0, 9.6), 11.2, 40.0
"""Sizes of counters in a band, and in a list; they are as large as they are cut where a band is so high at the most."""
PALER = 0.45
"""The share of a turn's tint in the ground of words."""
Arriving = Sequence[Sequence[LaidStack]]
"""What arrives turn by turn."""


def turn_blocks(game: Game, only: str | None = None) -> list[Block]:
    """The turn record: one band, or a list and a strip to write in.

    only  nothing to write in, and arrivals of this side alone; "" = of all
    """
    record = _Record(game, only)
    least, told = record.least_mm(CHITS_MM[-1]), bool(record.sides or record.calendar)
    strip = [Block(record.strip, "records", min(WHOLE_MM, max(HALF_MM, record.least_mm())))] if record.written else []
    sparse = not strip and sum(map(bool, record.all)) <= len(record.all) / 2
    if record.calendar is None and least <= BAND_MM and not sparse:
        return [Block(record.band, "records" if strip else "turn", max(HALF_MM, least))] if told or strip else []
    return [*([Block(record.listed, "turn", HALF_MM)] if told else []), *strip]


def _scenario(game: Game) -> Scenario:
    return standard_scenario(game) or next(iter(game.scenarios.values()))


def record_heads(game: Game) -> list[str]:
    """What the turn record has rows for, as markup: what the game declares.

    A game that declares nothing records the markers on its tracks; without such tracks losses, and points where they
    decide.
    """
    scenario, words = _scenario(game), game.words
    if game.charts.record is not None:
        return [_head(game, scenario, column) for column in game.charts.record.columns]
    if markers := [head for track in game.tracks if track.kind == "value" for head in _marker_heads(game, track)]:
        return markers
    counted = scenario.victory_points or scenario.victory or scenario.levels
    return [words.text("Lost"), *([_with_goal(game, scenario, words.text("Points"))] if counted else [])]


def _head(game: Game, scenario: Scenario, column: RecordColumn) -> str:
    head = _with_goal(game, scenario, column.head) if column.points else column.head
    track = next((track for track in game.tracks if track.id == column.track), None)
    return _with_range(head, track) if track else head


def _with_goal(game: Game, scenario: Scenario, head: str) -> str:
    """`head` with the points that win the scenario, where points decide it."""
    goal = scenario.victory_points
    return game.words.text("{head} (win: {points})", head=head, points=goal) if goal else head


def _marker_heads(game: Game, track: Track) -> list[str]:
    """A head for each marker on a track of values, with the range of the track."""
    names = {str(c.id): c.name for c in game.all_counters()}
    heads: list[str] = []
    for counter in (c for c in game.all_counters() if c.id in (track.markers or (track.id,))):
        owners = counter.group.belongs_to
        owner = names.get(owners[min(counter.index, len(owners) - 1)], "") if owners else ""
        heads.append(_with_range(owner or counter.name, track))
    return heads


def _with_range(head: str, track: Track) -> str:
    """`head` with the lowest and the highest value of the track below it."""
    shown = {s.value: s.numeral or str(s.value) for s in reversed(track.spaces) if s.value is not None}
    return f"{head}*\n\n*{shown[min(shown)]} … {shown[max(shown)]}" if shown else head


def _arriving(game: Game, only: str) -> list[tuple[str, str, Arriving]]:
    """Each side whose units arrive, what it is called, not `only` one, with the place where all come in, and its stacks
    turn by turn.
    """
    scenario, sides = _scenario(game), [side for side in game.info.sides if only in ("", side.id)]
    arriving = list[tuple[str, str, Arriving]]()
    for side in sides:
        by_turn = arrival_stacks(game, scenario, only=side.id)
        places = {stack.name for stacks in by_turn.values() for stack in stacks}
        coming = [by_turn.get(number, ()) for number in range(1, scenario.turns + 1)]
        if len(places) == 1:
            coming = [[replace(stack, name="") for stack in stacks] for stacks in coming]
        called = [*([] if only else [f"**{side.name}**"]), *(places if len(places) == 1 else [])]
        arriving += [(str(side.id), "\n\n".join(called), coming)] if by_turn else []
    return arriving


class _Row(NamedTuple):
    """A row of a band: its name, what is in it turn by turn, of which side; nothing to be written in."""

    label: str
    cells: Sequence[Drawing] = ()
    side: str = ""


class _Record:
    """The turns of a game, what arrives in them, and what is written of them."""

    def __init__(self, game: Game, only: str | None) -> None:
        self.game, self.calendar, scenario = game, calendar_of(game), _scenario(game)
        self.turns, self.sides = _turns_told(game, scenario), _arriving(game, only or "")
        held = {note: [n for n, turn in enumerate(self.turns) if note in turn.notes]
                for turn in self.turns for note in turn.notes}  # fmt: skip
        self.lasting = {note: turns for note, turns in held.items() if turns[1:]}
        self.turns = [turn._replace(notes=tuple(note for note in turn.notes if note not in self.lasting))
                      for turn in self.turns]  # fmt: skip
        self.written = [_Row(f"*{head}*") for head in record_heads(game)] if only is None else []
        stacks = arrival_stacks(game, scenario, only=only or "")
        self.all = [stacks.get(number, ()) for number in range(1, len(self.turns) + 1)]
        labels = [*filter(None, (label for _, label, _ in self.sides)), *(row.label for row in self.written)]
        words = [width_mm(word, NOTE.faces.bold, NOTE.size_pt) for label in labels for word in re.split(r"\W", label)]
        self.label_mm = max(LABEL_MM, max(words) + BAR_MM + 2 * PAD_MM + 0.2) if labels else 0.0

    def least_mm(self, chit_mm: float = 0.0) -> float:
        """The width of a band with counters of that size, or without any."""
        arriving = (row_mm(stacks, chit_mm) for *_, coming in self.sides if chit_mm for stacks in coming)
        return self.label_mm + len(self.turns) * (max(self._named_mm(), *arriving, 0.0) + 2 * PAD_MM)

    def _named_mm(self) -> float:
        """The width of the longest half of a date, or word of what holds then."""
        dates = [part for turn in self.turns for part in _halved(turn.name, 0.0)]
        words = [word for turn in self.turns for note in turn.notes for word in note.split(" ")]
        return max(LEAST_MM, *map(_bold_mm, [*dates, *words]))

    def band(self, width: float, looseness: float) -> Drawing:
        """A column for each turn, a row for each side over those to write in; else the list and the strip."""
        air_mm, title = looseness * ROW_AIR_MM, self.game.words.text("Turn record" if self.written else "Arrivals")
        for chit_mm in (self.game.style.counters.size_mm, *CHITS_MM):
            inside = (width - self.label_mm) / len(self.turns) - 2 * PAD_MM
            rows = [_Row(label, [stack_row(self.game, stacks, inside, chit_mm) for stacks in coming], side)
                    for side, label, coming in self.sides]  # fmt: skip
            high = sum(max(cell.height_mm for cell in row.cells) for row in rows)
            if self.least_mm(chit_mm) <= width and (high <= LARGE_MM or chit_mm <= CHIT_MM):
                band = self._band(range(len(self.turns)), width, [*rows, *self.written], air_mm)
                return titled(self.game, title, below_one_another([band, *self._lasting_told(width)], PAD_MM))
        return below_one_another([self.listed(width, looseness), self.strip(width, looseness)], COLUMNS_MM)

    def strip(self, width: float, looseness: float) -> Drawing:
        """Turns side by side to write in, as many in each of several strips."""
        most = max(1, int((width - self.label_mm) / (self._named_mm() + 2 * PAD_MM)))
        played = sum(bool(turn.numeral) for turn in self.turns)
        across = -(-played // -(-played // most))
        runs = (range(first, min(first + across, played)) for first in range(0, played, across))
        parts = [self._band(turns, width, self.written, looseness * ROW_AIR_MM, across) for turns in runs]
        told = [] if self.sides or self.calendar else self._lasting_told(width)
        return titled(self.game, self.game.words.text("Turn record"), below_one_another([*parts, *told], GAP_MM))

    def listed(self, width: float, looseness: float) -> Drawing:
        """A row for each turn of which something is told, in two columns where they have room, that end level."""
        shown = [n for n, turn in enumerate(self.turns) if turn.told or turn.notes or self.all[n]]
        columns = 2 if width >= WHOLE_MM and len(shown) >= LEAST_ROWS else 1
        wide = (width + COLUMNS_MM) / columns - COLUMNS_MM
        named_mm = NUMERAL_MM + max(_bold_mm(turn.name) for turn in self.turns) + 4 * PAD_MM
        rows = [(self.turns[n], self._row(n, wide - named_mm - 2 * PAD_MM)) for n in shown]
        heights = [max(NUMERAL_MM, cell.height_mm) + 2 * PAD_MM + looseness * ROW_AIR_MM for _, cell in rows]
        parts = [range(len(rows))[part] for part in levelled(heights, columns)]
        high, nodes = max(sum(heights[n] for n in part) for part in parts), list[Node]()
        base, first = centred_baseline(*NUMERAL_TYPE, PAD_MM + NUMERAL_MM / 2), PAD_MM + NUMERAL_MM / 2
        for column, part in enumerate(parts):
            x, y, more = column * (wide + COLUMNS_MM), 0.0, (high - sum(heights[n] for n in part)) / len(part)
            for n in part:
                (turn, cell), tall = rows[n], heights[n] + more
                date = text_block(f"**{turn.name}**", _TOLD, named_mm)
                top = y + (tall - max(NUMERAL_MM, cell.height_mm)) / 2 - PAD_MM
                for left, broad, share in ((x, named_mm, 1.0), (x + named_mm, wide - named_mm, PALER)):
                    ground = _ground(self.game, turn.tint, share)
                    nodes.append(Path(rect(left, y, broad, tall - 0.5), fill=ground))
                nodes.append(Text(x + PAD_MM, top + base, turn.numeral, *NUMERAL_TYPE, INK))
                nodes.append(date.at(x + NUMERAL_MM + 3 * PAD_MM, top + first - date.height_mm / 2))
                told = top + PAD_MM + max(0.0, (NUMERAL_MM - cell.height_mm) / 2)
                nodes.append(cell.at(x + named_mm + 2 * PAD_MM, told))
                y += tall
        title = self.calendar.title if self.calendar else self.game.words.text("Arrivals")
        drawing = below_one_another([Drawing(tuple(nodes), width, high), *self._lasting_told(width)], PAD_MM)
        return titled(self.game, title, marked(self.calendar, drawing) if self.calendar else drawing)

    def _row(self, n: int, room: float) -> Drawing:
        """What is told of a turn over what arrives in it."""
        turn = self.turns[n]
        told = text_block(turn.told or "\n\n".join(turn.notes), _TOLD, room)
        parts = told, stack_row(self.game, self.all[n], room, CHIT_MM)
        return below_one_another([part for part in parts if part.height_mm], PAD_MM)

    def _lasting_told(self, width: float) -> list[Drawing]:
        """What holds in several turns, which is said once, with these."""
        words, told = self.game.words, list[str]()
        for note, held in self.lasting.items():
            numerals = [self.turns[n].numeral for n in held]
            run = words.text("turns {first} to {last}", first=numerals[0], last=numerals[-1])
            told.append(f"**{note}:** {run if held[-1] - held[0] < len(held) else words.listed(numerals)}{words.stop}")
        return [text_block(" ".join(told), NOTE.with_(colour=INK), width)] if told else []

    def _band(self, turns: range, width: float, rows: Sequence[_Row], air_mm: float, across: int = 0) -> Drawing:
        """Numerals and names, with what holds then alone, over what arrives, over boxes to write in."""
        shown, wide = [self.turns[n] for n in turns], (width - self.label_mm) / (across or len(turns))
        inside = wide - 2 * PAD_MM
        told = [(*(f"**{part}**" for part in _halved(turn.name, inside)), *turn.notes) for turn in shown]
        heads = [text_block("\n\n".join(lines), _TOLD, inside, gap_pt=0.0) for lines in told]
        edges = [self.label_mm + n * wide for n in range(len(turns) + 1)]
        y = NUMERAL_MM + max(head.height_mm for head in heads) + 2 * PAD_MM
        base, nodes = centred_baseline(*NUMERAL_TYPE, PAD_MM + NUMERAL_MM / 2), [ruled(0.0, edges[-1])]
        for turn, name, x in zip(shown, heads, edges, strict=False):
            nodes.append(Path(rect(x, 0.0, wide, y), fill=_ground(self.game, turn.tint, 1.0)))
            nodes.append(Text(x + PAD_MM, base, turn.numeral, *NUMERAL_TYPE, INK))
            nodes.append(name.at(x + PAD_MM, PAD_MM + NUMERAL_MM))
        for label, cells, side in rows:
            named = text_block(label, NOTE.with_(colour=INK), self.label_mm - BAR_MM - 2 * PAD_MM, gap_pt=0.0)
            least = max((cell.height_mm + air_mm for cell in cells), default=ROW_MM + min(air_mm, WRITTEN_AIR_MM))
            high = max(least, named.height_mm if self.label_mm else 0.0) + 2 * PAD_MM
            nodes += [line(0.0, y, edges[-1], y, _APART)] if y else []
            if self.label_mm:
                style, ground = self.game.style.sides.get(side), self.game.style.colour("zebra")
                nodes.append(Path(rect(0.0, y, self.label_mm, high), fill=ground))
                nodes += [Path(rect(0.0, y, BAR_MM, high), fill=band_colour(style))] if style else []
                nodes.append(named.at(BAR_MM + PAD_MM, y + (high - named.height_mm) / 2))
            for turn, cell, x in zip_longest(shown, cells, edges[:-1]):
                nodes.append(Path(rect(x, y, wide, high), fill=_ground(self.game, turn.tint, PALER)))
                box = rect(x + PAD_MM, y + PAD_MM, inside, high - 2 * PAD_MM, PAD_MM)
                nodes.append(cell.at(x + PAD_MM, y + PAD_MM + air_mm / 2) if cell else Path(box, "#ffffff", _THIN))
            y += high
        nodes += [line(x, 0.0, x, y, _APART) for x in edges[:-1]]
        return Drawing((*nodes, ruled(y, edges[-1])), width, y)


def _bold_mm(text: str) -> float:
    return width_mm(text, _TOLD.faces.bold, _TOLD.size_pt)


def _halved(name: str, room: float) -> list[str]:
    """A date in one line, or where it is wider than the room in the two that are most even."""
    ways = [(name[: at.end()], name[at.end() :]) for at in re.finditer(r"[\s–]", name)]
    parts = (name,) if _bold_mm(name) <= room or not ways else min(ways, key=lambda way: max(map(_bold_mm, way)))
    return [part.strip().replace(" ", "\u00a0") for part in parts]


class _Turn(NamedTuple):
    """Numeral and name of a turn, the tint of its track, what the calendar tells of it, and else the track."""

    numeral: str
    name: str
    tint: str = ""
    told: tuple[Span, ...] = ()
    notes: tuple[str, ...] = ()


def _ground(game: Game, tint: str, share: float) -> str:
    """The ground of a turn, with so much of the tint of its track, or of grey where it has none."""
    tinted = tint in game.style.palette and game.style.ink != "low"
    return mix("#ffffff", game.style.palette[tint] if tinted else game.style.colour("zebra"), share)


def calendar_of(game: Game) -> ListTable | None:
    """The list that has a row for each turn, and stands in the turn record."""
    declared = game.charts.record and game.charts.record.calendar
    return next((t for t in game.charts.tables if isinstance(t, ListTable) and t.id == declared), None)


def _turns_told(game: Game, scenario: Scenario) -> list[_Turn]:
    """Every turn; after them what else the calendar has, such as the day on which the game is over."""
    track = next((t for t in game.tracks if t.kind == "turn"), None)
    spaces = [(space.note, str(space.tint or "")) for space in track.spaces][: scenario.turns] if track else []
    calendar, index = calendar_of(game), rule_index(game)
    rows = calendar.rows if calendar else ()
    said = [index.cited(row.text, row.rule or "") for row in rows]
    turns = []
    for (numeral, name), space, text in zip_longest(turn_names(game, scenario.turns), spaces, said[: scenario.turns]):
        note, tint = space or ("", "")
        first, *_ = re.split(r"\W", note)
        known = text and "".join(span.text for span in text).casefold().startswith(first.casefold())
        noted = [Span(f"{note}. ", bold=True)] if note and not known else []
        whole = re.sub(r"(?<=\d) (?=\w\b)", "\u00a0", note)  # a figure and its unit stay together
        notes = () if text or not note else tuple(whole.split(" · "))
        turns.append(_Turn(numeral, name, tint, (*noted, *text) if text else (), notes))
    after = [_Turn("", row.key, told=text) for row, text in zip(rows, said, strict=True)]
    return [*turns, *after[scenario.turns :]]
