"""A position (DESIGN §10): where everything stands. Start of a scenario, an example or a test; needs no engine."""

from __future__ import annotations

from pydantic import Field

from pnp.model.base import Bool, Id, Int, SourceModel


class UnitState(SourceModel):
    """A unit in a state other than the usual one: reduced, activated, face down …"""

    id: Id
    state: Id = Field(description="the state, such as reduced or activated")


class PositionSource(SourceModel):
    """A position as written. A key left out keeps the scenario's value; `units`, where given, is complete."""

    scenario: Id | None = Field(default=None, description="scenario whose rules hold")
    options: dict[Id, Bool | Int | str] | None = Field(default=None, description="optional rules: {ports: true}")
    turn: Int | None = Field(default=None, description="game-turn")
    phase: Id | None = Field(default=None, description="phase of the turn")
    side: Id | None = Field(default=None, description="whose phase it is")
    units: dict[Id, tuple[Id | UnitState, ...]] | None = Field(
        default=None, description="space or box: counters that stand there"
    )
    tracks: dict[Id, Int] | None = Field(default=None, description="marker: value of its track")
    control: dict[Id, Id] | None = Field(default=None, description="space: side that holds it")
    pools: dict[Id, tuple[Id, ...]] | None = Field(default=None, description="box: counters drawn from it at random")
    cards: dict[Id, tuple[Id, ...]] | None = Field(
        default=None,
        description="side, discarded, removed or in-force: cards that are there, the others are in their piles; where "
                    "nothing is said, hands are dealt",
    )
    flags: dict[Id, Bool | Int | str] | None = Field(default=None, description="what else the game remembers")

    def as_json(self) -> dict[str, object]:
        """The position as plain data; keys that the source leaves out are absent."""
        return self.model_dump(mode="json", exclude_none=True)
