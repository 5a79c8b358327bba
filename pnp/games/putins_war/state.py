"""Where everything stands, and what the open activation is about."""

from __future__ import annotations

from typing import ClassVar

from pnp.games.putins_war.board import Board
from pnp.referee.standing import move_units
from pnp.referee.state import State

RUSSIA, UKRAINE = 0, 1


class WarState(State):
    """The state of Putin's War. Sets of units and of spaces are whole numbers, one bit each.

    at         place of each unit
    units_in   set of units in each place, `nowhere` last
    ground_at, air_at, garrison_at, enemy_at   spaces with such units (kept up to date)
    afield     Russian units on the map (kept up to date)
    activated  Russian units activated this turn
    arrived    reinforcements of this turn
    selected   unit that is about to be placed, -1 for none
    chosen     units of the activation that is being put together
    origin     space of its ground units, -1 while there are none
    targets    spaces that all of `chosen` can enter
    area       space of the fight, -1 for none
    fighters   Russian units that fight and are still in play
    event      modified roll on the Invasion Table in this activation, -1 for none
    attacker   RUSSIA or UKRAINE
    losses     Russian units that must still be eliminated by choice
    refuge     space of a retreat whose surplus is being chosen, -1 for none
    replaced   garrisons placed in this garrison phase
    alarmed    spaces whose first invasion has brought a late unit
    """

    NUMBERS: ClassVar[tuple[str, ...]] = (
        *State.NUMBERS, "ground_at", "air_at", "garrison_at", "enemy_at", "afield", "activated", "arrived",
        "selected", "chosen", "origin", "targets", "area", "fighters", "event", "attacker", "losses", "refuge",
        "replaced", "alarmed",
    )  # fmt: skip
    ARRAYS: ClassVar[tuple[str, ...]] = (*State.ARRAYS, "at", "units_in")
    NONE_YET: ClassVar[tuple[str, ...]] = ("selected", "origin", "area", "event", "refuge")

    __slots__ = (*NUMBERS[len(State.NUMBERS) :], "at", "units_in")

    ground_at: int
    air_at: int
    garrison_at: int
    enemy_at: int
    afield: int
    activated: int
    arrived: int
    selected: int
    chosen: int
    origin: int
    targets: int
    area: int
    fighters: int
    event: int
    attacker: int
    losses: int
    refuge: int
    replaced: int
    alarmed: int
    at: list[int]
    units_in: list[int]


def put(board: Board, state: WarState, units: int, place: int) -> None:
    """Move the set `units` to `place` and keep the sets of spaces up to date."""
    touched = move_units(state, units, place) & board.land
    if units & board.russian:
        if place < board.count:
            state.afield |= units & board.russian
        else:
            state.afield &= ~units
    while touched:
        bit = touched & -touched
        touched ^= bit
        refresh(board, state, bit.bit_length() - 1)


def refresh(board: Board, state: WarState, space: int) -> None:
    """Recompute what the sets of spaces say of `space`."""
    inside, bit = state.units_in[space], 1 << space
    state.ground_at = state.ground_at | bit if inside & board.ground else state.ground_at & ~bit
    state.air_at = state.air_at | bit if inside & board.air else state.air_at & ~bit
    state.garrison_at = state.garrison_at | bit if inside & board.garrisons else state.garrison_at & ~bit
    state.enemy_at = state.enemy_at | bit if inside & board.ukrainian else state.enemy_at & ~bit
