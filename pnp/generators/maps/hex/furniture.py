"""Title cartouche and scale of a hex map."""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Node, Path, Segment, Stroke, Text, line, polyline, rect
from pnp.draw.text import width_mm
from pnp.generators.maps.hex.poster import poster_title
from pnp.generators.maps.ink import INK, MapInk, fitted, label, on_scale
from pnp.maps.lines import Point
from pnp.model.game import Game
from pnp.units import MM_PER_PT

RIDGES = ((0.3, 0.05), (0.2, 0.055), (0.1, 0.05))
"""Height and amplitude of each ridge, as shares of the cartouche's height, from back to front."""
SCALE_HEXES = 5
TITLE_TRACKING = 0.06
PAD_MM, SIDES_MM = 4.0, 1.6
"""Beside the words of a cartouche, and the height of the band at its foot in the colours of two sides."""
STRIP = 7.0
"""Width of a cartouche, in heights, from which its subtitle stands at the right of its title."""


def hex_title(game: Game, area: Sequence[float], ink: MapInk) -> Group:
    """The cartouche: the title over three wooded ridges, in the snow where the map has ice and green where not.

    A style may ask for a plate with a double edge or a poster instead.
    """
    if game.style.cartouche == "poster":
        return poster_title(game, area, ink)
    if game.style.cartouche == "plate":
        return _title_plate(game, area, ink)
    x, y, width, height = (float(v) for v in area)
    inner = (x + 1.4, y + 1.4, width - 2.8, height - 2.8)
    # With little ink the night becomes day: white sky, pale hills, the title in the night's colour.
    icy = game.map.hexes is not None and any(terrain.look == "ice" for terrain in game.map.hexes.terrains)
    near = "#f7fafb" if icy else ink["forest"]
    sky, near = ("#ffffff", mix("#ffffff", ink["navy"], 0.24)) if ink.low else (ink["navy"], near)
    land = [mix(sky, near, share) for share in (0.22, 0.5, 1.0)]
    scenery: list[Node] = [Path(rect(*inner), fill=sky)]
    for index, (up, sway) in enumerate(RIDGES):
        scenery += _ridge(game.info.id, index, inner, 1 - up, sway, land[index], _wood(sky, land[index], index, ink))
    sides = list(game.style.sides.values())[:2]
    part, foot = inner[2] / max(1, len(sides)), inner[1] + inner[3] - SIDES_MM
    for number, side in enumerate(sides):
        scenery.append(Path(rect(inner[0] + number * part, foot, part, SIDES_MM), fill=side.ground))
    nodes: list[Node] = [
        Path(rect(x, y, width, height), fill=ink["panel"], stroke=Stroke(INK, 1.0)),
        Group(tuple(scenery), clip=Path(rect(*inner))),
    ]
    return Group((*nodes, *_words(game, inner, ink)))


def _title_plate(game: Game, area: Sequence[float], ink: MapInk) -> Group:
    """The title in the middle of a plate with a double edge, above a rule and the subtitle."""
    x, y, width, height = (float(v) for v in area)
    faces, room, middle = game.style.faces, width - 12.0, x + width / 2
    lines, size, stretch = _title_lines(game.info.printed_title.upper(), faces.title, room, height)
    small, narrow = fitted(
        game.info.subtitle, faces.subtitle, on_scale(min(16.0, 0.5 * size)), 6.0, room)
    cap, low = 0.7 * size * MM_PER_PT, 0.7 * small * MM_PER_PT
    gap = max(2.2, 0.5 * cap)
    rise = len(lines) * cap + (len(lines) - 1) * gap
    top = y + (height - rise - 2 * gap - low) / 2
    rule = top + rise + gap
    nodes: list[Node] = [
        Path(rect(x, y, width, height), fill=ink["panel"], stroke=Stroke(INK, 2.0)),
        Path(rect(x + 1.4, y + 1.4, width - 2.8, height - 2.8), stroke=Stroke(INK, 0.5)),
        *(
            Text(
                middle, top + cap + n * (cap + gap), words, faces.title, size, INK, anchor="middle",
                tracking_em=TITLE_TRACKING, stretch=stretch,
            )
            for n, words in enumerate(lines)
        ),
        line(x + 0.18 * width, rule, x + 0.82 * width, rule, Stroke(ink["accent"], 1.6)),
        Text(middle, rule + gap + low, game.info.subtitle, faces.subtitle, small, INK, anchor="middle", stretch=narrow),
    ]
    return Group(tuple(nodes))


