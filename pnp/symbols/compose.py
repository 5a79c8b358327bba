"""Unit symbols put together from parts: `infantry+motorised+mountain`.

Each part has a place in the box, and no place is taken twice: lines from edge to edge (the arm), a track in the
middle, a sign in the middle, a sign at the foot, a strip under all that, a band or a sign at the top, posts at the
sides. A strip and a band take room, and the rest is drawn smaller; a sign in the middle stands in a clearing of the
lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from pnp.draw.scene import Node, Path, Stroke
from pnp.errors import did_you_mean
from pnp.symbols import arms, materiel, mobility, outlines, units, vehicles
from pnp.symbols.box import SymbolBox

Symbol = Callable[[SymbolBox], tuple[Node, ...]]

PLACES = {
    "lines": "lines from edge to edge",
    "track": "a track in the middle",
    "middle": "a sign in the middle",
    "foot": "a sign at the foot",
    "strip": "a strip under all else",
    "band": "a band at the top",
    "top": "a sign at the top",
    "posts": "posts at the sides",
    "whole": "a drawing of the whole box",
}
"""Place -> what stands there, in words."""

SEVERAL = 4
"""Most parts of a symbol: on a counter of half an inch more can't be told apart."""

MAIN = ("lines", "track", "middle", "whole")
"""Places of which a symbol needs one: the others only say more of an arm."""

CLEARING = 2.2
"""Width of the clearing around a sign on lines, in symbol lines on each side."""


@dataclass(frozen=True, slots=True)
class SymbolPart:
    """A part of a symbol.

    place  a key of PLACES
    draw   draws it in the whole box, or in what others leave of it
    room   for a strip, the share of the height that it leaves to the others; for a band, the share that it takes
    inset  for posts, the share of the width that each side loses: left and right
    solid  whether it can be told from lines without a clearing
    """

    place: str
    draw: Symbol
    room: float = 0.0
    inset: tuple[float, float] = (0.0, 0.0)
    solid: bool = False


_strip = partial(SymbolPart, "strip", room=0.74)

