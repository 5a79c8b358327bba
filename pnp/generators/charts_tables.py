"""Tables as drawings: the Combat Results Table with tinted results, and tables of events.

The same data object that the referee reads is drawn here, at any width: large for charts, small for the
rulebook. After `looks/target-chart`: no vertical rules, results centred, tints that darken towards the
attacker's good end.
"""

from __future__ import annotations

from dataclasses import dataclass

from pnp.draw.scene import Node, Path, Stroke, Text, line, polyline, rect
from pnp.draw.text import width_mm
from pnp.generators.charts_dice import row_head
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game
from pnp.model.tables import DieModifier, EventRow, EventsTable, ResultsTable
from pnp.symbols.badges import modifier as die_modifier
from pnp.units import MM_PER_PT

INK = "#1d1b18"
QUIET = "#55504a"

_CLASSES = ("result-worst", "result-bad", "result-neutral", "result-good", "result-best")
_SHARES: dict[int, tuple[int, ...]] = {1: (2,), 2: (0, 4), 3: (0, 2, 4), 4: (0, 2, 3, 4), 5: (0, 1, 2, 3, 4)}
"""Which of the five result classes a table with so many codes uses."""


@dataclass(frozen=True, slots=True)
class TableLook:
    """Sizes of a drawn table: mm for rows and faces, pt for type."""

    row_mm: float = 9.4
    face_mm: float = 6.2
    die_pt: float = 15.0
    head_pt: float = 12.5
    cell_pt: float = 12.5
    body_pt: float = 9.0
    leading_pt: float = 11.4
    small_pt: float = 9.0

    @property
    def die_column_mm(self) -> float:
        """Width of the column with the die."""
        return self.face_mm * 2.8

    def body(self) -> TextStyle:
        """The style of words in cells."""
        return TextStyle(SANS, self.body_pt, self.leading_pt, INK)

    def small(self) -> TextStyle:
        """The style of notes."""
        return TextStyle(SANS, self.small_pt, self.small_pt * 1.3, QUIET)


LARGE = TableLook()
SMALL = TableLook(6.0, 4.2, 9.5, 8.5, 8.5, 7.2, 8.8, 6.8)


def draw_table(game: Game, table: ResultsTable | EventsTable, width: float, look: TableLook = LARGE) -> Drawing:
    """`table` without its title, `width` mm wide."""
    if isinstance(table, ResultsTable):
        return _results(game, table, width, look)
    return _events(game, table, width, look)


def code_tints(game: Game, table: ResultsTable) -> dict[str, str]:
    """Result code -> tint, worst for the attacker first."""
    count = len(table.codes)
    tints = {}
    for index, code in enumerate(table.codes):
        classes = _SHARES.get(count)
        number = classes[index] if classes else round(index * 4 / (count - 1))
        tints[code.id] = game.style.colour(_CLASSES[number])
    return tints


def _results(game: Game, table: ResultsTable, width: float, look: TableLook) -> Drawing:
    words = game.words
    left = look.die_column_mm
    step = (width - left) / len(table.columns)
    head_mm = look.head_pt * MM_PER_PT * 1.55
    top = look.small_pt * MM_PER_PT * 1.5
    nodes: list[Node] = []
    baseline = look.small_pt * MM_PER_PT
    odds = (
        words.text("odds: attacker to defender, rounded down") if table.column_kind == "odds" else words.text("column")
    )
    nodes.append(Text(left + (width - left) / 2, baseline, odds, "sans-italic", look.small_pt, QUIET, anchor="middle"))
    middle = top + head_mm / 2
    die = words.text("die")
    nodes.append(
        Text(left / 2, centred_baseline("sans-italic", look.small_pt, middle), die[:1].upper() + die[1:], "sans-italic",
             look.small_pt + 1, QUIET, anchor="middle")
    )  # fmt: skip
    for index, column in enumerate(table.columns):
        label = column.replace("-", "–") + ("+" if table.open_end and index == len(table.columns) - 1 else "")
        x = left + (index + 0.5) * step
        nodes.append(
            Text(
                x,
                centred_baseline("sans-bold", look.head_pt, middle),
                label,
                "sans-bold",
                look.head_pt,
                INK,
                anchor="middle",
            )
        )
    y = top + head_mm
    nodes += _result_rows(game, table, y, left, step, look)
    bottom = y + len(table.rows) * look.row_mm
    nodes += [_rule(y, width, 0.9), _rule(bottom, width, 0.9)]
    notes, height = _notes(game, table, width, bottom, look)
    return Drawing((*nodes, *notes), width, height)


