"""The state of a game of Tatchanka: besides where units stand, who leads whom, and what supply brings."""

from __future__ import annotations

from typing import Any, ClassVar

from pnp.referee.kit.state import KitState


class TatchankaState(KitState):
    """The state of both games.

    Saved:
    doubled, tripled, limited   units whose supply doubles or triples their strengths, or is limited
    formed    units that have been mobilized in the player-turn that is on
    broken    stockpiles that have been broken up in it
    arming    of one that is being broken up: hex, faction, units that still come, free tatchankas; else empty
    acted     factions that have had their player-turn in this turn, as a set
    resting   units of the side on turn whose faction has acted already
    leaders   by faction: the index of the faction that leads its side
    quotas    by faction, three each: elite, cavalry and tatchanka substitutions used in this month

    Follows: `armies`, by faction: the units of the side that it leads; `abilities`, by faction: what is known of its
    units that can move in the phase that is on, None for nothing; `sufficing`, whether units are enough to attack a
    hex with these defenders: (units, hex, defenders), as long as no unit of their side is put anywhere.
    """

    NUMBERS: ClassVar[tuple[str, ...]] = (
        *KitState.NUMBERS, "doubled", "tripled", "limited", "formed", "broken", "acted", "resting",
    )  # fmt: skip
    ARRAYS: ClassVar[tuple[str, ...]] = (*KitState.ARRAYS, "leaders", "quotas", "arming")
    OWN: ClassVar[tuple[str, ...]] = (*KitState.OWN, "armies", "abilities", "sufficing")

    __slots__ = (
        "abilities", "acted", "armies", "arming", "broken", "doubled", "formed", "leaders", "limited", "quotas",
        "resting", "sufficing", "tripled",
    )  # fmt: skip

    doubled: int
    tripled: int
    limited: int
    formed: int
    broken: int
    acted: int
    resting: int
    leaders: list[int]
    quotas: list[int]
    arming: list[int]
    armies: list[int]
    abilities: list[Any]
    sufficing: dict[tuple[int, int, int], bool]

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self.armies, self.abilities, self.sufficing = [], [], {}
