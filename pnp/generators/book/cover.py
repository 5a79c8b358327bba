"""The cover of the rulebook: a cut-out of the game's own map, its own counters in ranks on it, and the title.

In: a game, the plan of its map, a paper. Out: a drawing as large as the page. The low-ink edition has the same cover in
lines on white.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pnp.draw.bidi import is_right_to_left
from pnp.draw.colour import luminance, mix, parse, to_hex
from pnp.draw.mirror import mirrored
from pnp.draw.picture import picture_nodes
from pnp.draw.recolour import Recolour
from pnp.draw.scene import Group, Matrix, Node, Path, Point, Text, TextOnPath, rect
from pnp.draw.separation import BLEED_MM
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.book.figures.hexes import HexBoard
from pnp.generators.book.figures.standing import whole
from pnp.generators.book.look import BookLook
from pnp.generators.counters.laid import ASTRAY, best_units, laid
from pnp.generators.maps.hex.names import hex_name_layers
from pnp.generators.maps.hex.piece import Box, piece_of
from pnp.generators.maps.ink import map_ink
from pnp.generators.maps.sheet import map_layers
from pnp.generators.sheets.bounds import marks
from pnp.generators.sheets.margin import wrapped
from pnp.generators.sheets.title_ink import title_ink
from pnp.generators.typeset.block import Drawing
from pnp.maps.parts import MapPlan
from pnp.model.counters import Counter
from pnp.model.game import Game, standard_scenario
from pnp.model.pictures import FullPicture
from pnp.units import MM_PER_PT

SIDE_MM = 17.0
"""White left and right of the words."""
TURN_DEG = -13.0
"""How much the map and the counters on it are turned."""
CHIT_MM = 28.0
"""Largest edge of a counter on the page."""
PITCH = 1.12
"""From one counter of a rank to the next, in edges of a counter."""
CLEAR_MM, EDGE_LINE_MM = 7.0, 1.6
"""Between words and the map, and between that and counters; the lines at the upper and the lower edge of the map."""
MOST_PT, ONE_LINE_PT = 86.0, 46.0
"""The largest title; one that would be smaller than the second on one line has two."""
FACT_PT, LABEL_PT, CREDIT_PT = 16.0, 8.4, 7.6
LABEL_MM, LABEL_LEADING_MM = 22.0, 4.0
"""Least width of a fact with what is said below it, and the leading of that."""
MANY = 4
"""Of so many sides only the first, one for each player, are named."""
NEAR_MM = 3.5
"""Words of the map nearer to a counter than this are left out."""
PALE = 0.35
"""Opacity of a picture in the low-ink edition."""
DARK, VIVID, SIGNAL = 0.17, 0.35, 0.6
"""Luminance below which a colour of the map is that of a line or a letter; spread of the channels of one with a hue,
and of one so strong that it keeps it, as a main road's.
"""
SHORES, ALIKE = ("coast", "river", "shore"), 0.03
"""Roles of the lines of the shore; most by which a channel differs in colours taken for one."""
_WATER = re.compile(r"(water|sea|lake)(-[0-9]+)?")
SMALL_LAYERS = ("towns", "symbols", "names", "boxes", "crossings")
"""Layers of things that are whole on the cover or left out."""
EDGE_MM, LARGE_MM, MOVE_MM = 4.0, 60.0, 9.0
"""From a name or a badge to the edge of the page, at least; larger shapes may run off it. By how much at a time the map
is moved in search of an empty place.
"""
STACKED, UNDER = 3, (0.11, -0.1)
"""One counter in so many lies on another, which lies so far right and down of it, in edges."""


@dataclass(frozen=True, slots=True)
class CoverInk:
    """The colours of a cover.

    ground   of the page, behind the words
    words    the title
    quiet    smaller words
    rule     the line below the title
    night    from a colour of the map to that of the cover
    shadows  whether counters throw shadows
    """

    ground: str
    words: str
    quiet: str
    rule: str
    night: Recolour
    shadows: bool


def cover_ink(game: Game) -> CoverInk:
    """The colours for the edition of `game`."""
    ink = title_ink(game)
    pale: Recolour = lambda colour: mix(colour, "#ffffff", 0.35)  # noqa: E731
    night = pale if game.style.ink == "low" else _night(ink.deep, game.style.palette)
    return CoverInk(ink.ground, ink.words, ink.quiet, ink.rule, night, ink.shadows)


def _night(deep: str, palette: Mapping[str, str]) -> Recolour:
    """What a colour of the map becomes: grounds as dark as they are far from white, water darker than any, and lines
    and letters bright, those of coasts and rivers too.
    """
    strongest = max(parse(deep))
    bright = to_hex(tuple(channel / strongest for channel in parse(deep)))  # type: ignore[arg-type]
    lit = mix(bright, "#ffffff", 0.35)
    lines = [parse(palette[role]) for role in SHORES if role in palette]
    waters = [parse(colour) for role, colour in palette.items() if _WATER.fullmatch(role)]

    def night(colour: str) -> str:
        light, channels = luminance(colour), parse(colour)
        spread = max(channels) - min(channels)
        if light < DARK:
            return mix(colour, "#ffffff", 0.3) if spread > VIVID else mix(lit, "#ffffff", 0.6)
        if any(_near(channels, line) for line in lines):
            return mix(lit, "#ffffff", 0.3)
        if any(_near(channels, water) for water in waters):
            return mix(deep, "#000000", min(max(0.9 - light, 0.0), 0.45))
        if spread > SIGNAL:
            return mix(colour, deep, 0.2)
        return mix(mix(deep, lit, max(0.0, 0.8 * (light - 0.38))), colour, 0.12)

    return night


def _near(one: Sequence[float], other: Sequence[float]) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < ALIKE


def draw_cover(game: Game, look: BookLook, board: HexBoard | MapPlan) -> Drawing:
    """The whole page.

    board  what the art is cut from: the printed hex map, or the plan of another map
    Raises LayoutError when the style names a space that the map lacks.
    """
    plan = board.plan if isinstance(board, HexBoard) else board
    ink = cover_ink(game)
    width, height = look.page_mm
    page = Path(rect(-BLEED_MM, -BLEED_MM, width + 2 * BLEED_MM, height + 2 * BLEED_MM))
    title, end = _title(game, look, ink)
    foot, begin = _foot(game, look, ink)
    window = rect(-BLEED_MM, end + CLEAR_MM, width + 2 * BLEED_MM, begin - end - 2 * CLEAR_MM)
    lying: list[Node] = []
    if game.style.cover:
        art: Node = _picture(game, game.style.cover, look)
    else:
        ranks = ranks_of(game, width, begin - end - 4 * CLEAR_MM)
        middle = width / 2, (end + begin) / 2
        tilt = _emptiest(game, board, ranks, _turned(game, plan, ranks.size_mm, middle), look)
        art = _ground(game, board, ranks, tilt, look, (end + CLEAR_MM, begin - CLEAR_MM))
        lying = [Group(tuple(_lying(game, ranks, tilt, shadows=ink.shadows)), transform=tilt.matrix)]
    edges = [Path(rect(-BLEED_MM, y, width + 2 * BLEED_MM, EDGE_LINE_MM), fill=ink.rule)
             for y in (end + CLEAR_MM - EDGE_LINE_MM, begin - CLEAR_MM)]  # fmt: skip
    nodes: list[Node] = [Path(page.segments, fill=ink.ground), Group((art, *lying), clip=Path(window)), *edges]
    words = (mirrored((*title, *foot), width),) if is_right_to_left(game.language) else (*title, *foot)
    return Drawing((Group((*nodes, *words), clip=page),), width, height)


# Art -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ranks:
    """The counters of a cover, `size_mm` large, and where their middles lie, right and down of the middle of all."""

    size_mm: float
    places: tuple[tuple[Counter, float, float], ...]


@dataclass(frozen=True, slots=True)
class Tilt:
    """How the map is laid on the page: larger by `scale`, turned, with its point `at` at `to`."""

    scale: float
    at: Point
    to: Point

    @property
    def matrix(self) -> Matrix:
        """From the map to the page."""
        angle, (x, y) = math.radians(TURN_DEG), self.at
        cosine, sine = self.scale * math.cos(angle), self.scale * math.sin(angle)
        return cosine, sine, -sine, cosine, self.to[0] - cosine * x + sine * y, self.to[1] - sine * x - cosine * y

    def boxes(self, ranks: Ranks) -> list[tuple[Counter, Box]]:
        """Each counter and its box on the map."""
        size = ranks.size_mm / self.scale
        return [
            (c, _around((self.at[0] + x / self.scale, self.at[1] + y / self.scale), size)) for c, x, y in ranks.places
        ]


def _picture(game: Game, picture: FullPicture, look: BookLook) -> Group:
    """The game's own picture on the whole page; pale in the low-ink edition."""
    width, height = look.page_mm
    box = (-BLEED_MM, -BLEED_MM, width + 2 * BLEED_MM, height + 2 * BLEED_MM)
    nodes = picture_nodes(picture, box, style=game.style, fit="cover")
    return Group(nodes, opacity=PALE if game.style.ink == "low" else 1.0)


