"""The context that the parts of a module share: the game twice (for names and for texts), the layout, fixed names.

A module is built once in English and once per translation. Names that the engine compares (zones, properties, keys)
always come from `base`, the English game; texts that a player reads come from `shown`. The two trees then differ
only where a translation belongs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pnp.maps.place_names import box_names, place_names
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.info import Side
from pnp.model.map import Box
from pnp.model.words import Words
from pnp.vassal.format.encoding import ctrl, join_fields, named_key
from pnp.vassal.layout import SETUP_BOX, BoardLayout

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")

MAP_NAME = "Main Map"
BOARD_NAME = "Board"

AUTOMATION = "Automation"
"""Name of the player preference, and of the property that tells its value."""

DRAW_COUNT, TARGET_SPACE, MARKED_TURN = "DrawCount", "TargetSpace", "MarkedTurn"
EVENT_STRENGTH, EVENT_SPACE = "EventStrength", "EventSpace"
"""What an event adds to the strength of a fight, and the space where: none other has any of it."""
RESULT_CODE, RESULT_PLACE, RESULT_SIDE = "ResultCode", "ResultPlace", "ResultSide"
"""The result that is carried out, and for a fight in one place the place and the side that attacks there."""
TURN_NUMBER, PHASE_NAME, TURN_TEXT = "TurnNumber", "PhaseName", "Turn_value"
"""Properties of the turn counter: the number, the step of a phase, and all that it shows."""
SAVED_POSITION = "SavedPosition"
"""Property of the module: what pieces and turn counter don't tell of a position, and of which position it is told."""

SPACE_ID = "SpaceId"
"""Property of a zone: the id of the space."""
DUE_TURN = "DueTurn"
"""Property of the zone of a box: the turn for which its units wait; 0 elsewhere."""

PLACE_ID, PLACE_NAME = "PlaceId", "PlaceName"
HERE = f"${PLACE_NAME}$"
"""What reports say of a place: the engine's own $location$ is never translated, so each piece works out the name from
the zone's PlaceId and a translatable message of the module."""

ACTIVATED, REDUCED, SWITCHED, DISPERSED = "Activated", "Reduced", "Switched", "Dispersed"
LAYERS: dict[str, str] = {"activated": ACTIVATED, "reduced": REDUCED, "switched": SWITCHED, "dispersed": DISPERSED}
"""State of a unit in a position, and kind of a back -> name of the layer that shows the back."""

FACE_DOWN, ADVANCED = "face-down", "advanced"
"""States of a unit in a position: masked, and turned over after an advance before combat (the layer `ACTIVATED`)."""

TRACK_VALUE, TRACK_UP, TRACK_DOWN = "TrackValue", "TrackUp", "TrackDown"
"""Properties of the zone of a track's space: its value, and the spaces of the next higher and lower value ("" = none).
"""

RIVER_FROM, BESIDE = "RiverFrom", "Beside"
"""Properties of a zone of a point map: ids of the spaces from which a route crosses a river, and of all with a route to
it, as ",one,two,"."""

KEYS: dict[str, str] = {
    "activate": ctrl("A"), "reduce": ctrl("B"), "switch": ctrl("W"), "eliminate": ctrl("E"), "return": ctrl("R"),
    "disperse": ctrl("J"), "home": ctrl("G"), "fight": ctrl("F"), "invade": ctrl("I"), "counterattack": ctrl("H"),
    "mark": ctrl("M"), "target": ctrl("N"), "calculate": ctrl("L"), "roll": ctrl("O"), "draw": ctrl("D"),
    "ready": ctrl("U"),
    "points": ctrl("P"), "higher": ctrl("Y"), "lower": ctrl("X"), "next": ctrl("T"), "charts": ctrl("K"),
    "hide": ctrl("V"),
}  # fmt: skip
"""Every key a player may press: Ctrl and a letter that VASSAL itself doesn't use. The help page lists them all."""


def letter_of(key: str) -> str:
    """The letter of a Ctrl key."""
    return chr(int(key.split(",")[0]))


