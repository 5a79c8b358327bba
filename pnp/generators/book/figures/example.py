"""Examples of play in the rulebook: a tinted box with the start, the dice, the story and what the referee played."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from reportlab.platypus.flowables import CondPageBreak, Flowable

from pnp.draw.scene import Node, Text
from pnp.draw.text import width_mm
from pnp.generators.book.figures.contact import fight_strip, fights_of
from pnp.generators.book.flow import Float, Picture, Tinted
from pnp.generators.book.look import BOTTOM_MM, COLUMN_MM, HANG_MM, INK, QUIET, TOP_MM, BookLook
from pnp.generators.tables.dice import die_face
from pnp.generators.tables.parts import chit
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.markup import Insert, ListItem, Span, parse
from pnp.generators.typeset.paragraph import JustifiedParagraph
from pnp.generators.typeset.styles import CONDENSED, SANS, TextStyle
from pnp.model.game import Game
from pnp.model.log import LogLine
from pnp.model.rules import Example
from pnp.sources.text_values import rendered
from pnp.units import PT_PER_MM

PAD_MM = 4.0
CHIT_MM = 9.0
_ADDRESS = re.compile(r"(.*?) \[([^\[\]]+)\]")

STEPS_PT = 44.0
"""Height of the heading of the referee's steps with the first step."""

MOST_WHOLE = 0.85
"""A box up to this share of a column is never split; the text runs on while it waits for the next column."""

ROOM_MM = HANG_MM + COLUMN_MM - 2 * PAD_MM


def example_box(
    game: Game, look: BookLook, example: Example, played: Sequence[str], values: Mapping[str, object],
    resolved: Callable[[Sequence[Span]], tuple[Span, ...]],
    cache: dict[object, object], log: Sequence[LogLine] = (), figure: Drawing | None = None,
) -> list[Flowable]:  # fmt: skip
    """The box of `example`, which floats to the next column when it doesn't fit.

    played  the referee's account of it, a sentence each
    log     the same as data, from which the combats are drawn
    figure  the cut-out of the board; None shows the units in rows instead
    """
    style = look.example()

    def paragraph(spans: Sequence[Span], shape: TextStyle, marker: str = "") -> Flowable:
        mark = (marker, Look("sans-semibold", shape.size_pt, look.accent), PAD_MM) if marker else None
        return JustifiedParagraph(resolved(spans), shape, marker=mark, cache=cache)  # type: ignore[arg-type]

    parts: list[Flowable] = [Picture(_head(game, look, example), before_pt=0.0, after_pt=4.0)]
    position = indented(figure) if figure is not None else _position(game, example, look)
    if position is not None:
        parts.append(Picture(position, before_pt=0.0, after_pt=4.0))
    fights = fights_of(game, example, log)
    strips = [Picture(indented(fight_strip(game, fight, ROOM_MM)), before_pt=0.0, after_pt=4.5) for fight in fights]
    blocks = [
        block
        for block in parse(rendered(example.text, values, where=example.where("text")))
        if not isinstance(block, Insert)
    ]
    if len(blocks) == 1:
        parts += strips
    for block in blocks:
        if isinstance(block, ListItem):
            parts.append(paragraph(block.spans, style.with_(indent_mm=PAD_MM + 4.0), block.marker or "•"))
        else:
            parts.append(paragraph(block.spans, style))
    if len(blocks) > 1:
        parts += strips
    if example.dice and len(fights) < len(example.dice):
        parts.append(Picture(_dice(game, example), before_pt=0.0, after_pt=3.0))
    told_from = len(parts)
    if played:
        shape = style.with_(faces=CONDENSED, size_pt=8.2, leading_pt=10.6, space_after_pt=2.6)
        parts.append(paragraph((Span(game.words.text("Played by the referee"), bold=True),), shape))
        steps = shape.with_(indent_mm=PAD_MM + 4.6)
        paragraphs = _paragraphs(game, played, lambda address: resolved((Span("", link=address),))[0].text)
        for number, sentences in enumerate(paragraphs, 1):
            parts.append(paragraph(sentences, steps, f"{number}"))
    last = len(parts) - 1
    box = [
        Tinted(part, look.tint, look.accent, first=index == 0, last=index == last, room_right_mm=PAD_MM)
        for index, part in enumerate(parts)
    ]
    whole = sum(part.wrap((HANG_MM + COLUMN_MM) * PT_PER_MM, 10_000.0)[1] for part in box) + box[0].getSpaceBefore()
    # A box is parted only where one column can't be expected to hold it: its last lines look lost at the head of the
    # next.
    if whole <= MOST_WHOLE * (look.page_mm[1] - TOP_MM - BOTTOM_MM) * PT_PER_MM:
        return [Float(box, whole)]
    need = _least_height(box)
    if not played:
        return [Float(box, need)]
    # The head of the steps never stands alone at the foot of a column.
    return [Float([*box[:told_from], CondPageBreak(STEPS_PT), *box[told_from:]], need)]


def indented(drawing: Drawing) -> Drawing:
    """`drawing` moved right by the padding of the box."""
    return Drawing((drawing.at(PAD_MM, 0.0),), ROOM_MM, drawing.height_mm)


