"""The cover of the rulebook: title, facts and credits in one grid, and a picture of the game's own map and counters.

In: a game, the plan of its map, a paper. Out: a drawing as large as the page. The low-ink edition has the same cover on
white.
"""

from __future__ import annotations

import re
from itertools import combinations, pairwise

from pnp.draw.bidi import is_right_to_left
from pnp.draw.mirror import mirrored
from pnp.draw.picture import picture_nodes
from pnp.draw.scene import Group, Node, Path, Text, rect
from pnp.draw.separation import BLEED_MM
from pnp.draw.text import width_mm
from pnp.generators.book.cover_art import SIDE_MM, front, route, route_box
from pnp.generators.book.look import BookLook
from pnp.generators.sheets.margin import evenly, wrapped
from pnp.generators.sheets.title_ink import TitleInk, cover_ink
from pnp.generators.typeset.block import Drawing
from pnp.maps.parts import MapPlan
from pnp.model.game import Game, standard_scenario
from pnp.units import MM_PER_PT

TOP_MM, CLEAR_MM = 17.0, 7.0
"""Above the first line of words, and between words and the picture."""
STACKED, LINES = 0.5, 3
"""Share of the measure for words beside a route; most lines of a title."""
MOST_PT, LARGE_PT = 104.0, 46.0
"""The largest title, and the least one that needs no further line."""
FACT_PT, LABEL_PT, CREDIT_PT, UNDER_PT, LEAD_PT = 16.0, 8.6, 8.4, (17.0, 21.0), 13.0
LABEL_MM, LONG_MM, LABEL_LEADING_MM = 22.0, 48.0, 4.0
"""Room for what is said below a fact, where there is little and where there is much, and the leading of that."""
MANY = 4
"""Of so many sides only the first, one for each player, are named."""
PALE = 0.35
"""Opacity of a picture in the low-ink edition."""


def draw_cover(game: Game, look: BookLook, plan: MapPlan) -> Drawing:
    """The whole page. Raises LayoutError when the style names a space that the map lacks."""
    ink = cover_ink(game)
    width, height = look.page_mm
    foot, begin = _foot(game, look, ink)
    measure = width - 2 * SIDE_MM
    bled = (-BLEED_MM, -BLEED_MM, width + 2 * BLEED_MM, height + 2 * BLEED_MM)
    page = Path(rect(*bled), fill=ink.ground)
    _, _, across, up = route_box(plan) if game.map.kind == "points" and not game.style.cover else (0.0,) * 4
    upwards = up > across
    title, end = _title(game, ink, TOP_MM, measure * STACKED if upwards else measure)
    if game.style.cover:
        window = (-BLEED_MM, end + CLEAR_MM, width + 2 * BLEED_MM, begin - end - 2 * CLEAR_MM)
        nodes = picture_nodes(game.style.cover, window, style=game.style, fit="cover")
        art = (Group(nodes, clip=Path(rect(*window)), opacity=PALE if game.style.ink == "low" else 1.0),)
    elif upwards:
        art = route(game, plan, ink, bled, begin - CLEAR_MM, (SIDE_MM + measure * STACKED, end))
    else:
        window = (SIDE_MM / 3, end + CLEAR_MM, width - 2 * SIDE_MM / 3, begin - end - 2 * CLEAR_MM)
        art = front(game, plan, ink, bled, window)
    words = (mirrored((*title, *foot), width),) if is_right_to_left(game.language) else (*title, *foot)
    return Drawing((Group((page, *art, *words), clip=page),), width, height)


# Words -----------------------------------------------------------------------------------------------


def _title(game: Game, ink: TitleInk, y: float, measure: float) -> tuple[list[Node], float]:
    """Title, subtitle and a sentence from `y` down, and where they end."""
    words, info = game.words, game.info
    nodes: list[Node] = []
    kind = words.text("Rules of play").upper()
    nodes.append(Text(SIDE_MM, y, kind, "sans-semibold", 9.4, ink.quiet, tracking_em=0.12))
    font = game.style.faces.title
    title = info.printed_title.upper()
    lines = title_lines(title, font, measure)
    size = min(MOST_PT, *(measure / width_mm(text, font, 1.0) for text in lines))
    y += 7.0
    for text in lines:
        y += size * MM_PER_PT * (0.80 if text is lines[0] else 0.95)
        nodes.append(Text(SIDE_MM, y, text, font, size, ink.words))
    y += 6.5
    nodes.append(Path(rect(SIDE_MM, y, measure, 1.6), fill=ink.rule))
    y += 3.4
    under = game.style.faces.subtitle
    least = max(UNDER_PT[0], min(UNDER_PT[1], measure / width_mm(info.subtitle, under, 1.0)))
    for text in evenly(info.subtitle, under, least, measure):
        y += 8.2
        nodes.append(Text(SIDE_MM, y, text, under, least, ink.words))
    y += 2.0
    for text in evenly(first_sentence(info.theme), "sans-regular", LEAD_PT, measure):
        y += 6.2
        nodes.append(Text(SIDE_MM, y, text, "sans-regular", LEAD_PT, ink.quiet))
    return nodes, y


