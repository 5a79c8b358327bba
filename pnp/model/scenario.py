"""`scenarios/*.yaml`: a start position, what the players set up freely, and the length."""

from __future__ import annotations

from pydantic import Field

from pnp.model.base import Address, Id, Int, Message, SourceModel
from pnp.model.position import PositionSource


class FreePlacement(SourceModel):
    """Units that a side places where it likes among `spaces` before the first turn."""

    side: Id
    units: tuple[Id, ...]
    spaces: tuple[Id, ...]
    default: dict[Id, tuple[Id, ...]] = Field(
        default_factory=dict, description="a placement for players who want to start at once; also the module's set-up"
    )
    rule: Address


class Scenario(SourceModel):
    """One file of `scenarios/`."""

    id: Id
    name: Message
    text: Message
    turns: Int = Field(ge=1, le=1000)
    victory_points: Int | None = Field(default=None, description="points that win")
    position: PositionSource
    placements: tuple[FreePlacement, ...] = ()