PARTS: dict[str, SymbolPart] = {
    # Arms
    "infantry": SymbolPart("lines", units.infantry),
    "cavalry": SymbolPart("lines", units.cavalry),
    "reconnaissance": SymbolPart("lines", arms.reconnaissance),
    "anti-tank": SymbolPart("lines", arms.anti_tank),
    "air-defence": SymbolPart("lines", arms.air_defence),
    "signals": SymbolPart("lines", arms.signals),
    "medical": SymbolPart("lines", arms.medical),
    "supply": SymbolPart("lines", arms.supply),
    "partisans": SymbolPart("lines", arms.partisans),
    "irregulars": SymbolPart("lines", materiel.irregulars),
    "armour": SymbolPart("track", units.armour),
    # What they have
    "artillery": SymbolPart("middle", units.artillery),
    "rockets": SymbolPart("middle", arms.rockets),
    "missiles": SymbolPart("middle", arms.missiles),
    "mortars": SymbolPart("middle", arms.mortars),
    "machine-guns": SymbolPart("middle", arms.machine_guns),
    "engineers": SymbolPart("middle", arms.engineers),
    "bridging": SymbolPart("middle", arms.bridging),
    "labour": SymbolPart("middle", arms.labour),
    "chemical": SymbolPart("middle", arms.chemical),
    "observation": SymbolPart("middle", arms.observation),
    "transport": SymbolPart("middle", arms.transport),
    "maintenance": SymbolPart("middle", arms.maintenance),
    "ammunition": SymbolPart("middle", arms.ammunition),
    "fuel": SymbolPart("middle", arms.fuel),
    "police": SymbolPart("middle", vehicles.police),
    "air": SymbolPart("middle", units.air),
    "helicopter": SymbolPart("middle", vehicles.helicopter),
    "special-forces": SymbolPart("middle", units.special_forces),
    # Where and how they fight and move
    "mountain": SymbolPart("foot", mobility.mountain, solid=True),
    "marines": SymbolPart("foot", mobility.marines),
    "motorised": _strip(mobility.motorised),
    "tracked": _strip(mobility.tracked),
    "ski": SymbolPart("strip", mobility.ski, room=0.66),
    "airborne": SymbolPart("strip", mobility.airborne, room=0.7),
    "air-assault": _strip(mobility.air_assault),
    "amphibious": _strip(mobility.amphibious),
    "railway": _strip(mobility.railway),
    "pack": _strip(mobility.pack),
    "bicycle": _strip(mobility.bicycle),
    # Who they are
    "headquarters": SymbolPart("band", units.headquarters, room=0.2),
    "fortress": SymbolPart("band", arms.fortress, room=0.22),
    "guards": SymbolPart("top", arms.guards),
    "security": SymbolPart("posts", arms.security, inset=(0.15, 0.0)),
    "border-guards": SymbolPart("posts", arms.border_guards, inset=(0.15, 0.15)),
    # Outlines
    "tank": SymbolPart("whole", materiel.tank),
    "armored-car": SymbolPart("whole", outlines.armored_car),
    "wagon": SymbolPart("whole", outlines.wagon),
    "columns": SymbolPart("whole", vehicles.columns),
    "locomotive": SymbolPart("whole", outlines.locomotive),
    "armored-train": SymbolPart("whole", materiel.armored_train),
    "gunboat": SymbolPart("whole", materiel.gunboat),
    "landing-craft": SymbolPart("whole", outlines.landing_craft),
    "transport-ship": SymbolPart("whole", outlines.transport_ship),
    "destroyer": SymbolPart("whole", outlines.destroyer),
    "warship": SymbolPart("whole", materiel.warship),
    "carrier": SymbolPart("whole", outlines.carrier),
    "submarine": SymbolPart("whole", outlines.submarine),
    "fighter": SymbolPart("whole", outlines.fighter),
    "bomber": SymbolPart("whole", outlines.bomber),
    "transport-plane": SymbolPart("whole", outlines.transport_plane),
    "airship": SymbolPart("whole", outlines.airship),
}
"""Every part by its name, in the order in which a picture shows them."""

_EDGES = ("headquarters", "fortress", "security", "border-guards", "partisans")


def misfit(name: str, whole: Iterable[str]) -> tuple[str, str] | None:
    """What is wrong with the name of a unit's symbol, and a hint; None when it can be drawn.

    whole  names of symbols that aren't put together
    """
    single = list(whole)
    if name in single:
        return None
    names = name.split("+")
    if len(names) == 1 and name not in PARTS:
        return f"there is no drawing for {name!r}", _suggested(name, [*single, *PARTS])
    for part in names:
        if part not in PARTS:
            if part in single:
                return f"{part!r} is no part of a symbol", f"it stands alone; parts are {', '.join(sorted(PARTS))}"
            return f"there is no part {part!r} of a symbol", _suggested(part, PARTS)
    for index, part in enumerate(names):
        if part in names[:index]:
            return f"{part!r} stands twice in {name!r}", "leave one out"
        clash = next((other for other in names[:index] if not _fit(other, part)), None)
        if clash is not None:
            others = [other for other in names if other != part]
            return f"{clash!r} and {part!r} don't fit together: {_why(clash, part)}", _fitting(others)
    if len(names) > SEVERAL:
        return f"a symbol of {len(names)} parts", f"at most {SEVERAL} can be told apart: leave some out"
    if not any(PARTS[part].place in MAIN for part in names):
        arms_there = ", ".join(other for other, part in PARTS.items() if part.place in MAIN[:3])
        return f"{name!r} names no arm", f"add one of {arms_there}"
    return None


def _suggested(name: str, names: Iterable[str]) -> str:
    listed = sorted(set(names))
    return did_you_mean(name, listed) or f"there are {', '.join(listed)}"


