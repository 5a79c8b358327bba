"""Positions as saved games, and the stacks that a new game starts with.

A position (start of a scenario, an example, a moment of a test game) becomes a `.vsav` that VASSAL opens: pieces
first, then the stacks and decks that list them, then the turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pnp.errors import Location, Problem, SourceError
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.position import PositionSource, UnitState
from pnp.model.scenario import Scenario
from pnp.output import zip_bytes
from pnp.vassal.context import ACTIVATED, ADVANCED, FACE_DOWN, LAYERS, MARKED_TURN, Context, property_name
from pnp.vassal.format.encoding import PixelPoint, join_fields, text_list
from pnp.vassal.format.gpids import numbered
from pnp.vassal.format.moduledata import module_data, save_data
from pnp.vassal.format.trait_table import DECK_FIELDS
from pnp.vassal.format.traits import Piece, encode_command
from pnp.vassal.image_names import image_names
from pnp.vassal.layout import SETUP_BOX, UNITS, BoardLayout, board_layout, pile_of
from pnp.vassal.naming import face_down_units, on_hexes, one_stack_a_space, space_value, track_counters, waiting_units
from pnp.vassal.pieces.arrivals import option_property, switched_options
from pnp.vassal.pieces.cards import card_commands
from pnp.vassal.pieces.city_points import holder_property, holders, worth_points
from pnp.vassal.pieces.counters import all_pieces, expanded, masked_state, prototype_traits
from pnp.vassal.pieces.points import points_at
from pnp.vassal.saves.untold import marked_tracks, property_command, untold_command
from pnp.vassal.tables.calculator import calculators
from pnp.vassal.tables.calculator_window import calculator_piece, map_name, panel_size
from pnp.vassal.tables.guide import guides
from pnp.vassal.tables.guide_answers import losses_at
from pnp.vassal.tables.guide_window import guide_piece, window_name
from pnp.vassal.tables.guide_window import panel_size as guide_size
from pnp.vassal.turn_counter import SETUP_ENDING, SETUP_PHASE, TURN_COMMAND, turn_state

ESC = "\x1b"
FIRST_STACK_ID = 100_000
"""Pieces are numbered by their gpid, stacks and decks from here on."""


@dataclass(frozen=True, slots=True)
class Stack:
    """Units on one point of the board.

    place   id of the space, box or track space
    name    what it holds, for the author who opens the module in the editor
    units   counter ids, bottom first
    states  counter id -> state, e.g. "activated"
    deck    a draw pool
    loose   markers, which don't stack
    """

    place: str
    name: str
    at: PixelPoint
    units: tuple[str, ...]
    states: tuple[tuple[str, str], ...] = ()
    deck: bool = False
    loose: bool = False


def start_stacks(game: Game, layout: BoardLayout) -> list[Stack]:
    """The stacks of a new game: the first scenario, with the units that players place waiting in the set-up box."""
    scenario = next(iter(game.scenarios.values()))
    return position_stacks(game, start_position(scenario, placed=False), layout)


def start_position(scenario: Scenario, *, placed: bool) -> PositionSource:
    """A scenario's start.

    placed  with the default placement; else the units to place are in the set-up box
    """
    units: dict[str, tuple[Any, ...]] = dict(scenario.position.units or {})
    for placement in scenario.placements:
        if placed and placement.default:
            moved = {unit for ids in placement.default.values() for unit in ids}  # perhaps from a box where they wait
            units = {place: tuple(e for e in there if _id_of(e) not in moved) for place, there in units.items()}
            for space, ids in placement.default.items():
                units[space] = (*units.get(space, ()), *ids)
        elif waiting := waiting_units(scenario, placement):
            units[SETUP_BOX] = (*units.get(SETUP_BOX, ()), *waiting)
    return PositionSource(**{**_as_dict(scenario.position), "units": units, "scenario": scenario.id})


def hidden_start(game: Game, scenario: Scenario) -> PositionSource:
    """The start of a scenario as the module sets it up, units that players set up face down already turned."""
    start, face_down = start_position(scenario, placed=True), face_down_units(game)
    if not face_down or not str(start.phase or "").endswith(SETUP_ENDING):
        return start
    units = {
        place: tuple(
            UnitState(id=entry, state=FACE_DOWN) if isinstance(entry, str) and entry in face_down else entry
            for entry in entries
        )
        for place, entries in (start.units or {}).items()
    }
    return PositionSource(**{**_as_dict(start), "units": units})


def _as_dict(position: PositionSource) -> dict[str, Any]:
    return {name: getattr(position, name) for name in type(position).model_fields}


def full_position(game: Game, position: PositionSource) -> PositionSource:
    """`position` with the scenario's values for the keys it leaves out."""
    name = position.scenario or next(iter(game.scenarios))
    scenario = game.scenarios.get(name)
    if scenario is None:
        raise SourceError(
            Problem("unknown-name", f"unknown scenario {name!r}", position.where("scenario") or Location("position"))
        )
    start = start_position(scenario, placed=True)
    changes = {key: value for key, value in _as_dict(position).items() if value is not None}
    whole = {**_as_dict(start), **changes}
    whole["units"] = {**(whole["units"] or {}), **_still_to_place(scenario, whole)}
    return PositionSource(**whole)