def _result_rows(game: Game, table: ResultsTable, top: float, left: float, step: float, look: TableLook) -> list[Node]:
    """Tints first, one rectangle per run of one result; then the white rules; then die and codes."""
    tints = code_tints(game, table)
    zebra = game.style.colour("zebra")
    ground: list[Node] = []
    ink: list[Node] = []
    for index, row in enumerate(table.rows):
        y = top + index * look.row_mm
        middle = y + look.row_mm / 2
        if index % 2 == 0:
            ground.append(Path(rect(0, y, left, look.row_mm), fill=zebra))
        for first, last, code in _runs(row.results):
            box = rect(left + first * step, y, (last - first + 1) * step, look.row_mm)
            ground.append(Path(box, fill=tints.get(code, zebra)))
        if index:
            ground.append(line(0, y, left + len(row.results) * step, y, Stroke("#ffffff", 0.9)))
        ink += row_head(table.dice, row.die, look.face_mm * 0.14, middle, look.face_mm, look.die_pt)
        baseline = centred_baseline("sans-semibold", look.cell_pt, middle)
        ink += [
            Text(left + (column + 0.5) * step, baseline, code, "sans-semibold", look.cell_pt, INK, anchor="middle")
            for column, code in enumerate(row.results)
        ]
    return ground + ink


def _runs(results: tuple[str, ...]) -> list[tuple[int, int, str]]:
    """(first, last, code) of each run of equal neighbours."""
    runs: list[tuple[int, int, str]] = []
    for index, code in enumerate(results):
        if runs and runs[-1][2] == code:
            runs[-1] = (runs[-1][0], index, code)
        else:
            runs.append((index, index, code))
    return runs


def _notes(game: Game, table: ResultsTable, width: float, bottom: float, look: TableLook) -> tuple[list[Node], float]:
    """Footnotes at the left, the arrow towards the attacker's good end at the right."""
    words = game.words
    good = words.text("better for the attacker")
    size = look.small_pt
    length = width_mm(good, "sans-italic", size)
    y = bottom + 1.2
    arrow_y = y + size * MM_PER_PT * 0.72
    blue = game.style.colour("port") if "port" in game.style.palette else INK
    start = width - length - 10.5
    nodes: list[Node] = [
        Text(width, y + size * MM_PER_PT, good, "sans-italic", size, blue, anchor="end"),
        line(start, arrow_y, start + 6.0, arrow_y, Stroke(blue, 0.9)),
        Path(
            polyline([(start + 6.0, arrow_y - 0.9), (start + 8.8, arrow_y), (start + 6.0, arrow_y + 0.9)], close=True),
            fill=blue,
        ),
    ]
    notes = [modifier.text for modifier in table.modifiers] + [note.text for note in table.notes]
    if table.open_end:
        notes.append(words.text("Higher odds use the last column."))
    drawn = text_block(" ".join(notes), look.small(), max(start - 4.0, width / 2.2))
    nodes.append(drawn.at(0, y))
    return nodes, y + max(drawn.height_mm, size * MM_PER_PT * 1.4)


def _rule(y: float, width: float, weight_pt: float) -> Path:
    return line(0, y, width, y, Stroke(INK, weight_pt))


# Tables of events -----------------------------------------------------------------------------


