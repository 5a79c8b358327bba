"""Positions (DESIGN §10) of the Russian Portfolio: facing, tracks of factors, weather and options.

Flags: `moved-<unit>`, `broke-<unit>`, `dry-<unit>`, `drained-<unit>`: what a unit has done or lacks in this phase;
`arrived-<hex>`, `lost-factory-<hex>`, `taken-<hex>`: what has happened there; the others are numbers and switches.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pnp.games.russian_portfolio.board import AXIS, RUSSIAN
from pnp.games.russian_portfolio.state import PortfolioState
from pnp.referee.kit.position import KitPosition, Told


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
    TRACKS: ClassVar[Mapping[str, tuple[str, int]]] = {
        "axis-armor": ("stock", AXIS), "axis-other": ("others", AXIS), "russian-armor": ("stock", RUSSIAN),
        "russian-infantry": ("others", RUSSIAN),
    }  # fmt: skip
    SPANS: ClassVar[Mapping[str, str]] = {"siberian": "siberia", "winter-offensive": "winter"}
    FOLLOWING = ("weather", "reserve-phase", "victory-weight")
    LEFT_OUT = True

    state: PortfolioState

    def _stand(self) -> None:
        """The weather is that of the turn.

        Rule: VI.A
        """
        super()._stand()
        self.state.weather = self.kit.board.weather[self.state.turn]  # type: ignore[attr-defined]
