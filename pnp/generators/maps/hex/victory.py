"""The victory point chart of a hex map: what scores, by how much, and the levels of victory."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.draw.scene import Group, Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.maps.ink import INK, LEAST_STRETCH, MapInk, framed, label, paragraph, paragraph_height
from pnp.model.game import Game, standard_scenario
from pnp.model.scenario import Scenario, VictoryLevel, VictoryPoints
from pnp.model.words import capital, signed
from pnp.symbols.badges import plate

PLATE_EM, PLATE_WIDE_EM = 1.02, 0.82
"""Distance from the edge of a column to its text, and width of the plate with the points; mm for each pt of type."""
TEXT_FONT, NAME_FONT = "condensed-regular", "condensed-medium"
GAP_MM = 0.5
COLUMN_GAP_MM, LEVELS_MM = 2.0, 3.0
"""Between two columns, and above the levels of victory."""


def victory_panel(game: Game, area: Sequence[float], ink: MapInk) -> Group:
    """The schedule in one column or two, with the levels of victory at the end."""
    scenario = standard_scenario(game)
    owner = ""
    if scenario and scenario.victory:
        side = scenario.victory[0].side
        owner = next((s.name for s in game.info.sides if s.id == side), "")
    nodes, inner = framed(area, ink, game.words.text("Victory points"), owner)
    if scenario is None:
        return Group(tuple(nodes))
    columns, size = _arranged(game, scenario, inner[2], inner[3], ink)
    width = (inner[2] + COLUMN_GAP_MM) / len(columns) - COLUMN_GAP_MM
    for number, entries in enumerate(columns):
        x = inner[0] + number * (width + COLUMN_GAP_MM)
        nodes += _schedule(entries, x, inner[1], width, size, ink)
    levels = _levels_height(game, scenario, width, size)
    below = LEVELS_MM + sum(_entry_height(capital(entry.text), width, size) for entry in columns[-1])
    left = inner[0] + (len(columns) - 1) * (width + COLUMN_GAP_MM)
    nodes += _levels(game, scenario, left, inner[1] + min(below, inner[3] - levels), width, size, ink)
    return Group(tuple(nodes))


Columns = list[tuple[VictoryPoints, ...]]


def _arranged(game: Game, scenario: Scenario, width: float, height: float, ink: MapInk) -> tuple[Columns, float]:
    """The number of columns and the largest type size that fits."""
    rooms = {count: (width + COLUMN_GAP_MM) / count - COLUMN_GAP_MM for count in (1, 2)}
    counts = [count for count, room in rooms.items() if room >= 40.0 or count == 1]
    for size in ink.sizes:
        arrangements = [_columns(game, scenario, count, rooms[count], size) for count in counts]
        columns, tallest = min(arrangements, key=lambda one: (one[1] > height and one[1], len(one[0])))
        if tallest <= height:
            break
    return columns, size


def _columns(game: Game, scenario: Scenario, count: int, width: float, size: float) -> tuple[Columns, float]:
    """The entries in `count` columns, as level as possible with the levels below the last; and the tallest height."""
    entries = scenario.victory
    heights = [_entry_height(capital(entry.text), width, size) for entry in entries]
    below = 1.6 + _levels_height(game, scenario, width, size)
    if count == 1:
        return [entries], sum(heights) + below
    cut = min(range(len(entries) + 1), key=lambda n: (max(sum(heights[:n]), sum(heights[n:]) + below), n))
    return [entries[:cut], entries[cut:]], max(sum(heights[:cut]), sum(heights[cut:]) + below)


def _row(size: float) -> float:
    return 0.52 * size


def _entry_height(text: str, width: float, size: float) -> float:
    return max(0.46 * size, paragraph_height(text, TEXT_FONT, size, width - PLATE_EM * size) + 0.22 * size) + GAP_MM


def _schedule(
    entries: Sequence[VictoryPoints], x: float, y: float, width: float, size: float, ink: MapInk
) -> list[Node]:
    nodes: list[Node] = []
    for entry in entries:
        words = capital(entry.text)
        gain = entry.points > 0
        ground, text = (ink["accent"], "#ffffff") if gain else ("#ffffff", ink["accent"])
        nodes += plate(
            x + PLATE_WIDE_EM * size / 2, y + 0.23 * size, PLATE_WIDE_EM * size, 0.27 * size, ground, text,
            signed(entry.points), "condensed-bold", size, edge=ink["accent"],
        )  # fmt: skip
        nodes += paragraph(words, x + PLATE_EM * size, y + 0.1 * size, TEXT_FONT, size, width - PLATE_EM * size)
        y += _entry_height(words, width, size)
    return nodes


def _levels(game: Game, scenario: Scenario, x: float, y: float, width: float, size: float, ink: MapInk) -> list[Node]:
    """The levels of victory, the highest first, each with its range."""
    nodes: list[Node] = []
    levels = list(scenario.levels)
    spans, called = _level_words(game, scenario)
    left = _level_left(spans, size)
    beside = _beside(called, width - left, size)
    row = _levels_height(game, scenario, width, size) / max(1, len(levels))
    for index, (span, name) in enumerate(reversed(list(zip(spans, called, strict=True)))):
        top = y + index * row
        if index % 2 == 0:
            nodes.append(Path(rect(x, top, width, row), fill=game.style.colour("zebra")))
        base = round(top + _row(size) / 2 + 0.123 * size, 3)
        nodes.append(Text(x + 1.0, base, span, "condensed-bold", size, INK))
        at, base = (x + left, base) if beside else (x + 1.0, base + _row(size) - 0.4)
        nodes.append(label(name, at, base, NAME_FONT, size, x + width - 1.0 - at))
    if levels:
        nodes.append(line(x, y, x + width, y, Stroke(INK, 0.9)))
    return nodes


def _level_words(game: Game, scenario: Scenario) -> tuple[list[str], list[str]]:
    """The range of each level, lowest first, and its name."""
    names = {outcome.id: outcome.name for outcome in game.info.outcomes}
    levels = list(scenario.levels)
    spans = [level_range(game, levels, index) for index in range(len(levels))]
    return spans, [names.get(level.outcome, level.outcome) for level in levels]


def _level_left(spans: Sequence[str], size: float) -> float:
    """Where names of levels begin beside their ranges."""
    return max([PLATE_EM * size, *(width_mm(span, "condensed-bold", size) + 2.6 for span in spans)])


def _beside(called: Sequence[str], room: float, size: float) -> bool:
    """Whether names of levels fit beside their ranges, a little condensed at most; else they stand below them."""
    return all(width_mm(name, NAME_FONT, size) * LEAST_STRETCH <= room - 1.0 for name in called)


def _levels_height(game: Game, scenario: Scenario, width: float, size: float) -> float:
    spans, called = _level_words(game, scenario)
    rows = 1.0 if _beside(called, width - _level_left(spans, size), size) else 1.85
    return len(called) * rows * _row(size)


def level_range(game: Game, levels: Sequence[VictoryLevel], index: int) -> str:
    """The range of points of a level: "31 – 60", "−5 to 5", "101 or more"; one value alone stands without a dash."""
    low = levels[index].at_least
    after = levels[index + 1].at_least if index + 1 < len(levels) else None
    first, last = (str(n).replace("-", "−") for n in (low, (after or 0) - 1))
    if low is None:
        return game.words.text("{n} or less", n=last)
    if after is None:
        return game.words.text("{n} or more", n=first)
    if low < 0 and first != last:  # a dash beside a minus reads as another
        return game.words.text("{first} to {last}", first=first, last=last)
    return first if first == last else f"{first}\u2009–\u2009{last}"
