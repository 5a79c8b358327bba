"""What positions say of the optional rule, as flags.

Rule: Optional Rule
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pnp.games.winter_war.state import WinterState

if TYPE_CHECKING:
    from pnp.games.winter_war.positions import WinterPosition
    from pnp.games.winter_war.rules import WinterWar


def flags_of(rules: WinterWar, state: WinterState) -> dict[str, bool | int | str]:
    """The flags of a position of `state`."""
    return {}


def read_flags(reader: WinterPosition, flags: Mapping[str, object]) -> None:
    """Put `flags` into the state that `reader` makes."""
    reader.problems.flags_set(flags, ())
