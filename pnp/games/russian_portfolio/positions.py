"""Positions (DESIGN §10) of the Russian Portfolio: facing, tracks of factors, weather and options.

Flags: `moved-<unit>`, `broke-<unit>`, `dry-<unit>`, `drained-<unit>`: what a unit has done or lacks in this phase;
`arrived-<hex>`, `lost-factory-<hex>`, `taken-<hex>`: what has happened there; the others are numbers and switches.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pnp.games.russian_portfolio.board import AXIS, RUSSIAN
from pnp.games.russian_portfolio.state import PortfolioState
from pnp.model.position import PositionSource
from pnp.referee.kit.position import KitPosition, Told

TENS = 10
FACTORS = (
    ("axis-armor", "stock", AXIS), ("axis-other", "others", AXIS), ("russian-armor", "stock", RUSSIAN),
    ("russian-infantry", "others", RUSSIAN),
)  # fmt: skip
"""Tracks with a marker for units and one for tens, the field of the state and the side."""
SPANS: Mapping[str, str] = {"siberian": "siberia", "winter-offensive": "winter"}
"""Tracks that count the turns since something began -> the field with its first turn."""


class PortfolioPosition(KitPosition):
    """Reads a position."""

    NUMBERS: ClassVar[Mapping[str, str]] = {"fronts-arrived": "fronts", "factors-come-in": "paid"}
    SWITCHES: ClassVar[Mapping[str, str]] = {
        "weather-by-die": "by_die", "replacements-at-once": "early", "amphibious-attack-made": "amphibious",
        "germans-in-finland": "roused",
    }  # fmt: skip
    TOLD = (
        Told("moved", ("moved",)), Told("broke", ("broke",)), Told("dry", ("dry",)), Told("drained", ("drained",)),
        Told("shifted", ("shifted",)), Told("arrived", ("arrived",), spaces=True),
        Told("lost-factory", ("lost_factories",), spaces=True), Told("taken", ("taken",), spaces=True),
    )  # fmt: skip
    STATES: ClassVar[Mapping[str, str]] = {"spent": "spent", "dispersed": "dispersed"}

    state: PortfolioState

    def _stand(self) -> None:
        """Markers lie on the tables of the players; units that are not named are out of the game.

        Rule: Set-Up, XVI.C.1.b
        """
        markers = {str(counter.id) for counter in self.kit.game.all_counters() if not counter.group.type}
        self.start, self.source = (_without(position, markers) for position in (self.start, self.source))
        super()._stand()
        board, state = self.kit.board, self.state
        for side in (AXIS, RUSSIAN):
            self.kit.put(state, state.units_in.get(board.nowhere, 0) & board.own[side], self.kit.lost_at[side])
        state.weather = board.weather[state.turn]  # type: ignore[attr-defined]
        given = self._tracks
        state.others = [0, 0]
        for name, field, side in FACTORS:
            getattr(state, field)[side] = given.get(name, 0) + TENS * given.get(f"{name}-tens", 0)
        for track, field in SPANS.items():
            if span := given.get(track, 0):
                setattr(state, field, max(state.turn - span + 1, 1))
        self.kit.mark_gone(state)

    def tracks(self) -> None:
        """Read factors, and the turns of the reserve and of the offensive; the others follow from the rest."""
        tracks = self.source.tracks if self.source.tracks is not None else self.start.tracks
        known = {track for one in self.kit.game.tracks for track in (one.markers or (one.id,))} | {"turn"}
        self._tracks = {
            name: value for name, value in (tracks or {}).items() if self.problems.known("track", name, known)
        }
        self._counts = {}


def _without(position: PositionSource, markers: set[str]) -> PositionSource:
    """A position without markers."""
    if not position.units:
        return position
    units = {
        place: kept for place, entries in position.units.items()
        if (kept := tuple(one for one in entries if (one if isinstance(one, str) else one.id) not in markers))
    }
    return position.replaced(units=units)


def tracks_of(state: PortfolioState) -> dict[str, int]:
    """The tracks of a position."""
    tracks: dict[str, int] = {}
    for name, field, side in FACTORS:
        tracks[f"{name}-tens"], tracks[name] = divmod(getattr(state, field)[side], TENS)
    return tracks | {
        track: state.turn - first + 1 for track, field in SPANS.items() if (first := getattr(state, field))
    }