def with_idle_markers(game: Game, position: PositionSource, moved: Collection[str]) -> PositionSource:
    """A position of a referee with the markers that it doesn't keep, where they lie or stand on tracks at the start.

    moved  the counters that the referee keeps
    """
    start = game.scenarios[position.scenario or next(iter(game.scenarios))].position
    idle = {counter.id for counter in game.all_counters() if counter.group.marker}.difference(moved)
    units: dict[str, tuple[Any, ...]] = dict(position.units or {})
    for place, entries in (start.units or {}).items():
        if lying := tuple(entry for entry in entries if _id_of(entry) in idle):
            units[place] = (*units.get(place, ()), *lying)
    return position.replaced(units=units, tracks={**resting_markers(game, position), **(position.tracks or {})})


def resting_markers(game: Game, position: PositionSource) -> dict[str, int]:
    """Markers on tracks whose values a position doesn't tell -> those of the start."""
    start = game.scenarios[position.scenario or next(iter(game.scenarios))].position
    untold = marked_tracks(game).difference(position.tracks or ())
    return {marker: value for marker, value in (start.tracks or {}).items() if marker in untold}


def _id_of(entry: Any) -> str:
    return entry if isinstance(entry, str) else str(entry.id)


def _still_to_place(scenario: Scenario, whole: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    """During set-up, the units not yet placed, which wait in the set-up box."""
    if whole["phase"] != SETUP_PHASE:
        return {}
    everywhere = [entry for entries in (whole["units"] or {}).values() for entry in entries]
    standing = {entry if isinstance(entry, str) else getattr(entry, "id", None) for entry in everywhere}
    free = [unit for placement in scenario.placements for unit in placement.units if unit not in standing]
    waiting = (whole["units"] or {}).get(SETUP_BOX, ())
    return {SETUP_BOX: (*waiting, *free)} if free else {}


def position_stacks(game: Game, position: PositionSource, layout: BoardLayout) -> list[Stack]:
    """The stacks of a full position. Raises SourceError for an unknown unit or place."""
    counters = {counter.id: counter for counter in game.all_counters()}
    cells = {cell for track in layout.tracks.values() for cell in track}
    shared = one_stack_a_space(game)
    problems: list[Problem] = []
    groups: dict[tuple[str, str, bool], list[tuple[str, str]]] = {}
    dealt: Counter[tuple[str, str]] = Counter()
    for place, entries in (position.units or {}).items():
        for entry in entries:
            unit, state = (entry, "") if isinstance(entry, str) else (entry.id, entry.state)
            if unit not in counters:
                problems.append(
                    Problem(
                        "unknown-name", f"unknown unit {unit!r}", position.where("units", place) or Location("position")
                    )
                )
            elif place not in layout.spaces and place not in layout.boxes and place not in cells:
                problems.append(
                    Problem(
                        "unknown-name",
                        f"unknown place {place!r}",
                        position.where("units", place) or Location("position"),
                    )
                )
            else:
                group = counters[unit].group
                kind = "" if shared else group.side or ""
                slots = list(layout.boxes[place].slots) if place in layout.boxes else []
                if state == FACE_DOWN and slots:  # dealt out to all slots in turn: none tells what lies in it
                    kind = slots[dealt[place, FACE_DOWN] % len(slots)]
                    dealt[place, FACE_DOWN] += 1
                elif unit in slots:  # a slot of its own on a display
                    kind = unit
                elif place in layout.boxes and (group.id in slots or not on_hexes(game)):
                    kind = pile_of(slots, group.id, dealt[place, group.id])
                    dealt[place, group.id] += 1
                key = (place, kind, bool(group.marker))
                groups.setdefault(key, []).append((unit, state))
    if problems:
        raise SourceError(*problems)
    stacks = [
        s for key, units in groups.items() for s in _stacks(game, layout, *key, units, alone=_alone(key, groups))
    ]
    stacks += _pool_stacks(position, layout)
    return stacks + _track_stacks(game, position, layout)


def _alone(key: tuple[str, str, bool], groups: Collection[tuple[str, str, bool]]) -> bool:
    """Whether no other side has units in the place of a group."""
    return not any(place == key[0] and kind != key[1] and not loose for place, kind, loose in groups)


def _stacks(
    game: Game, layout: BoardLayout, place: str, kind: str, loose: bool, units: Sequence[tuple[str, str]], *,
    alone: bool,
) -> list[Stack]:  # fmt: skip
    if place in layout.boxes:
        box = layout.boxes[place]
        at = box.slots.get(kind, box.centre)
    elif place not in layout.spaces:
        cell = next(cells[place] for cells in layout.tracks.values() if place in cells)
        at = cell.slots.get(UNITS, cell.centre)
    else:
        space = layout.spaces[place]
        player = {s.id for s in game.info.sides if s.played_by == "player"}
        at = space.marker if loose else space.stack if alone or kind in player or not kind else space.opposing
    if not loose:
        states = tuple((unit, state) for unit, state in units if state)
        return [Stack(place, kind or UNITS, at, tuple(unit for unit, _ in units), states)]
    shift = max(2, layout.px(2.0))
    first = -(len(units) - 1) / 2
    return [
        Stack(
            place, unit, (at[0] + round((first + i) * shift), at[1] + round((first + i) * shift)), (unit,), loose=True
        )
        for i, (unit, _) in enumerate(units)
    ]


def _pool_stacks(position: PositionSource, layout: BoardLayout) -> list[Stack]:
    stacks = []
    for pool, units in (position.pools or {}).items():
        if pool in layout.boxes:
            stacks.append(Stack(pool, pool, layout.boxes[pool].centre, tuple(units), deck=True))
    return stacks


def _track_stacks(game: Game, position: PositionSource, layout: BoardLayout) -> list[Stack]:
    """The markers of tracks, each on the space with its value."""
    stacks = []
    for track in game.tracks:
        cells = {space_value(track, index): cell.id for index, cell in enumerate(track.spaces)}
        for marker in track_counters(game, track):
            value = (position.tracks or {}).get(marker)
            if value is None and track.kind == "turn":
                value = position.turn
            if value in cells:
                box = layout.tracks[track.id][cells[value]]
                stacks.append(Stack(cells[value], marker, box.slots.get(marker, box.centre), (marker,), loose=True))
    return stacks


# Saved games -------------------------------------------------------------------------------------


def position_to_vsav(
    game: Game, position: PositionSource, plan: MapPlan, *, dpi: float = 120.0, title: str = ""
) -> bytes:
    """A position as a saved game of the module with the same resolution.

    Raises SourceError when the position names what the game doesn't have, or a piece number is wrong.
    """
    game = numbered(game)
    layout = board_layout(game, plan, dpi)
    context = Context(game, game, layout, image_names(game))
    return saved_game(context, full_position(game, position), title)


def saved_game(context: Context, position: PositionSource, title: str = "") -> bytes:
    """The archive of a saved game."""
    game = context.base
    entries = [
        ("savedGame", join_fields(save_commands(context, position), ESC).encode("utf-8")),
        ("savedata", save_data(game, title or game.info.title)),
        ("moduledata", module_data({"en": game})),
    ]
    return zip_bytes(entries)


def save_commands(context: Context, position: PositionSource) -> list[str]:
    """The commands of a saved game."""
    pieces = _piece_commands(context, position)  # names units and places that the game doesn't have
    turn = turn_command(context, position)
    untold = untold_command(context.base, position, turn.removeprefix(TURN_COMMAND))
    marked = property_command(MARKED_TURN, str(position.turn or 1))  # the help with a new turn waits for the next
    held = holders(context.base, position)
    cities = [property_command(holder_property(s.id), held.get(s.id, "")) for s in worth_points(context.base)]
    counted = [property_command(name, str(points)) for name, points in points_at(context.base, position).items()]
    counted += [property_command(name, count) for name, count in losses_at(context.base, position).items()]
    chosen = position.options or {}
    options = [
        property_command(option_property(option.id), str(bool(chosen.get(option.id, option.default))).lower())
        for option in switched_options(context.base)
    ]
    return ["begin_save", *pieces, "SETUP_STACK\t", turn, marked, *cities, *counted, *options, untold, "end_save"]


def _piece_commands(context: Context, position: PositionSource) -> list[str]:
    prototypes = prototype_traits(context)
    pieces = {counter.id: expanded(piece, prototypes) for counter, piece in all_pieces(context)}
    commands: list[str] = []
    stacks: list[str] = []
    for index, stack in enumerate(position_stacks(context.base, position, context.layout)):
        ids = []
        for unit in stack.units:
            ident = str(context.base.gpids.pieces[unit])
            commands.append(placed_piece(context, pieces[unit], unit, stack).encoded())
            ids.append(ident)
        place = [context.map_of(stack.place), str(stack.at[0]), str(stack.at[1])]
        if stack.deck:
            state = join_fields([*place, "true", text_list(ids)], ";")
            stacks.append(encode_command(str(FIRST_STACK_ID + index), deck_type(context, stack), state))
        elif not stack.loose:
            stacks.append(
                encode_command(str(FIRST_STACK_ID + index), "stack", join_fields([*place, *ids, "@@-1"], ";"))
            )
    cards, decks = card_commands(context, position, FIRST_STACK_ID + len(stacks) + len(commands))
    return [*commands, *cards, *_panel_commands(context), *stacks, *decks]


def _panel_commands(context: Context) -> Iterator[str]:
    """Each calculator and each guide in the middle of its window."""
    for calculator in calculators(context):
        size = panel_size(context, calculator)
        yield _panel_command(map_name(calculator), size, calculator_piece(context, calculator),
                             context.base.gpids.pieces[calculator.piece])  # fmt: skip
    for guide in guides(context.base):
        size = guide_size(context)
        yield _panel_command(window_name(guide), size, guide_piece(context, guide),
                             context.base.gpids.pieces[guide.piece])  # fmt: skip


def _panel_command(window: str, size: tuple[int, int], piece: Piece, gpid: int) -> str:
    basic = join_fields([window, str(size[0] // 2), str(size[1] // 2), str(gpid), "0"], ";")
    return Piece(str(gpid), piece.traits).with_basic_state(basic).encoded()


def placed_piece(context: Context, piece: Piece, unit: str, stack: Stack) -> Piece:
    """A counter's piece as it stands in a saved game; its id is its gpid."""
    gpid = context.base.gpids.pieces[unit]
    basic = join_fields([context.map_of(stack.place), str(stack.at[0]), str(stack.at[1]), str(gpid), "0"], ";")
    state = dict(stack.states).get(unit, "")
    layer = ACTIVATED if state == ADVANCED else LAYERS.get(state)
    shown = {"emb2": layer, "rotate": property_name(state)} if state else {}
    traits = tuple(replace(t, state="1") if t.id in shown and t.get("name") == shown[t.id] else t for t in piece.traits)
    if state == FACE_DOWN:
        traits = tuple(replace(t, state=masked_state(t)) if t.id == "obs" else t for t in traits)
    return Piece(str(gpid), traits).with_basic_state(basic)


def deck_type(context: Context, stack: Stack) -> str:
    """The type of a draw pool in a saved game; the same values as the board's DrawPile."""
    size = str(context.layout.px(context.layout.counter_mm))
    values: Mapping[str, str] = {
        "draw_outline": "true", "colour": "70,64,52", "width": size, "height": size, "face_down": "Always",
        "shuffle": "Always",
        "allow_multiple": "true", "allow_select": "false", "reversible": "false",
        "name": context.zone_name(stack.place),
        "draw_face_up": "true", "can_save": "false", "max_stack": "6", "expression_counting": "false",
        "hotkey_on_empty": "false",
        "select_display": "$BasicName$", "restrict": "false", "draw_multiple_text": context.words.text("Draw several"),
        "restrict_access": "false",
    }  # fmt: skip
    return "deck;" + join_fields([values.get(name, "") for name in DECK_FIELDS], ";")


def turn_command(context: Context, position: PositionSource) -> str:
    """The command that sets the turn counter."""
    return TURN_COMMAND + turn_state(context.base, position)