def _turned(game: Game, plan: MapPlan, size_mm: float, to: Point) -> Tilt:
    """The map at the scale of its counters, with the space that the style names, or its own middle, at `to`.

    Raises LayoutError when the map has no such space.
    """
    x, y, width, height = plan.frame_mm
    name, at = game.style.cover_at, (x + width / 2, y + height / 2)
    if name is not None and name not in plan.spaces and not (plan.hexes and name in plan.hexes.centres):
        raise LayoutError(f"style.yaml: `cover_at` has {name!r}, which is no space of the map")
    if name is not None and plan.hexes is not None:
        at = plan.hexes.centres[name]
    elif name is not None:
        left, top, across, high = plan.spaces[name].stack
        at = left + across / 2, top + high / 2
    return Tilt(size_mm / game.style.counters.size_mm, at, to)


def _ground(
    game: Game, board: HexBoard | MapPlan, ranks: Ranks, tilt: Tilt, look: BookLook,
    free: tuple[float, float],
) -> Group:  # fmt: skip
    """The part of the map that the page shows, without what counters or the edges of the page would cut.

    free  from where to where down the page names can be read
    """
    plan = board.plan if isinstance(board, HexBoard) else board
    width, (top, bottom) = look.page_mm[0], free
    box = _shown(plan, tilt, look)
    more = NEAR_MM / tilt.scale
    covered = [(x0 - more, y0 - more, x1 + more, y1 + more) for _, (x0, y0, x1, y1) in tilt.boxes(ranks)]

    def pieces(layers: Sequence[Group]) -> list[Node]:
        nodes: list[Node] = []
        for layer in layers:
            piece = [*_readable(piece_of([layer], box, covered), tilt.matrix, top, bottom)]
            if layer.layer not in SMALL_LAYERS:
                nodes += piece
                continue
            turned = marks((Group(tuple(piece), transform=tilt.matrix),))
            cut = [
                here for (_, node, (x0, y0, x1, y1)), (_, _, here) in zip(turned, marks(piece), strict=True)
                if min(x0, y0 - top, width - x1, bottom - y1) < EDGE_MM
                and (isinstance(node, Text) or max(x1 - x0, y1 - y0) < LARGE_MM)
            ]  # fmt: skip
            cut += _locations_cut(plan, covered)
            nodes += whole(piece, box, covered, cut)
        return nodes

    if isinstance(board, HexBoard):  # without the numbers of its hexes, which nobody looks up here
        nodes = (*board.piece(box, [box])[:1], *pieces(_words(game, board)))
    else:
        nodes = tuple(pieces([layer for layer in map_layers(game, board) if layer.layer != "stacks"]))
    frame = Path(rect(box[0], box[1], box[2] - box[0], box[3] - box[1]))
    return Group((Group(nodes, clip=frame),), transform=tilt.matrix)


