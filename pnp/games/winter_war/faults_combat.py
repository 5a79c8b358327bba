"""What can't be in a Combat Phase or Interphase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war.state import WinterState

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar


def faults(rules: WinterWar, state: WinterState) -> list[str]:
    """Every fault of what belongs to combat and to the optional rule."""
    return []