def _fit(one: str, other: str) -> bool:
    """Whether two parts can stand in one symbol."""
    first, second = sorted((PARTS[one].place, PARTS[other].place))
    if first == second:
        return False
    if "whole" in (first, second):
        return first == "band"
    if {first, second} == {"band", "top"}:
        return False
    return not ({one, other} & {"special-forces"} and {first, second} & {"lines", "track"})


def _why(one: str, other: str) -> str:
    place, another = PARTS[one].place, PARTS[other].place
    return f"both are {PLACES[place]}" if place == another else f"{PLACES[place]} leaves no room for {PLACES[another]}"


def _fitting(names: list[str]) -> str:
    """What could stand beside `names`."""
    fitting = [part for part in PARTS if part not in names and all(_fit(name, part) for name in names)]
    return f"with {' and '.join(names)} fit {', '.join(fitting)}" if fitting else "it stands alone"


def solid_edge(name: str) -> bool:
    """Whether a symbol has solid parts along the edge of its box."""
    return any(part in _EDGES for part in name.split("+"))


# Drawing -------------------------------------------------------------------------------------------------------------


def composed(name: str) -> Symbol:
    """The drawing of a symbol whose parts fit (`misfit` is None)."""
    by_place = {PARTS[part].place: PARTS[part] for part in name.split("+")}

    def draw(box: SymbolBox) -> tuple[Node, ...]:
        return tuple(_nodes(by_place, box))

    return draw


def _nodes(by_place: dict[str, SymbolPart], box: SymbolBox) -> Iterator[Node]:
    posts, band, strip = (by_place.get(place) for place in ("posts", "band", "strip"))
    left, right = posts.inset if posts else (0.0, 0.0)
    top, bottom = band.room if band else 0.0, strip.room if strip else 1.0
    if band:
        yield from band.draw(replace(box, letters=""))
    if strip:
        yield from strip.draw(box)
    if posts:
        yield from posts.draw(box)
    inner = box.moved(*box.at(left, top * bottom), (1 - left - right) * box.width, bottom * (1 - top) * box.height)
    yield from _inside(by_place, inner)


def _inside(by_place: dict[str, SymbolPart], box: SymbolBox) -> Iterator[Node]:
    """What stands in the box that strip, band and posts leave."""
    lines, track, middle, foot, top = (
        by_place.get(place) for place in ("lines", "track", "middle", "foot", "top")
    )
    central = track or middle
    upper = box.moved(*box.at(0.14, 0.03), 0.72 * box.width, 0.68 * box.height) if central and foot else box
    if whole := by_place.get("whole"):
        yield from whole.draw(box)
    if lines:
        yield from lines.draw(box)
    if track:
        yield from cleared(track.draw(upper), box) if foot and lines else track.draw(upper)
    if middle:
        room = _within(upper, 0.6) if track else upper
        nodes = middle.draw(room)
        yield from cleared(nodes, box) if lines else nodes
    if foot:
        low = box.moved(*box.at(0.18, 0.36), 0.64 * box.width, 0.64 * box.height) if central else box
        yield from cleared(foot.draw(low), box) if lines and not foot.solid else foot.draw(low)
    if top:
        yield from cleared(top.draw(box), box) if lines or track else top.draw(box)


def _within(box: SymbolBox, share: float) -> SymbolBox:
    """The middle of `box`, its sides reduced to `share`."""
    edge = (1 - share) / 2
    return box.moved(*box.at(edge, edge), share * box.width, share * box.height)


def cleared(nodes: Iterable[Node], box: SymbolBox) -> Iterator[Node]:
    """`nodes`, and before them a clearing in the colour of the box around their lines and solid parts."""
    drawn = tuple(nodes)
    for node in drawn:
        if isinstance(node, Path) and (node.fill or node.stroke) and node.fill != box.fill:
            width = (node.stroke.width_pt if node.stroke else 0.0) + 2 * CLEARING * box.line_pt
            yield Path(node.segments, stroke=Stroke(box.fill, width, join="round"))
    yield from drawn