def _readable(nodes: Iterable[Node], turn: Matrix, top: float, bottom: float) -> Iterator[Node]:
    """`nodes` without curved names of which a part is lost above `top` or below `bottom` on the page."""
    _, b, _, d, _, f = turn
    for node in nodes:
        if isinstance(node, Group):
            yield replace(node, children=tuple(_readable(node.children, turn, top, bottom)))
        elif not isinstance(node, TextOnPath) or all(top < b * x + d * y + f < bottom for x, y in node.points):
            yield node


def _words(game: Game, board: HexBoard | MapPlan) -> list[Group]:
    """The layers of names, towns and badges."""
    if isinstance(board, HexBoard):
        return list(hex_name_layers(game, board.plan, map_ink(game.map, game.style)))
    return [layer for layer in map_layers(game, board) if layer.layer in SMALL_LAYERS]


def _locations_cut(plan: MapPlan, covered: Sequence[Box]) -> list[Box]:
    """The boxes of locations on roads, tabs included, that counters would cut."""
    cut = []
    for space in plan.spaces.values() if plan.roads else ():
        (left, top, width, tab), high = space.name_rect, space.stack[3]
        if any(left < x1 and x0 < left + width and top < y1 and y0 < top + tab + high for x0, y0, x1, y1 in covered):
            cut.append((left, top, left + width, top + tab + high))
    return cut