def _least_height(box: Sequence[Tinted]) -> float:
    """Height of the heading, the position and the first lines of text."""
    height = 2.0 * Tinted.PAD_PT
    for part in box:
        if isinstance(part.inner, JustifiedParagraph):
            return height + part.inner.smallest_part_pt(HANG_MM + COLUMN_MM - PAD_MM)
        height += part.inner.height + part.above + part.below  # type: ignore[attr-defined]
    return height


@dataclass(slots=True)
class _Sentence:
    """A sentence of the log: `head: tail`, or all in `tail`, and the rule that it cites."""

    head: str
    tail: str
    address: str

    @property
    def text(self) -> str:
        """The whole sentence with its full stop."""
        return f"{self.head}: {self.tail}." if self.head else f"{self.tail}."


def _sentences(played: Sequence[str]) -> list[_Sentence]:
    """The sentences; neighbours that differ in one half only are merged, "A: B. A: C." into "A: B, C."."""
    sentences: list[_Sentence] = []
    for line in played:
        match = _ADDRESS.fullmatch(line)
        text, address = (match[1], match[2]) if match else (line, "")
        head, _, tail = text.removesuffix(".").rpartition(": ")
        sentence = _Sentence(head, tail, address)
        last = sentences[-1] if sentences else _Sentence("", "", "")
        if not head or not last.head or last.address != address:
            sentences.append(sentence)
        elif last.head == head:
            last.tail += f", {tail}"
        elif last.tail == tail:
            last.head += f", {head}"
        else:
            sentences.append(sentence)
    return sentences


def _paragraphs(game: Game, played: Sequence[str], shown: Callable[[str], str]) -> list[tuple[Span, ...]]:
    """What the referee did, a paragraph for each group of steps, its first sentence bold; the rule cited is a link.

    A new paragraph begins where the rule of a phase is cited: a turn, an activation, an arrival. Sentences that cite
    the same rule share the link; one that begins with the title of a table has its link there.

    shown  the text that stands for an address
    """
    opening = {phase.rule for phase in game.info.all_phases}
    paragraphs: list[list[Span]] = []
    before = ""
    logged = _sentences(played)
    for number, sentence in enumerate(logged):
        address = sentence.address
        first = not paragraphs or (address in opening and address != before)
        if first:
            paragraphs.append([])
        spans = paragraphs[-1]
        before = address
        title = shown(address) if address else ""
        if title and sentence.text.startswith(title):
            spans += [Span(title, first, link=address), Span(sentence.text[len(title) :] + " ", first)]
            continue
        spans.append(Span(sentence.text + " ", first))
        following = logged[number + 1].address if number + 1 < len(logged) else ""
        if address and address != following:
            spans += [Span("" if title.startswith("[") else f"[{title}]", link=address), Span(" ")]
    return [tuple(spans) for spans in paragraphs]


def _head(game: Game, look: BookLook, example: Example) -> Drawing:
    style = TextStyle(SANS, 10.0, 13.0, INK, look.accent, game.language)
    title = text_block(f"**{example.title}**", style, ROOM_MM)
    return Drawing((title.at(PAD_MM, 0.0),), ROOM_MM, title.height_mm)


def _position(game: Game, example: Example, look: BookLook) -> Drawing | None:
    """Where the units stand at the start: a row per area or box, its counters drawn."""
    units = {place: stack for place, stack in (example.position.units or {}).items() if stack}
    if not units:
        return None
    names = {s.id: s.name for s in game.map.spaces} | {b.id: b.name for b in game.boxes}
    spaces = {s.id for s in game.map.spaces}
    shown = {place: stack for place, stack in units.items() if place in spaces}
    counters = {c.id: c for c in game.all_counters()}
    label_mm, step = 24.0, CHIT_MM + 0.8
    most = int((ROOM_MM - label_mm) // step)
    nodes: list[Node] = []
    y = 0.0
    for place, stack in shown.items():
        shown_units = [(u, "front") if isinstance(u, str) else (u.id, "back") for u in stack]
        style = TextStyle(SANS, 7.8, 9.6, INK, look.accent, game.language)
        label = text_block(names.get(place, place), style, label_mm - 1.0)
        rows = max(1, -(-len(shown_units) // most))
        nodes.append(label.at(PAD_MM, y + max(0.0, (CHIT_MM - label.height_mm) / 2)))
        for index, (unit, face) in enumerate(shown_units):
            if unit in counters:
                x = PAD_MM + label_mm + index % most * step
                nodes += chit(game, counters[unit], x, y + index // most * step, CHIT_MM, face)
        y += rows * step + 0.6
    return Drawing(tuple(nodes), ROOM_MM, y - 0.6) if nodes else None


def _dice(game: Game, example: Example) -> Drawing:
    """The dice of the example, in the order rolled."""
    label = game.words.text("The dice, in order:")
    nodes: list[Node] = [Text(PAD_MM, 3.9, label, "sans-italic", 8.0, QUIET)]
    x = PAD_MM + width_mm(label, "sans-italic", 8.0) + 2.5
    for value in example.dice:
        if x + 5.0 > PAD_MM + ROOM_MM:
            break
        if 1 <= value <= 6:
            nodes += die_face(x, 0.4, 4.8, value)
        x += 6.0
    return Drawing(tuple(nodes), ROOM_MM, 5.6)