def _events(game: Game, table: EventsTable, width: float, look: TableLook) -> Drawing:
    """A row per die result: the event's name, what happens, what happens later; wide or stacked."""
    columns = _event_columns(table, width, look)
    heads = {"name": "", "text": "", "after": "", **table.heads}
    nodes: list[Node] = []
    style = look.small()
    head_height = 0.0
    for name, (_, room) in columns.items():
        drawn = text_block(f"*{heads[name]}*" if heads[name] else "", style, room)
        head_height = max(head_height, drawn.height_mm)
    for name, (x, room) in columns.items():
        drawn = text_block(f"*{heads[name]}*" if heads[name] else "", style, room)
        nodes.append(drawn.at(x, head_height - drawn.height_mm))
    drawn = text_block(f"*{heads['die']}*" if heads.get("die") else "", style, look.die_column_mm, anchor="middle")
    nodes.append(drawn.at(0, head_height - drawn.height_mm))
    y = head_height + 0.9
    top = y
    for index, row in enumerate(table.rows):
        drawn_row, height = _event_row(table, row, columns, look)
        if index % 2 == 0:
            nodes.append(Path(rect(0, y, width, height), fill=game.style.colour("zebra")))
        nodes.append(Drawing(drawn_row, width, height).at(0, y))
        y += height
    nodes += [_rule(top, width, 0.9), _rule(y, width, 0.9)]
    for modifier in table.modifiers:
        drawn = _modifier(game, modifier, width, look)
        nodes.append(drawn.at(0, y + 1.2))
        y += 1.2 + drawn.height_mm
    notes = " ".join(n.text for n in table.notes)
    drawn = text_block(notes, style, width) if notes else Drawing((), width, 0.0)
    nodes.append(drawn.at(0, y + 1.0))
    return Drawing(tuple(nodes), width, y + (1.0 + drawn.height_mm if notes else 0.0))


def _modifier(game: Game, modifier: DieModifier, width: float, look: TableLook) -> Drawing:
    """What is added to the roll and when: the badge that the map shows, and the words."""
    radius = look.face_mm * 0.5
    left = look.face_mm * 0.14 + 2 * radius + look.body_pt * 0.2
    text = text_block(f"**{modifier.text}**", look.body(), width - left)
    height = max(text.height_mm, 2 * radius)
    colour = game.style.palette.get("accent", INK)
    badge = die_modifier(look.face_mm * 0.14 + radius, height / 2, radius, colour, "#ffffff", modifier.add)
    return Drawing((*badge, text.at(left, (height - text.height_mm) / 2)), width, height)


def _event_columns(table: EventsTable, width: float, look: TableLook) -> dict[str, tuple[float, float]]:
    """Column -> (x, room). Narrow tables put the event's name above its text, in one column."""
    left = look.die_column_mm + 0.8
    room = width - left
    gap = look.body_pt * 0.28
    if width < 110:
        half = (room - gap) * 0.54
        return {"text": (left, half), "after": (left + half + gap, room - half - gap - 0.8)}
    shares = (0.3, 0.36, 0.34)
    widths = [(room - 2 * gap - 1.0) * share for share in shares]
    return {
        "name": (left, widths[0]),
        "text": (left + widths[0] + gap, widths[1]),
        "after": (left + widths[0] + widths[1] + 2 * gap, widths[2]),
    }


def _event_row(
    table: EventsTable, row: EventRow, columns: dict[str, tuple[float, float]], look: TableLook
) -> tuple[tuple[Node, ...], float]:
    """The row from its own top, and its height."""
    style = look.body()
    texts = {"name": f"**{row.name}**", "text": row.text, "after": row.after_text}
    pad = look.row_mm * 0.14
    nodes: list[Node] = []
    above = 0.0
    if "name" not in columns:
        x, room = columns["text"]
        over = columns["after"][0] + columns["after"][1] - x
        title = text_block(texts["name"], style, over)
        above = title.height_mm
        nodes.append(title.at(x, pad))
    drawn = {name: text_block(texts[name], style, room) for name, (_, room) in columns.items()}
    inner = above + max(d.height_mm for d in drawn.values())
    height = max(look.row_mm, inner + 2 * pad)
    shift = (height - inner) / 2 - pad
    if above:
        nodes = [Drawing(tuple(nodes), 0, 0).at(0, shift)]
    room = height - 2 * pad - above - 2 * shift
    for name, (x, _) in columns.items():
        lower = 0.0 if above else (room - drawn[name].height_mm) / 2
        nodes.append(drawn[name].at(x, pad + shift + above + lower))
    nodes += row_head(table.dice, row.die, look.face_mm * 0.14, height / 2, look.face_mm, look.die_pt)
    return tuple(nodes), height
