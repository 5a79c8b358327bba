"""A test game as a VASSAL log (`.vlog`): the start, then one step forward for each line told.

The engine stays outside: whoever has a referee gives the positions, each with the text of what happened; here the
difference between two positions becomes moves, flips and turns.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pnp.errors import SourceError
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.position import PositionSource
from pnp.output import zip_bytes
from pnp.vassal.context import MAP_NAME, Context
from pnp.vassal.encoding import join_fields
from pnp.vassal.gpids import missing_gpids
from pnp.vassal.images import image_names
from pnp.vassal.layout import PixelPoint, board_layout
from pnp.vassal.moduledata import module_data, save_data
from pnp.vassal.pieces import all_pieces, expanded, prototype_traits
from pnp.vassal.setups import ESC, full_position, placed_piece, position_stacks, save_commands, turn_command
from pnp.vassal.traits import Piece

LOG = "LOG\t"


@dataclass(frozen=True, slots=True)
class LogStep:
    """A step: what is told in the chat, and the position after it."""

    text: str
    position: PositionSource


@dataclass(frozen=True, slots=True)
class _Standing:
    """Where a piece stands, and its state as text."""

    at: PixelPoint
    state: str


Made = dict[tuple[str, PixelPoint, str], _Standing]
"""(unit, place, state) -> how it stands there."""


def log_to_vlog(
    game: Game, start: PositionSource, steps: Iterable[LogStep], plan: MapPlan, *, dpi: float = 120.0, title: str = ""
) -> bytes:  # fmt: skip
    """The log of a game that began with `start`.

    Raises SourceError when a position names what the game doesn't have, or a counter has no piece number.
    """
    missing = missing_gpids(game)
    if missing:
        raise SourceError(*missing)
    context = Context(game, game, board_layout(game, plan, dpi), image_names(game))
    known = prototype_traits(context)
    pieces = {counter.id: expanded(piece, known) for counter, piece in all_pieces(context)}
    here = full_position(game, start)
    commands = save_commands(context, here)
    made: Made = {}
    before, turn = _standings(context, here, pieces, made), turn_command(context, here)
    for step in steps:
        position = full_position(game, step.position)
        after, following = _standings(context, position, pieces, made), turn_command(context, position)
        told = [f"CHAT* {line}" for line in step.text.splitlines() if line.strip()] or ["CHAT*"]
        parts = [*told, *_changes(context, before, after), *([following] if following != turn else [])]
        commands.append(join_fields([LOG + part for part in parts], ESC))
        before, turn = after, following
    entries = [
        ("savedGame", join_fields(commands, ESC).encode("utf-8")),
        ("savedata", save_data(game, title or game.info.title)),
        ("moduledata", module_data({"en": game})),
    ]
    return zip_bytes(entries)


def _standings(context: Context, position: PositionSource, pieces: dict[str, Piece], made: Made) -> dict[str, _Standing]:
    """Where all stand; `made` remembers what was worked out before, since most units stay as they are."""
    found = {}
    for stack in position_stacks(context.base, position, context.layout):
        states = dict(stack.states)
        for unit in stack.units:
            key = (unit, stack.at, states.get(unit, ""))
            if key not in made:
                made[key] = _Standing(stack.at, placed_piece(context, pieces[unit], unit, stack).state_text())
            found[unit] = made[key]
    return found


def _changes(context: Context, before: dict[str, _Standing], after: dict[str, _Standing]) -> list[str]:
    """Commands that lead from one position to the next: first what moves, then what changes its state."""
    moves, states = [], []
    for unit, now in after.items():
        was = before.get(unit)
        if was is None or was == now:
            continue
        ident = str(context.base.gpids.pieces[unit])
        if was.at != now.at:
            old, new = was.at, now.at
            fields = [
                ident,
                MAP_NAME,
                str(new[0]),
                str(new[1]),
                "null",
                MAP_NAME,
                str(old[0]),
                str(old[1]),
                "null",
                "pnp",
            ]
            moves.append("M/" + join_fields(fields, "/"))
        if _without_place(was, now):
            states.append("D/" + join_fields([ident, now.state, was.state], "/"))
    return moves + states


def _without_place(was: _Standing, now: _Standing) -> bool:
    """Whether more than the place has changed: the innermost state holds the place."""
    return was.state.rsplit("\t", 1)[0] != now.state.rsplit("\t", 1)[0]
