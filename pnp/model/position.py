"""A position (DESIGN §10): where everything stands. Start of a scenario, an example or a test; needs no engine."""

from __future__ import annotations

from pnp.model.base import Bool, Id, Int, SourceModel


class UnitState(SourceModel):
    """A unit that is not in its plain state."""

    id: Id
    state: Id


class PositionSource(SourceModel):
    """A position as written. A key left out keeps the scenario's value; `units`, where given, is complete."""

    scenario: Id | None = None
    options: dict[Id, Bool | Int | str] | None = None
    turn: Int | None = None
    phase: Id | None = None
    side: Id | None = None
    units: dict[Id, tuple[Id | UnitState, ...]] | None = None
    tracks: dict[Id, Int] | None = None
    control: dict[Id, Id] | None = None
    pools: dict[Id, tuple[Id, ...]] | None = None
    flags: dict[Id, Bool | Int | str] | None = None

    def as_json(self) -> dict[str, object]:
        """The position as plain data, keys that were left out are absent."""
        return self.model_dump(mode="json", exclude_none=True)