def title_lines(title: str, font: str, measure: float) -> list[str]:
    """The title on the fewest lines on which it is large, else on those, three at most, on which it is largest; of
    lines of one width those that are most even.
    """
    words, best = title.split(" "), [title]

    def size(lines: list[str]) -> tuple[float, float]:
        widths = [width_mm(line, font, 1.0) for line in lines]
        return measure / max(widths), -sum(width**2 for width in widths)

    for count in range(min(len(words), LINES)):
        cuts = combinations(range(1, len(words)), count)
        ways = ([" ".join(words[n:m]) for n, m in pairwise((0, *cut, len(words)))] for cut in cuts)
        best = max([best, max(ways, key=size)], key=lambda lines: round(size(lines)[0], 3))
        if size(best)[0] >= LARGE_PT:
            break
    return best


def first_sentence(text: str) -> str:
    """The text up to the first full stop behind a letter or a year: not that of "22. Juni"."""
    return re.split(r"(?<=[^\W\d_][.!?…])\s|(?<=\d\d\d\.)\s|(?<=。)", text.strip(), maxsplit=1)[0]


def _foot(game: Game, look: BookLook, ink: TitleInk) -> tuple[list[Node], float]:
    """What stands below the art, and where it begins: the facts of the game, who made it."""
    words, info = game.words, game.info
    width, height = look.page_mm
    measure = width - 2 * SIDE_MM
    credits = [f"{credit.role}: {', '.join(credit.names)}" for credit in info.credits.lines]
    small = "\u00a0\u00a0·  ".join([*credits, words.text("Version {version}", version=info.version)])
    lines = evenly(small, "condensed-regular", CREDIT_PT, measure)
    y = height - 14.0 - (len(lines) - 1) * CREDIT_PT * MM_PER_PT * 1.35
    nodes: list[Node] = [
        Text(SIDE_MM, y + n * CREDIT_PT * MM_PER_PT * 1.35, text, "condensed-regular", CREDIT_PT, ink.quiet)
        for n, text in enumerate(lines)
    ]
    facts = _facts(game)
    for most in (LONG_MM, LABEL_MM):  # what is said of a fact stands on one line where there is room
        widths = [
            max(width_mm(fact, "condensed-bold", FACT_PT), min(width_mm(label, "sans-regular", LABEL_PT) + 1.0, most))
            for fact, label in facts
        ]
        if sum(widths) + 5.0 * (len(facts) - 1) <= measure:
            break
    size = FACT_PT * min(1.0, (measure - 5.0 * (len(facts) - 1)) / sum(widths))
    gap = (measure - sum(widths) * size / FACT_PT) / max(len(facts) - 1, 1)
    labels = [
        wrapped(label, "sans-regular", LABEL_PT, long * size / FACT_PT + gap - 3.0)
        for (_, label), long in zip(facts, widths, strict=True)
    ]
    most = max(map(len, labels))
    y -= 8.0 + most * LABEL_LEADING_MM
    nodes.append(Path(rect(SIDE_MM, y - 8.5, measure, 0.3), fill=ink.quiet))
    x = SIDE_MM
    for (fact, _), lines, long in zip(facts, labels, widths, strict=True):
        nodes.append(Text(x, y, fact, "condensed-bold", size, ink.words))
        nodes += [
            Text(x, y + (number + 1.1) * LABEL_LEADING_MM, text, "sans-regular", LABEL_PT, ink.quiet)
            for number, text in enumerate(lines)
        ]
        x += long * size / FACT_PT + gap
    return nodes, y - 8.5


def _facts(game: Game) -> list[tuple[str, str]]:
    """Players, time, turns, counters and scale, each with what is said below it."""
    words, info = game.words, game.info
    scenario = standard_scenario(game)
    sides = [side.name for side in info.sides]
    led = sides if len(sides) < MANY else sides[: info.players]
    facts = [
        (words.count("{n} player", "{n} players", info.players), words.listed(led)),
        (info.playing_time, words.text("playing time")),
    ]
    if scenario:
        track = next((track for track in game.tracks if track.kind == "turn"), None)
        names = [space.name for space in track.spaces[: scenario.turns]] if track else []
        ends = names and (re.split(r" ?– ?", names[0])[0], re.split(r" ?– ?", names[-1])[-1])
        dates = f"{ends[0]} – {ends[1]}" if ends and all(ends) else ""
        facts.append((words.count("{n} turn", "{n} turns", scenario.turns), dates))
    counters = list(game.all_counters())
    kinds = len({counter.group.type for counter in counters if counter.group.type})
    told = words.count("{n} kind of unit", "{n} kinds of units", kinds)
    facts.append((words.count("{n} counter", "{n} counters", len(counters)), told if kinds > 1 else ""))
    if game.map.hexes and game.map.hexes.grid.km:
        facts.append((words.text("{n} km", n=f"{game.map.hexes.grid.km:g}"), words.text("from hex to hex")))
    return [fact for fact in facts if fact[0]]