@dataclass(frozen=True)
class Context:
    """One build of the module's tree.

    images  picture name by what it shows: ("front", counter id), ("back", counter id), ("table", id) …
    """

    base: Game
    shown: Game
    layout: BoardLayout
    images: Mapping[tuple[str, str], str] = field(default_factory=dict)

    @property
    def words(self) -> Words:
        """The program's own texts in the language shown."""
        return self.shown.words

    @property
    def player_sides(self) -> tuple[Side, ...]:
        """The sides that a player leads, in English."""
        return tuple(s for s in self.base.info.sides if s.played_by == "player")

    @property
    def system_sides(self) -> tuple[Side, ...]:
        """The sides that the rules move for the player, in English."""
        return tuple(s for s in self.base.info.sides if s.played_by == "system")

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the module in the language shown: sides that a player leads or may lead, then the others."""
        sides = [s.name for s in self.shown.info.sides if s.played_by == "player" or s.played_with]
        return (*sides, *(seat.name for seat in self.shown.info.seats))

    def shown_side(self, side_id: str) -> Side:
        """The side in the language shown."""
        return next(s for s in self.shown.info.sides if s.id == side_id)

    def box(self, kind: str, side: str | None = None) -> Box | None:
        """The first box of a kind that serves `side` (or any side), None when the game has none."""
        for box in self.base.boxes:
            if box.kind == kind and (side is None or box.side in (None, side)):
                return box
        return None

    def map_of(self, place: str) -> str:
        """The name of the window on whose board a space, a box or a space of a track lies, in English."""
        display = self.layout.display_of(place)
        return next((d.title for d in self.base.boards if d.id == display), MAP_NAME)

    def board_of(self, place: str) -> str:
        """The name of that board."""
        return self.layout.display_of(place) or BOARD_NAME

    def zone_name(self, place: str) -> str:
        """The English name of the zone of a space, a box or a space of a track."""
        return self._base_names[place]

    def shown_zone_name(self, place: str) -> str:
        """The zone's name in the language shown."""
        return self._shown_names[place]

    @cached_property
    def _base_names(self) -> dict[str, str]:
        return zone_names(self.base)

    @cached_property
    def _shown_names(self) -> dict[str, str]:
        return zone_names(self.shown)


def zone_names(game: Game) -> dict[str, str]:
    """Id of a space, a box or a space of a track -> the name of its zone."""
    called = place_names(game.map)
    names: dict[str, str] = {space.id: called[space.id] for space in game.map.spaces}
    names |= box_names(game)
    names[SETUP_BOX] = game.words.text("Units to set up")
    for track in game.tracks:
        dates = [cell.name for cell in track.spaces]
        for number, cell in enumerate(track.spaces, 1):
            if track.kind == "turn":
                date = " ".join(part for part in (cell.name, track.caption) if part)
                # A tint stands for what the note tells, the weather; of a day with several turns it tells the hours.
                told = cell.note and (cell.tint or dates.count(cell.name) > 1)
                detail = f"{date}, {cell.note}" if told else date
                names[cell.id] = game.words.text("Turn {turn}: {month}", turn=number, month=detail)
            else:
                names[cell.id] = f"{track.name} {cell.name or cell.numeral}"
    return names


def place_message(place: str) -> str:
    """The module's message that holds the name of a place."""
    return f"Place_{place_id(place)}"


def place_id(place: str) -> str:
    """A zone's PlaceId. Of "0905" an expression would make a number, which it can't compare to a text."""
    return f"hex-{place}" if place.isdecimal() else place


def piece_name(counter: Counter) -> str:
    """The name of a counter's piece: its group's, with a number where there are several."""
    several = counter.group.numbered and counter.group.count > 1
    return f"{counter.name} {counter.index + 1}" if several else counter.name


def rule_label(game: Game, address: str) -> str:
    """A rule's address as players see it: its number, or the title of a box or table in the game's language."""
    if address[:1].isdigit():
        return address
    return next((case.title for case in game.cases() if case.id == address), address)


def property_name(identifier: str) -> str:
    """A name for expressions: "combat" -> "Combat", "ukrainian-air" -> "UkrainianAir"."""
    return "".join(part.capitalize() for part in identifier.split("-"))


def signal(*parts: str) -> str:
    """A named key that parts of the module send each other."""
    return named_key("-".join(parts))


CLEAR_MOVED = signal("clear", "moved")
"""Takes the marks and trails of moved units off the map."""


def quoted(text: str) -> str:
    """A BeanShell string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def expression(text: str) -> str:
    """A BeanShell expression as the engine takes it."""
    return "{" + text + "}"


def change(text: str) -> str:
    """A property changer that sets the value of a BeanShell expression."""
    return join_fields(["P", expression(text)], ",")


def spoken(template: str, values: Mapping[str, str]) -> str:
    """A BeanShell expression for a text with {placeholders}, each filled by the expression in `values`."""
    parts = _PLACEHOLDER.split(template)
    terms = [quoted(text) if index % 2 == 0 else f"({values[text]})" for index, text in enumerate(parts)]
    return "+".join(['""', *(term for term in terms if term != '""')])


def with_sign(number: str) -> str:
    """A BeanShell expression for a number with its sign: +1, 0, −2."""
    return f'(({number})>0?"+":({number})<0?"−":"")+Math.abs({number})'


def nested(cases: Sequence[tuple[str, str]], otherwise: str) -> str:
    """A BeanShell expression: the value of the first (test, value) whose test holds.

    One pair of brackets only: the engine's parser takes twice as long for each bracket inside another.
    """
    return "(" + "".join(f"{test}?{value}:" for test, value in cases) + otherwise + ")"


def whole_map(function: str, *arguments: str) -> str:
    """A call of SumMap or CountMap over the main map; the last argument is a filter, which may use its own quotes."""
    *names, condition = arguments
    return (
        f"{function}({','.join([*(quoted(name) for name in names), quoted(MAP_NAME), quoted(expression(condition))])})"
    )
