"""A table with a calculator: the names of its properties, signals and piece."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.model.game import Game
from pnp.model.tables import DieModifier, ResultsTable
from pnp.vassal.context import nested, property_name, quoted, signal, whole_map
from pnp.vassal.format.gpids import CALCULATOR


@dataclass(frozen=True)
class Calculator:
    """One table with a calculator, and the names that belong to it.

    table   in English; `shown` in the language shown
    """

    table: ResultsTable
    shown: ResultsTable

    def name(self, part: str) -> str:
        """A property of this calculator: name("Attack") of table `contact` is "ContactAttack"."""
        return property_name(self.table.id) + part

    def key(self, *parts: str) -> str:
        """A signal of this calculator."""
        return signal(self.table.id, *parts)

    @property
    def by_odds(self) -> bool:
        """Whether the table is entered with odds."""
        return self.table.column_kind == "odds"

    @property
    def piece(self) -> str:
        """The id of the piece that shows the calculator; it has a gpid like any counter."""
        return piece_id(self.table)

    @property
    def choices(self) -> list[tuple[DieModifier, DieModifier]]:
        """Modifiers that a player sets, in English and as shown; the others come from a marker on a track."""
        return [pair for pair in self._modifiers if pair[0].track is None]

    @property
    def tracked(self) -> list[tuple[DieModifier, DieModifier]]:
        """Modifiers that the marker of a track gives."""
        return [pair for pair in self._modifiers if pair[0].track]

    @property
    def _modifiers(self) -> list[tuple[DieModifier, DieModifier]]:
        return list(zip(self.table.modifiers, self.shown.modifiers, strict=True))


ATTACKS = "Attacks"
"""Name of the layer that marks a unit as one that takes part in the attack."""
MARKED = f"{ATTACKS}_Active==true"
"""Matches the units that bear this mark."""


def attacks(calculator: Calculator) -> str:
    """Matches marked units that stand next to the attacked place: the others don't count."""
    return f"{MARKED}&&{calculator.name('Near')}==1"


def attacking_side(game: Game, attacking: str, defending: str) -> str:
    """An expression for the side of the attackers; where none are marked, the one that the defenders face."""
    sides = [side.id for side in game.info.sides]
    others = [next((other for other in sides if other != side), side) for side in sides]
    cases = [(f"{_count(attacking, side)}>0", quoted(side)) for side in sides]
    cases += [(f"{_count(defending, side)}>0", quoted(other)) for side, other in zip(sides, others, strict=True)]
    return nested(cases, quoted(sides[0]))


def _count(units: str, side: str) -> str:
    return whole_map("CountMap", f"{units}&&Side=={quoted(side)}")


def piece_id(table: ResultsTable) -> str:
    """The id of the piece of a table's calculator."""
    return f"{CALCULATOR}{table.id}"
