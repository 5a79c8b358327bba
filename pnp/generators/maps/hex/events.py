"""Several tables of events in one panel of a hex map: a row for each roll, a column for each table.

The dice stand once, at the left; an event with several rolls spans their rows. The effects are explained in charts
and rules, so each name is followed by the letter or number of its case.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.book.index import RuleIndex
from pnp.generators.maps.ink import INK, MapInk, framed, label, paragraph, paragraph_height
from pnp.generators.tables.dice import die_face
from pnp.maps.lines import Rect
from pnp.model.addresses import split_address
from pnp.model.game import Game
from pnp.model.tables import EventRow, EventsTable, die_span
from pnp.model.words import capital

HEAD_PT = 9.5
HEAD_MM = 4.4
NAME_FONT, HEAD_FONT, CASE_FONT = "condensed-medium", "condensed-semibold", "condensed-regular"
GAP_MM, PAD_MM = 2.4, 0.9
MOST_ROLLS = 24
QUIET = ("nothing", "weather")
"""Verbs of declared effects that don't make an event of a row; weather that matters has a case of its own."""


def events_panel(game: Game, tables: Sequence[EventsTable], area: Sequence[float], ink: MapInk) -> Group:
    """A panel with `tables` side by side.

    Raises LayoutError when their dice differ, or have too many results to fit.
    """
    rolls = _rolls(tables)
    title, heads = shared_title([table.title for table in tables])
    nodes, inner = framed(area, ink, title, _cases(game, tables))
    x, y, width, height = inner
    row = (height - HEAD_MM) / len(rolls)
    face = min(4.2, 0.82 * row)
    left = face * 2.1 + 2.0
    room = (width - left - GAP_MM * (len(tables) - 1)) / len(tables)
    top = y + HEAD_MM
    for index, roll in enumerate(rolls):
        nodes += _roll(roll, tables[0].dice.count == 1, x, top + (index + 0.5) * row, face)
    size = _size(tables, room, row, ink)
    for number, (table, head) in enumerate(zip(tables, heads, strict=True)):
        at = x + left + number * (room + GAP_MM)
        nodes.append(label(head, at + PAD_MM, y + 2.9, HEAD_FONT, HEAD_PT, room - PAD_MM))
        nodes.append(line(at, top, at + room, top, Stroke(INK, 0.9)))
        for entry in table.rows:
            low, high = _span(entry, rolls)
            cell = (at, top + rolls.index(low) * row, room, (high - low + 1) * row)
            nodes += _cell(game, entry, cell, size, ink)
        nodes.append(line(at, y + height, at + room, y + height, Stroke(INK, 0.9)))
    return Group(tuple(nodes))


def shared_title(titles: Sequence[str]) -> tuple[str, list[str]]:
    """The common beginning of titles up to a comma or colon, and the rest of each; a single title stays whole."""
    first, last = min(titles), max(titles)  # what these two share, all share
    alike = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    common = first[:alike]
    cut = max(common.rfind(", "), common.rfind(": "))
    if len(titles) < 2 or cut < 1:
        return titles[0], list(titles)
    endings = [title[cut + 2 :] for title in titles]
    return common[:cut], [capital(text) for text in endings]


def _rolls(tables: Sequence[EventsTable]) -> list[int]:
    dice = {(table.dice.count, table.dice.sides) for table in tables}
    if len(dice) != 1:
        raise LayoutError(f"{tables[0].title}: tables of one panel must be rolled with the same dice")
    count, sides = dice.pop()
    if count * sides - count >= MOST_ROLLS:
        raise LayoutError(f"{tables[0].title}: too many rolls for one panel")
    return list(range(count, count * sides + 1))


def _span(entry: EventRow, rolls: Sequence[int]) -> tuple[int, int]:
    """First and last roll of a row, within the range of the dice."""
    low, high = die_span(entry.die)
    first = min(max(rolls[0], rolls[0] if low is None else low), rolls[-1])
    return first, max(first, min(rolls[-1], rolls[-1] if high is None else high))


def _roll(roll: int, single: bool, x: float, middle: float, face: float) -> list[Node]:
    """A die face and its number; a sum of several dice has no face."""
    size = 2.3 * face
    base = round(middle + 0.123 * size, 3)
    number = Text(round(x + face * 1.55, 3), base, str(roll), "condensed-bold", size, INK, anchor="middle")
    return [*(die_face(x + 0.2, middle - face / 2, face, roll) if single and roll <= 6 else ()), number]


def _size(tables: Sequence[EventsTable], room: float, row: float, ink: MapInk) -> float:
    """The largest type in which the lines of every name fit its rows."""
    for size in ink.sizes:
        if all(
            paragraph_height(entry.name, NAME_FONT, size, room - _case_mm(entry, size)) + 0.05 * size
            <= row * _rows(entry, _rolls(tables))
            for table in tables
            for entry in table.rows
        ):
            return size
    return ink.sizes[-1]


def _rows(entry: EventRow, rolls: Sequence[int]) -> int:
    low, high = _span(entry, rolls)
    return high - low + 1


def _case_mm(entry: EventRow, size: float) -> float:
    return 2 * PAD_MM + (width_mm(_case(entry), CASE_FONT, size) + 1.2 if entry.rule else 0.0)


def _case(entry: EventRow) -> str:
    """The last part of an event's address: the letter of "Event F"."""
    part = split_address(entry.rule or "")
    return part.label if part else entry.rule or ""


def _cell(game: Game, entry: EventRow, cell: Rect, size: float, ink: MapInk) -> list[Node]:
    x, y, width, height = cell
    nodes: list[Node] = []
    if entry.rule or _does(game, entry):
        nodes.append(Path(rect(x, y, width, height), fill=game.style.colour("zebra")))
    nodes.append(line(x, y, x + width, y, Stroke(mix(ink["panel"], INK, 0.45), 0.3)))
    colour = INK if entry.rule or _does(game, entry) else ink["quiet-text"]
    room = width - _case_mm(entry, size)
    top = y + (height - paragraph_height(entry.name, NAME_FONT, size, room)) / 2
    nodes += paragraph(entry.name, x + PAD_MM, top, NAME_FONT, size, room, colour=colour)
    if entry.rule:
        base = round(y + height / 2 + 0.123 * size, 3)
        nodes.append(Text(x + width - PAD_MM, base, _case(entry), CASE_FONT, size, ink["quiet-text"], anchor="end"))
    return nodes


def _does(game: Game, entry: EventRow) -> bool:
    """Whether a row has any effect, of its own or by what is declared."""
    events = game.procedures.events if game.procedures is not None else None
    written = events.effects.get(entry.id, ()) if events is not None else ()
    sentences = (written,) if isinstance(written, str) else written
    if any(not sentence.startswith(QUIET) for sentence in sentences):
        return True
    return any(value is not False for value in entry.effects.values())


def _cases(game: Game, tables: Sequence[EventsTable]) -> str:
    """Where the events are explained: the range of their cases in one part of the rules."""
    rules = sorted({entry.rule for table in tables for entry in table.rows if entry.rule})
    parts = [part for part in (split_address(rule) for rule in rules) if part]
    if not parts or len({part.title for part in parts}) > 1:
        return ""
    index = RuleIndex(game)
    shown = index.bare(rules[0])
    if parts[-1].label != parts[0].label:
        shown += f"\u2009–\u2009{parts[-1].label}"
    return game.words.text("see {rule}", rule=shown)