def _shown(plan: MapPlan, tilt: Tilt, look: BookLook) -> Box:
    """The part of the map that may be seen on the page, in mm of the map."""
    width, height = look.page_mm
    reach = math.hypot(width, height) / 2 / tilt.scale
    fx, fy, fwidth, fheight = plan.frame_mm
    (x, y), angle = tilt.at, abs(math.radians(TURN_DEG))
    across = (width / 2 * math.cos(angle) + height * 0.62 * math.sin(angle)) / tilt.scale
    return max(fx, x - across), max(fy, y - reach), min(fx + fwidth, x + across), min(fy + fheight, y + reach)


def _emptiest(game: Game, board: HexBoard | MapPlan, ranks: Ranks, tilt: Tilt, look: BookLook) -> Tilt:
    """The map moved a little, so that the counters hide the least of its names and badges."""
    plan = board.plan if isinstance(board, HexBoard) else board
    words = [(node.size_pt, box) for _, node, box in marks(_words(game, board)) if isinstance(node, Text)]
    whole_mm = _extent(_shown(plan, tilt, look))

    def hides(moved: Tilt) -> float:
        covered = [box for _, box in moved.boxes(ranks)]
        hidden = sum(
            size for size, (x0, y0, x1, y1) in words
            if any(x0 < right and left < x1 and y0 < bottom and top < y1 for left, top, right, bottom in covered)
        )
        return hidden + 2.0 * max(whole_mm - _extent(_shown(plan, moved, look)), 0.0)

    steps = [n * MOVE_MM / tilt.scale for n in (0, -1, 1, -2, 2, -3, 3)]
    (x, y) = tilt.at
    return min((replace(tilt, at=(x + dx, y + dy)) for dy in steps for dx in steps), key=hides)


def _extent(box: Box) -> float:
    return box[2] - box[0] + box[3] - box[1]


def _around(point: tuple[float, float], size: float) -> Box:
    return point[0] - size / 2, point[1] - size / 2, point[0] + size / 2, point[1] + size / 2


def _lying(game: Game, ranks: Ranks, tilt: Tilt, *, shadows: bool) -> Iterator[Node]:
    """The counters on the map; under some lies another of their side that is seen nowhere else."""
    shown = {counter.id for counter, _, _ in ranks.places}
    hidden = {
        side.id: [c for c in best_units(game, side.id) if c.id not in shown] for side in game.info.sides
    }  # fmt: skip
    for number, (counter, (left, top, right, bottom)) in enumerate(tilt.boxes(ranks)):
        x, y, size = (left + right) / 2, (top + bottom) / 2, right - left
        below = hidden.get(counter.group.side or "", [])
        if number % STACKED == 1 and below:
            yield laid(game, below.pop(0), x + UNDER[0] * size, y + UNDER[1] * size, size, shadow=shadows)
        yield laid(game, counter, x, y, size, shadow=shadows)


RANKS = {1: (4, 4, 4), 2: (4, 5, 4), 3: (4, 4, 4), 4: (4, 4, 4, 4)}
"""Sides -> counters in each rank, top rank first; of two sides one has the last two ranks."""


def ranks_of(game: Game, width: float, room: float) -> Ranks:
    """The counters: a side faces another across a strip of map; all within `room` mm of height once they are turned."""
    sides = [counters for side in game.info.sides if (counters := best_units(game, side.id))][: max(RANKS)]
    if not sides:  # markers only
        return Ranks(CHIT_MM, ())
    sides.sort(key=lambda counters: len({counter.group.type for counter in counters}))
    owners = [min(rank, len(sides) - 1) for rank in range(len(RANKS[len(sides)]))]
    left = {number: list(counters) for number, counters in enumerate(sides)}
    y, places = 0.0, []
    for rank, (count, owner) in enumerate(zip(RANKS[len(sides)], owners, strict=True)):
        counters, left[owner] = left[owner][:count], left[owner][count:]
        y += (PITCH if owner == owners[rank - 1] else PITCH + (0.3 if len(sides) > 2 else 0.6)) if rank else 0.0
        shift = -0.3 if rank % 2 == 0 else 0.3
        places += [(c, shift + (n - (len(counters) - 1) / 2) * PITCH, y) for n, c in enumerate(counters)]
    cosine, sine = math.cos(math.radians(TURN_DEG)), math.sin(math.radians(TURN_DEG))
    down = [y * cosine + x * sine for _, x, y in places]
    across = [x * cosine - y * sine for _, x, y in places]
    one = 1.25 + 2 * ASTRAY
    size = min(room / (max(down) - min(down) + one), (width - 16.0) / (max(across) - min(across) + one), CHIT_MM)
    x, y = (min(across) + max(across)) / 2, (min(down) + max(down)) / 2
    x, y = x * cosine + y * sine, y * cosine - x * sine
    return Ranks(size, tuple((c, (px - x) * size, (py - y) * size) for c, px, py in places))


