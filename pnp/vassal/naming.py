"""What the sources say about markers, tracks and homes, in the words that layout, pieces and set-ups share."""

from __future__ import annotations

from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.map import Track


def track_counters(game: Game, track: Track) -> tuple[str, ...]:
    """Ids of the markers that stand on a track: those it names, else the one with its id."""
    known = {counter.id for counter in game.all_counters()}
    return tuple(name for name in (track.markers or (track.id,)) if name in known)


def space_value(track: Track, index: int) -> int:
    """The value of a marker on the space `index` of a track; spaces without one count from 1."""
    value = track.spaces[index].value
    return index + 1 if value is None else value


def home_of(game: Game, counter: Counter, side: str | None = None) -> str | None:
    """The home space of a unit: its own, else that of its side, or of `side` after a switch."""
    if side is None and counter.group.home:
        return counter.group.home
    wanted = side or counter.side
    return next((s.home for s in game.info.sides if s.id == wanted), None)


def one_stack_a_space(game: Game) -> bool:
    """Whether a space holds units of one side only, so that one point for its stack is enough: point maps."""
    return game.map.kind == "points"
