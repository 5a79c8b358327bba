"""A table with a calculator: the names of its properties, signals and piece."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.model.tables import DieModifier, ResultsTable
from pnp.vassal.context import property_name, signal
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


def piece_id(table: ResultsTable) -> str:
    """The id of the piece of a table's calculator."""
    return f"{CALCULATOR}{table.id}"
