"""A page of blank records: a row for each turn, and a box to tick for each unit that is lost."""

from __future__ import annotations

from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.generators.charts_tables import INK, QUIET
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.counters import CounterGroup
from pnp.model.game import Game

_THIN = Stroke("#8d867b", 0.4)
_CELL = TextStyle(SANS, 9.5, 12.0, INK)
_HEAD = TextStyle(SANS, 9.0, 11.0, QUIET)
_TITLE_MM = 8.2


def records_page(game: Game, width: float, room: float) -> Drawing:
    """Turns above, losses below, lines for notes in what is left of `room` mm."""
    turns = _turns(game, width, 10.2)
    losses = _losses(game, width)
    y = turns.height_mm + 6.0
    nodes: list[Node] = [turns.at(0, 0), losses.at(0, y)]
    y += losses.height_mm + 6.0
    spare = room - y
    if spare > 16.0:
        notes = _note_lines(game, width, min(spare, 60.0))
        nodes.append(notes.at(0, y))
        y += notes.height_mm
    return Drawing(tuple(nodes), width, min(y, room))


def _turns(game: Game, width: float, row: float) -> Drawing:
    """Turn, points at its end, reinforcements, losses, remarks; ten rows or as many as the game has turns."""
    words = game.words
    scenario = next(iter(game.scenarios.values()))
    goal = scenario.victory_points
    points = words.text("Points (win: {points})", points=goal) if goal else words.text("Points")
    heads = [words.text("Turn"), words.text("Reinforcements"), words.text("Lost"), words.text("Garrisons in"), points]
    shares = (0.15, 0.22, 0.21, 0.22, 0.20)
    lefts = [sum(shares[:i]) * width for i in range(len(shares))]
    nodes: list[Node] = []
    head_mm = 0.0
    drawn = [text_block(f"*{head}*", _HEAD, share * width - 2.0) for head, share in zip(heads, shares, strict=True)]
    head_mm = max(d.height_mm for d in drawn) + 1.2
    nodes += [d.at(x + 1.0, head_mm - 1.2 - d.height_mm) for d, x in zip(drawn, lefts, strict=True)]
    names = _turn_names(game, scenario.turns)
    for index, (numeral, name) in enumerate(names):
        y = head_mm + index * row
        if index % 2 == 0:
            nodes.append(Path(rect(0, y, width, row), fill=game.style.colour("zebra")))
        base = centred_baseline("sans-bold", 12.0, y + row / 2)
        nodes.append(Text(1.5, base, numeral, "sans-bold", 12.0, INK))
        nodes.append(Text(13.0, base, name, "sans-regular", 9.5, INK))
        nodes += [line(x, y + row - 2.2, x + share * width - 3.0, y + row - 2.2, _THIN)
                  for x, share in list(zip(lefts, shares, strict=True))[1:]]  # fmt: skip
    bottom = head_mm + len(names) * row
    nodes += [line(0, head_mm, width, head_mm, Stroke(INK, 0.9)), line(0, bottom, width, bottom, Stroke(INK, 0.9))]
    return Drawing(tuple(nodes), width, bottom)


def _turn_names(game: Game, turns: int) -> list[tuple[str, str]]:
    """Numeral and name of each turn, from the turn track."""
    track = next((t for t in game.map.tracks if t.kind == "turn"), None)
    spaces = list(track.spaces)[:turns] if track else []
    named = [(s.numeral or str(i), s.name) for i, s in enumerate(spaces, 1)]
    return named + [(str(i), "") for i in range(len(named) + 1, turns + 1)]


def _losses(game: Game, width: float) -> Drawing:
    """A row for each group of units, a box for each unit with its value in it."""
    words = game.words
    nodes: list[Node] = [Text(0, 5.0, words.text("Lost for good"), "sans-bold", 13.0, INK)]
    nodes.append(
        Text(width, 5.0, words.text("Tick a unit when it is eliminated."), "sans-italic", 9.0, QUIET, anchor="end")
    )
    y = _TITLE_MM
    label, gap = 44.0, 1.4
    largest = max((g.count for g in game.counters.groups if g.type), default=1)
    size = min(7.0, max(5.6, (width - label + gap) / largest - gap))
    most = int((width - label + gap + 1e-6) // (size + gap))
    for group in game.counters.groups:
        if not group.type:
            continue
        rows = -(-group.count // most)
        name = text_block(group.name, _CELL, label - 2.0)
        nodes.append(name.at(0, y + max(0.0, (size - name.height_mm) / 2)))
        for index, value in enumerate(_values(game, group)):
            x = label + index % most * (size + gap)
            top = y + index // most * (size + 1.4)
            nodes.append(Path(rect(x, top, size, size, 0.6), fill="#ffffff", stroke=Stroke(INK, 0.6)))
            nodes.append(Text(x + size - 0.9, top + size - 1.0, value, "condensed-regular", 9.0, QUIET, anchor="end"))
        y += max(rows * (size + 1.4), name.height_mm) + 1.4
    return Drawing(tuple(nodes), width, y)


def _values(game: Game, group: CounterGroup) -> list[str]:
    found = []
    for counter in game.all_counters():
        if counter.group.id == group.id:
            found.append(f"{counter.factors[0][1]}{group.suffix}" if counter.factors else "")
    return found


def _note_lines(game: Game, width: float, height: float) -> Drawing:
    nodes: list[Node] = [Text(0, 5.0, game.words.text("Notes"), "sans-bold", 13.0, INK)]
    count = int((height - _TITLE_MM) // 8.0)
    nodes += [line(0, _TITLE_MM + 8.0 * (i + 1), width, _TITLE_MM + 8.0 * (i + 1), _THIN) for i in range(count)]
    return Drawing(tuple(nodes), width, _TITLE_MM + 8.0 * count)
