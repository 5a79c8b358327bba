"""A test game as a VASSAL log (`.vlog`): the start, then one step for each line of the chat.

This module needs no referee: the caller supplies the positions, each with a text for the chat, and the difference
between two positions becomes moves, flips and turns.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.position import PositionSource
from pnp.output import zip_bytes
from pnp.vassal.context import Context
from pnp.vassal.format.encoding import PixelPoint, join_fields
from pnp.vassal.format.gpids import numbered
from pnp.vassal.format.moduledata import module_data, save_data
from pnp.vassal.format.traits import Piece
from pnp.vassal.image_names import image_names
from pnp.vassal.layout import board_layout
from pnp.vassal.pieces.counters import all_pieces, expanded, prototype_traits
from pnp.vassal.saves.setups import ESC, full_position, placed_piece, position_stacks, save_commands, turn_command

LOG = "LOG\t"


@dataclass(frozen=True, slots=True)
class LogStep:
    """A step of a log: the text for the chat, and the position after it."""

    text: str
    position: PositionSource


@dataclass(frozen=True, slots=True)
class _PieceState:
    """The window and the point where a piece stands, and its encoded state."""

    window: str
    at: PixelPoint
    state: str


_PieceStates = dict[tuple[str, str, PixelPoint, str], _PieceState]
"""(unit, window, point, state of the unit) -> the state of its piece."""


def log_to_vlog(
    game: Game, start: PositionSource, steps: Iterable[LogStep], plan: MapPlan, *, dpi: float = 120.0, title: str = ""
) -> bytes:  # fmt: skip
    """The log of a game that began with `start`.

    Raises SourceError when a position names what the game doesn't have, or a piece number is wrong.
    """
    game = numbered(game)
    context = Context(game, game, board_layout(game, plan, dpi), image_names(game))
    prototypes = prototype_traits(context)
    pieces = {counter.id: expanded(piece, prototypes) for counter, piece in all_pieces(context)}
    opening = full_position(game, start)
    commands = save_commands(context, opening)
    known_states: _PieceStates = {}
    before, turn = _piece_states(context, opening, pieces, known_states), turn_command(context, opening)
    for step in steps:
        position = full_position(game, step.position)
        after, following = _piece_states(context, position, pieces, known_states), turn_command(context, position)
        chat = [f"CHAT* {line}" for line in step.text.splitlines() if line.strip()] or ["CHAT*"]
        parts = [*chat, *_changes(context, before, after), *([following] if following != turn else [])]
        commands.append(join_fields([LOG + part for part in parts], ESC))
        before, turn = after, following
    entries = [
        ("savedGame", join_fields(commands, ESC).encode("utf-8")),
        ("savedata", save_data(game, title or game.info.title)),
        ("moduledata", module_data({"en": game})),
    ]
    return zip_bytes(entries)


def _piece_states(
    context: Context, position: PositionSource, pieces: dict[str, Piece], known_states: _PieceStates
) -> dict[str, _PieceState]:
    """Unit -> the state of its piece; `known_states` caches them across positions, since most units don't change."""
    states_by_unit = {}
    for stack in position_stacks(context.base, position, context.layout):
        states = dict(stack.states)
        for unit in stack.units:
            window = context.map_of(stack.place)
            key = (unit, window, stack.at, states.get(unit, ""))
            if key not in known_states:
                piece = placed_piece(context, pieces[unit], unit, stack)
                known_states[key] = _PieceState(window, stack.at, piece.state_text())
            states_by_unit[unit] = known_states[key]
    return states_by_unit


def _changes(context: Context, before: dict[str, _PieceState], after: dict[str, _PieceState]) -> list[str]:
    """Commands that lead from one position to the next: first what moves, then what changes its state."""
    moves, states = [], []
    for unit, now in after.items():
        was = before.get(unit)
        if was is None or was == now:
            continue
        ident = str(context.base.gpids.pieces[unit])
        if (was.window, was.at) != (now.window, now.at):
            places = [part for place in (now, was) for part in (place.window, *map(str, place.at), "null")]
            fields = [ident, *places, "pnp"]
            moves.append("M/" + join_fields(fields, "/"))
        if _without_place(was, now):
            states.append("D/" + join_fields([ident, now.state, was.state], "/"))
    return moves + states


def _without_place(was: _PieceState, now: _PieceState) -> bool:
    """Whether anything but the place has changed; the place is part of the innermost state."""
    return was.state.rsplit("\t", 1)[0] != now.state.rsplit("\t", 1)[0]
