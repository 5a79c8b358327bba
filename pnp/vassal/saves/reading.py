"""A saved game of a generated module as a position.

Pieces tell where units stand, in which state, and the values of tracks; the turn counter tells turn and phase. The
rest comes from what `untold` wrote. What can't be read, or is older than the pieces, becomes a `Problem`: nothing is
guessed in silence.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pnp.errors import Location, Problem, Severity, SourceError, counted
from pnp.model.counters import Counter
from pnp.model.position import PositionSource, UnitState
from pnp.vassal.context import ACTIVATED, ADVANCED, FACE_DOWN, LAYERS, Context, property_name
from pnp.vassal.format.encoding import PixelPoint, split_fields, whole
from pnp.vassal.format.gpids import CARD
from pnp.vassal.format.saved_games import SavedGame, SavedPiece
from pnp.vassal.format.traits import Piece
from pnp.vassal.layout import SETUP_BOX, inside
from pnp.vassal.naming import advances_before_combat, on_hexes, space_value, track_counters
from pnp.vassal.pieces.arrivals import option_property, switched_options
from pnp.vassal.pieces.cards import WINDOW, deck_places, hand_sides, hand_window
from pnp.vassal.pieces.city_points import holder_property, holders, keeps_control, worth_points
from pnp.vassal.saves.untold import Untold, digest, marked_tracks, property_value, read_untold
from pnp.vassal.tables.calculator import calculators
from pnp.vassal.tables.guide import guides
from pnp.vassal.turn_counter import TURN_COMMAND, is_set_up, read_turn

CODE = "vassal-save"
MAX_OBJECTS = 20_000
CORNER = 0.6
"""From the centre of a hex to its corners, in widths between flat sides, and a little more for whole pixels."""
SHOWN = 5
"""How many names a problem lists."""


@dataclass(frozen=True, slots=True)
class ReadPosition:
    """A position, and what is to be told of how it was read."""

    position: PositionSource
    problems: tuple[Problem, ...]


def read_position(context: Context, saved: SavedGame, path: str) -> ReadPosition:
    """The position of a saved game. Raises SourceError when it can't be one of the game's module."""
    return _Reading(context, saved, path).read()


class _Reading:
    """One saved game, and what has been found wrong with it so far."""

    def __init__(self, context: Context, saved: SavedGame, path: str) -> None:
        self.context, self.game, self.saved, self.path = context, context.base, saved, path
        self.problems: list[Problem] = []
        self.untold = read_untold(saved.commands)
        self.counter_of = {str(number): name for name, number in self.game.gpids.pieces.items()}
        self.counters = {str(counter.id): counter for counter in self.game.all_counters()}
        self.boxed = {box.id: box for box in self.game.boxes}

    def tell(self, message: str, hint: str = "", severity: Severity = "warning") -> None:
        """One more thing that its reader has to know."""
        self.problems.append(Problem(CODE, message, Location(self.path), hint, severity, self.game.id))

    def read(self) -> ReadPosition:
        """The position."""
        if len(self.saved.objects) > MAX_OBJECTS:
            raise SourceError(Problem(CODE, f"more than {MAX_OBJECTS} pieces and stacks", Location(self.path)))
        where = self.standing()
        tracks = self.tracks(where)
        turn, phase, side = self.turn()
        units, pools = dict[str, list[str | UnitState]](), dict[str, list[str]]()
        for name, (place, state) in where.items():
            if place in self.boxed and self.boxed[place].kind == "pool":
                pools.setdefault(place, []).append(name)
            else:
                units.setdefault(place, []).append(UnitState(id=name, state=state) if state else name)
        waiting = units.pop(SETUP_BOX, [])
        told = PositionSource(
            turn=turn, phase=phase, side=side, tracks={"turn": turn, **tracks},
            units={place: tuple(entries) for place, entries in units.items()},
            pools={box.id: tuple(pools.get(box.id, ())) for box in self.game.boxes if box.kind == "pool"},
            cards=self.cards(),
        )  # fmt: skip
        position = self.completed(told)
        if waiting and not self.at_set_up(position):
            self.tell(f"{counted(len(waiting), 'unit')} still to be set up; left out: {_listed(waiting)}")
        return ReadPosition(position, tuple(self.problems))

    # Pieces -------------------------------------------------------------------------------------------------

    def standing(self) -> dict[str, tuple[str, str]]:
        """Counter -> its place and its state, in order of battle."""
        found = dict[str, tuple[str, str]]()
        beside, strange, twice = list[str](), list[str](), list[str]()
        shown = [*calculators(self.context), *guides(self.game)]
        panels = {str(self.game.gpids.pieces[panel.piece]) for panel in shown}
        decks = {member: item for item in self.saved.objects if item.kind == "deck" for member in item.members}
        for item in self.saved.objects:
            if item.piece is None:
                continue
            number = _gpid(item.piece)
            name = self.counter_of.get(number, "")
            if number in panels or name.startswith(CARD):
                continue
            if name not in self.counters:
                strange.append(item.piece.name)
                continue
            held_by = decks.get(item.id, item)
            place = self.place_at(held_by.map, held_by.at)
            if not place:
                beside.append(item.piece.name)
            elif name in found:
                twice.append(item.piece.name)
            else:
                found[name] = place, self.state_of(item, self.counters[name]) if item.id not in decks else ""
        for names, what in (
            (strange, "of no counter of the game"), (beside, "on no place of the board"), (twice, "there twice")
        ):  # fmt: skip
            if names:
                self.tell(f"{counted(len(names), 'piece')} {what}; left out: {_listed(names)}")
        return {name: found[name] for name in self.counters if name in found}

    def cards(self) -> dict[str, tuple[str, ...]] | None:
        """Where the cards are that lie in no pile: in a hand, among the discards, in force, or in no window at all."""
        if self.game.cards is None:
            return None
        decks = {member: item for item in self.saved.objects if item.kind == "deck" for member in item.members}
        px = self.context.layout.px
        piles = {(px(place.pile[0]), px(place.pile[1])) for place in deck_places(self.game)}
        hands = {hand_window(self.game, side): side for side in hand_sides(self.game)}
        lying: dict[str, tuple[str, ...]] = {}
        for item in self.saved.objects:
            name = self.counter_of.get(_gpid(item.piece), "") if item.piece is not None else ""
            if not name.startswith(CARD):
                continue
            deck = decks.get(item.id)
            if deck is not None and deck.at in piles:
                continue
            other = "in-force" if item.map == WINDOW else hands.get(item.map, "removed")
            place = "discarded" if deck is not None else other
            lying[place] = (*lying.get(place, ()), name.removeprefix(CARD))
        return lying

    def place_at(self, window: str, at: PixelPoint) -> str:
        """The space, the box or the space of a track at a point of a window's board; "" = none."""
        layout = self.context.layout
        if exact := self.points.get((window, at)):
            return exact
        rooms = [*layout.boxes.items(), *(cell for cells in layout.tracks.values() for cell in cells.items())]
        for place, box in rooms:
            x, y, width, height = box.rect
            if x <= at[0] <= x + width and y <= at[1] <= y + height and self.context.map_of(place) == window:
                return place
        if window != self.context.map_of(""):
            return ""
        if on_hexes(self.game):
            return self.hex_at(at)
        return next((place for place, space in layout.spaces.items() if inside(space.outline, at)), "")

    @cached_property
    def points(self) -> dict[tuple[str, PixelPoint], str]:
        """The points of spaces where stacks stand."""
        window = self.context.map_of("")
        spaces = self.context.layout.spaces.items()
        return {(window, at): place for place, space in spaces for at in (space.marker, space.opposing, space.stack)}

    def hex_at(self, at: PixelPoint) -> str:
        """The hex at a point: the nearest, if it isn't farther than a hex is wide."""
        spaces = self.context.layout.spaces
        nearest = min(spaces, key=lambda place: math.dist(spaces[place].stack, at))
        hexes = self.game.map.hexes
        assert hexes is not None
        reach = self.context.layout.px(hexes.grid.flat_mm) * CORNER
        return nearest if math.dist(spaces[nearest].stack, at) <= reach else ""

    def state_of(self, item: SavedPiece, counter: Counter) -> str:
        """The state that the layers, the facing and the mask of a piece show; "" for the usual one."""
        assert item.piece is not None
        states = [state for trait in item.piece.traits if (state := self._shown_by(trait.id, trait, counter))]
        if len(states) > 1:
            self.tell(f"{item.piece.name} shows {' and '.join(states)}; only {states[0]!r} counts")
        return states[0] if states else ""

    def _shown_by(self, kind: str, trait: Any, counter: Counter) -> str:
        if kind == "obs":
            return FACE_DOWN if split_fields(trait.state, ";")[0] not in ("", "null") else ""
        if kind == "rotate" and counter.group.turned and trait.get("name") == property_name(counter.group.turned):
            return counter.group.turned if trait.state not in ("", "0") else ""
        if kind == "emb2" and (whole(split_fields(trait.state, ";")[0]) or 0) > 0:
            if trait.get("name") == ACTIVATED and advances_before_combat(self.game):
                return ADVANCED
            return next((state for state, layer in LAYERS.items() if layer == trait.get("name")), "")
        return ""

    # Tracks, turn -------------------------------------------------------------------------------------------

    def tracks(self, where: dict[str, tuple[str, str]]) -> dict[str, int]:
        """The values of markers on tracks; they are taken out of `where`."""
        values = dict[str, int]()
        for track in self.game.tracks:
            cells = {cell.id: space_value(track, index) for index, cell in enumerate(track.spaces)}
            for marker in track_counters(self.game, track):
                place, _ = where.pop(marker, ("", ""))
                if track.kind == "turn":
                    self.turn_marker = cells.get(place)
                elif place in cells:
                    values[marker] = cells[place]
                elif place:
                    self.tell(f"the marker {marker!r} lies in {place!r}, off its track")
        return values

    turn_marker: int | None = None

    def turn(self) -> tuple[int, str | None, str | None]:
        """Turn, phase and side as the turn counter shows them, or as told while it hasn't been touched."""
        told = self.untold.position if self.untold else PositionSource()
        state = next((c.removeprefix(TURN_COMMAND) for c in self.saved.commands if c.startswith(TURN_COMMAND)), None)
        if state is None:
            self.tell("there is no turn counter; turn and phase are those of the start")
            return told.turn or 1, told.phase, told.side
        if self.untold and self.untold.counter == state:
            return told.turn or 1, told.phase, told.side
        try:
            turn, phase, side = read_turn(self.game, state, told)
        except (ValueError, IndexError):
            raise SourceError(Problem(CODE, "the turn counter is not that of the game", Location(self.path))) from None
        if self.turn_marker not in (None, turn):
            self.tell(f"the turn counter is at turn {turn}, the marker on {self.turn_marker}; the counter holds")
        return turn, phase, side

    # The rest -----------------------------------------------------------------------------------------------

    def completed(self, told: PositionSource) -> PositionSource:
        """The position with what the pieces don't tell."""
        if self.untold is None:
            scenario = next(iter(self.game.scenarios))
            message = f"it doesn't tell the scenario, options, control and flags; taken as at the start of {scenario!r}"
            self.tell(message, "it was set up by hand, or with a module made before")
            return self.by_properties(told.replaced(scenario=scenario))
        rest = self.untold.position
        moved = digest(self.game, told) != self.untold.digest
        moment = moved or (told.turn, told.phase) != (rest.turn, rest.phase)
        position = told.replaced(
            scenario=rest.scenario, options=rest.options, control=rest.control, flags=rest.flags,
            tracks={**(rest.tracks or {}), **(told.tracks or {})},
        )  # fmt: skip
        position = self.by_properties(position)
        return self.since(position, self.untold) if moment else position

    def by_properties(self, position: PositionSource) -> PositionSource:
        """The position with the optional rules that players have switched, and the cities where nobody stands that
        they, or a look at the pieces, have given to another side.
        """
        options, control = dict(position.options or {}), dict(position.control or {})
        for option in switched_options(self.game):
            value = property_value(self.saved.commands, option_property(option.id))
            if value in ("true", "false") and (value == "true") != bool(options.get(option.id, option.default)):
                options[option.id] = value == "true"
        sides, told = {str(side.id) for side in self.game.info.sides}, holders(self.game, position)
        for space in worth_points(self.game) if keeps_control(self.game) else ():
            value = property_value(self.saved.commands, holder_property(space.id))
            standing = {self.side_of(entry) for entry in (position.units or {}).get(space.id, ())} - {""}
            if value in sides and not standing and value != told.get(str(space.id)):
                control[str(space.id)] = str(value)
        return position.replaced(options=options or position.options, control=control or position.control)

    def since(self, position: PositionSource, untold: Untold) -> PositionSource:
        """The position of pieces that have moved: spaces are held by who stands there now; the rest is as it was."""
        rest = untold.position
        control, changed_hands = dict(position.control or {}), list[str]()
        for place, entries in (position.units or {}).items():
            sides = {self.side_of(entry) for entry in entries} - {""}
            if place in control and sides and control[place] not in sides:
                del control[place]
                changed_hands.append(place)
        kept = [name for name, value in (("control", control), ("flags", rest.flags)) if value]
        kept += [f"track {name!r}" for name in rest.tracks or {} if name not in marked_tracks(self.game)]
        if kept:
            moment = f"turn {rest.turn}" + (f", {rest.phase}" if rest.phase else "")
            self.tell(f"pieces or the turn have moved since {moment}; as they were then: {', '.join(kept)}")
        if changed_hands:
            message = f"held now by whoever stands there: {_listed(changed_hands)}"
            self.tell(message, severity="note")
        return position.replaced(control=control) if position.control is not None else position

    def side_of(self, entry: str | UnitState) -> str:
        """The side of a unit that holds the space where it stands; "" for a marker."""
        name, state = (entry, "") if isinstance(entry, str) else (entry.id, entry.state)
        group = self.counters[name].group
        if group.marker:
            return ""
        return str((group.switches_to if state == "switched" else group.side) or "")

    def at_set_up(self, position: PositionSource) -> bool:
        """Whether the phase is one in which units are set up."""
        phase = next((p for p in self.game.info.all_phases if p.id == position.phase), None)
        return phase is not None and is_set_up(phase)


def _gpid(piece: Piece) -> str:
    fields = split_fields(piece.basic.state, ";")
    return fields[3] if len(fields) > 3 else ""


def _listed(names: Iterable[str | UnitState]) -> str:
    shown = [name if isinstance(name, str) else str(name.id) for name in names]
    more = f" and {len(shown) - SHOWN} more" if len(shown) > SHOWN else ""
    return ", ".join(repr(name) for name in shown[:SHOWN]) + more