def _title_lines(title: str, face: str, room: float, height: float) -> tuple[tuple[str, ...], float, float]:
    """The title on one line or two, whichever can be set larger; its size and stretch."""
    words = title.split()
    ways = [(title,), *((" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words)))]
    best: tuple[tuple[str, ...], float, float] = ((title,), 0.0, 1.0)
    for way in ways:
        largest = min(64.0, (1.1 if len(way) > 1 else 0.95) * height / len(way))
        widest = max(way, key=lambda text: width_mm(text, face, largest, TITLE_TRACKING))
        size, stretch = fitted(widest, face, largest, 16.0, room, TITLE_TRACKING)
        if size > best[1]:
            best = (way, size, stretch)
    return best


def _wood(sky: str, land: str, index: int, ink: MapInk) -> str:
    """The colour of the trees on a ridge, darker the nearer it is; grey in the low-ink edition."""
    if ink.low:
        return mix("#ffffff", ink["navy"], (0.2, 0.32, 0.45)[index])
    return mix(sky, land, 0.42 if index < 2 else 0.3)


def _words(game: Game, inner: tuple[float, float, float, float], ink: MapInk) -> list[Node]:
    """The title over a rule and the subtitle; in a strip the subtitle at its right, without a rule."""
    x, y, width, height = inner
    strip = width > STRIP * height
    left, right, faces = x + PAD_MM, x + width - PAD_MM, game.style.faces
    title, room = game.info.printed_title.upper(), (0.55 if strip else 1.0) * (width - 2 * PAD_MM)
    size, stretch = fitted(title, faces.title, on_scale((2.1 if strip else 1.25) * height), 16.0, room, 0.03)
    cap = 0.698 * size * MM_PER_PT
    top = y + (0.42 * (height - cap) if strip else max(0.09 * height, 2.4))
    rule = top + cap + 0.03 * height + 0.9
    small, narrow = fitted(
        game.info.subtitle, faces.subtitle, on_scale(min(12.5, (0.45 if strip else 0.3) * size)), 6.4,
        0.4 * (width - 2 * PAD_MM) if strip else room,
    )  # fmt: skip
    base = top + cap if strip else rule + 1.7 + 0.698 * small * MM_PER_PT
    bright, pale = (ink["navy"], INK) if ink.low else ("#ffffff", "#f2f5f7")
    words = Text(left, top + cap, title, faces.title, size, bright, tracking_em=0.03, stretch=stretch)
    under = Text(left, base, game.info.subtitle, faces.subtitle, small, pale, stretch=narrow)
    if strip:
        return [words, replace(under, x=right, anchor="end")]
    return [words, line(left, rule, right, rule, Stroke(mix(ink["accent"], "#ff6655", 0.25), 2.2)), under]


def _ridge(
    seed: str, index: int, inner: tuple[float, float, float, float], foot: float, sway: float, colour: str, wood: str
) -> list[Node]:
    """A wavy ridge with spruces on it."""
    x, y, width, height = inner
    random = Random(zlib.crc32(f"{seed}/{index}".encode()))
    waves = [(random.uniform(0.8, 4.5), random.uniform(0, 2 * math.pi), random.uniform(0.3, 1.0)) for _ in range(4)]

    def top(at: float) -> float:
        share = (at - x) / width
        swell = sum(size * math.sin(2 * math.pi * count * share + phase) for count, phase, size in waves)
        return y + height * (foot + sway * swell / 2)

    steps = [x + width * k / 60 for k in range(61)]
    outline = [(round(at, 3), round(top(at), 3)) for at in steps]
    nodes: list[Node] = [Path(polyline([*outline, (x + width, y + height), (x, y + height)], close=True), fill=colour)]
    tall = height * (0.045, 0.07, 0.12)[index]
    at, trees = x + random.uniform(0, tall), []
    while at < x + width:
        if random.random() < (0.9, 0.8, 0.62)[index]:
            trees += spruce((round(at, 3), round(top(at) + 0.08 * tall, 3)), tall * random.uniform(0.7, 1.3))
        at += tall * random.uniform(0.3, 0.75)
    nodes.append(Path(tuple(trees), fill=wood))
    return nodes


def spruce(foot: Point, tall: float) -> list[Segment]:
    """A spruce: two tiers and a stem."""
    x, y = foot
    wide = 0.23 * tall
    tiers = (((x - wide, y - 0.1 * tall), (x, y - 0.72 * tall), (x + wide, y - 0.1 * tall)),
             ((x - 0.7 * wide, y - 0.45 * tall), (x, y - tall), (x + 0.7 * wide, y - 0.45 * tall)))  # fmt: skip
    segments: list[Segment] = []
    for tier in tiers:
        segments += polyline([(round(px, 3), round(py, 3)) for px, py in tier], close=True)
    segments += rect(round(x - 0.04 * tall, 3), round(y - 0.12 * tall, 3), round(0.08 * tall, 3), round(0.12 * tall, 3))
    return segments


# Scale ----------------------------------------------------------------------------------------------


def scale_panel(game: Game, area: Sequence[float], ink: MapInk) -> Group:
    """A bar in kilometres and hexes, the ratio, and the north arrow."""
    x, y, width, height = (float(v) for v in area)
    hexes = game.map.hexes
    nodes: list[Node] = [Path(rect(x, y, width, height), fill=ink["panel"], stroke=Stroke(INK, 1.0))]
    if hexes is None or not hexes.grid.km:
        return Group(tuple(nodes))
    km, flat = float(hexes.grid.km), float(hexes.grid.flat_mm)
    count = max(1, min(SCALE_HEXES, int((width - 24.0) // flat)))
    left, base = x + 5.0, y + 4.6
    for index in range(count):
        fill = INK if index % 2 == 0 else "#ffffff"
        nodes.append(Path(rect(left + index * flat, base, flat, 1.3), fill=fill, stroke=Stroke(INK, 0.5)))
    hexes_word = game.words.count("{n} hex", "{n} hexes", count)
    for index in range(count + 1):
        at = round(left + index * flat, 3)
        text = game.words.text("{n} km", n=f"{km * index:g}") if index == count else f"{km * index:g}"
        nodes.append(Text(at, base - 1.0, text, "condensed-semibold", 7.0, INK, anchor="middle"))
        below = hexes_word if index == count else str(index)
        nodes.append(Text(at, base + 3.5, below, "condensed-regular", 6.0, INK, anchor="middle"))
    ratio = round(km * 1e6 / flat / 10000) * 10000
    words = game.words.text("one hex = {km} km", km=f"{km:g}") + f" · 1 : {ratio:,}".replace(",", "\u2009")
    nodes.append(label(words, left, base + 6.7, "condensed-regular", 6.5, width - 20.0, colour=ink["quiet-text"]))
    at, half = (x + width - 8.0, y + height / 2), min(6.5, height / 2 - 1.5)
    if hexes.grid.turn_deg:
        nodes.append(_direction_of_rows(at, half, float(hexes.grid.turn_deg)))
    nodes += north_arrow(*at, half, game.words.text("N"))
    return Group(tuple(nodes))


def _direction_of_rows(at: Point, half: float, turn_deg: float) -> Path:
    """A dashed line through the compass needle, as the rows of a turned grid run."""
    dx, dy = half * math.cos(math.radians(turn_deg)), half * math.sin(math.radians(turn_deg))
    return line(at[0] - dx, at[1] - dy, at[0] + dx, at[1] + dy, Stroke(INK, 0.5, dash_mm=(1.2, 0.7)))


def north_arrow(x: float, y: float, half: float, letter: str) -> list[Node]:
    """A compass needle, its west half filled, above `letter`."""
    tip, foot = y - half, y + 0.35 * half
    wide = 0.32 * half
    west = [(x, tip), (x - wide, foot), (x, foot - 0.3 * half)]
    east = [(x, tip), (x + wide, foot), (x, foot - 0.3 * half)]
    size = 1.5 * half
    return [
        Path(polyline(west, close=True), fill=INK, stroke=Stroke(INK, 0.5, join="round")),
        Path(polyline(east, close=True), fill="#ffffff", stroke=Stroke(INK, 0.5, join="round")),
        Text(x, round(y + half, 3), letter, "condensed-bold", max(6.0, size), INK, anchor="middle"),
    ]