# Words -----------------------------------------------------------------------------------------------


def _title(game: Game, look: BookLook, ink: CoverInk) -> tuple[list[Node], float]:
    """What stands above the art, and where it ends."""
    words, info = game.words, game.info
    measure = look.page_mm[0] - 2 * SIDE_MM
    nodes: list[Node] = []
    y = 20.0
    kind = words.text("Rules of play").upper()
    nodes.append(Text(SIDE_MM, y, kind, "sans-semibold", 9.4, ink.quiet, tracking_em=0.12))
    font = game.style.faces.title
    lines = title_lines(info.printed_title.upper(), font, measure)
    size = min(MOST_PT, *(measure / width_mm(text, font, 1.0) for text in lines))
    y += 7.0
    for text in lines:
        y += size * MM_PER_PT * (0.80 if text is lines[0] else 0.95)
        nodes.append(Text(SIDE_MM, y, text, font, size, ink.words))
    y += 6.5
    nodes.append(Path(rect(SIDE_MM, y, measure, 1.6), fill=ink.rule))
    y += 3.4
    for text in wrapped(info.subtitle, "condensed-medium", 18.0, measure):
        y += 7.4
        nodes.append(Text(SIDE_MM, y, text, "condensed-medium", 18.0, ink.words))
    y += 1.6
    for text in wrapped(first_sentence(info.theme), "sans-regular", 10.6, measure * 0.72):
        y += 5.4
        nodes.append(Text(SIDE_MM, y, text, "sans-regular", 10.6, ink.quiet))
    return nodes, y


def title_lines(title: str, font: str, measure: float) -> list[str]:
    """The title on one line, or on two of nearly one length where it would be too small."""
    words = title.split(" ")
    if len(words) == 1 or measure / width_mm(title, font, 1.0) >= ONE_LINE_PT:
        return [title]
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return list(min(cuts, key=lambda pair: max(width_mm(part, font, 1.0) for part in pair)))


def first_sentence(text: str) -> str:
    """The text up to the first full stop behind a letter or a year: not that of "22. Juni"."""
    return re.split(r"(?<=[^\W\d_][.!?…])\s|(?<=\d\d\d\.)\s|(?<=。)", text.strip(), maxsplit=1)[0]


def _foot(game: Game, look: BookLook, ink: CoverInk) -> tuple[list[Node], float]:
    """What stands below the art, and where it begins: the facts of the game, who made it."""
    words, info = game.words, game.info
    width, height = look.page_mm
    measure = width - 2 * SIDE_MM
    credits = [f"{credit.role}: {', '.join(credit.names)}" for credit in info.credits.lines]
    version = words.text("Version {version}", version=info.version).replace(" ", "\u00a0")
    small = "  ·  ".join([*credits, version])
    lines = wrapped(small, "condensed-regular", CREDIT_PT, measure)
    y = height - 14.0 - (len(lines) - 1) * CREDIT_PT * MM_PER_PT * 1.35
    nodes: list[Node] = [
        Text(SIDE_MM, y + n * CREDIT_PT * MM_PER_PT * 1.35, text, "condensed-regular", CREDIT_PT, ink.quiet)
        for n, text in enumerate(lines)
    ]
    facts = _facts(game)
    widths = [max(width_mm(fact, "condensed-bold", FACT_PT), LABEL_MM) for fact, _ in facts]
    size = FACT_PT * min(1.0, (measure - 5.0 * (len(facts) - 1)) / sum(widths))
    gap = (measure - sum(widths) * size / FACT_PT) / max(len(facts) - 1, 1)
    labels = [
        wrapped(label, "sans-regular", LABEL_PT, long * size / FACT_PT + gap - 3.0)
        for (_, label), long in zip(facts, widths, strict=True)
    ]
    most = max(map(len, labels))
    y -= 8.0 + most * LABEL_LEADING_MM
    x = SIDE_MM
    for (fact, _), lines, long in zip(facts, labels, widths, strict=True):
        nodes.append(Text(x, y, fact, "condensed-bold", size, ink.words))
        nodes += [
            Text(x, y + (number + 1.1) * LABEL_LEADING_MM, text, "sans-regular", LABEL_PT, ink.quiet)
            for number, text in enumerate(lines)
        ]
        x += long * size / FACT_PT + gap
    return nodes, y - 7.5


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
        facts.append((f"{game.map.hexes.grid.km:g} km", words.text("from hex to hex")))
    return [fact for fact in facts if fact[0]]
