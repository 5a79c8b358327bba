"""The kinds of counters that a key lists: each group, or in a large set all of a side and type together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pnp.generators.counters.anatomy import BLANK_MARKER
from pnp.model.counters import Counter, CounterGroup
from pnp.model.game import Game
from pnp.model.info import Side

MOST_GROUPS = 60
"""With more groups than this, a key lists what is of one side and type as one kind."""


@dataclass(frozen=True, slots=True)
class Kind:
    """An entry of the key.

    name      what it is called
    counters  all of it, the one that is pictured first
    """

    name: str
    counters: Sequence[Counter]

    @property
    def group(self) -> CounterGroup:
        """The group of the counter that is pictured."""
        return self.counters[0].group


def kinds(game: Game) -> list[Kind]:
    """Every kind of counter in the order of counters.yaml; not those that are blank, which say nothing."""
    grouped: dict[tuple[str | None, ...], list[Counter]] = {}
    together = len(game.counters.groups) > MOST_GROUPS
    for counter in game.all_counters():
        group = counter.group
        if group.marker == BLANK_MARKER and not (group.label or group.belongs_to):
            continue
        alone = not together or group.type is None
        grouped.setdefault((group.id,) if alone else (group.side, group.type), []).append(counter)
    return [Kind(_name(game, counters[0].group, len(key) > 1), counters) for key, counters in grouped.items()]


def by_owner(game: Game, entries: Sequence[Kind]) -> list[tuple[Side | None, list[Kind]]]:
    """Kinds by their side, whose name they lose, the markers last; not a marker alone, that of turns, which its track
    explains.
    """
    sides = {side.id: side for side in game.info.sides}
    sections: dict[Side | None, list[Kind]] = {side: [] for side in (*sides.values(), None)}
    for entry in entries:
        side = None if entry.group.marker else sides.get(entry.group.side or "")
        short = entry.name.removeprefix(f"{side.name}: ") if side else entry.name
        sections[side].append(replace(entry, name=short))
    if len(sections[None]) == 1:
        del sections[None]
    return [(side, listed) for side, listed in sections.items() if listed]


def _name(game: Game, group: CounterGroup, together: bool) -> str:
    """The name of a group, or those of its side and type."""
    if not together:
        return group.name
    side = next((s.name for s in game.info.sides if s.id == group.side), "")
    of_type = next(t.plural for t in game.info.unit_types if t.id == group.type)
    return f"{side}: {of_type}" if side else of_type


def traits_told(game: Game, kind: Kind) -> list[str]:
    """What a kind can do that others can't, and whether an option brings it in."""
    own = next((unit.traits for unit in game.info.unit_types if unit.id == kind.group.type), ())
    option = [game.words.text("optional rule")] if kind.group.optional else []
    return [*(trait.name for trait in game.info.traits if trait.id in own), *option]


def figures(factors: tuple[tuple[str, int | str], ...], group: CounterGroup) -> str:
    """The factors as the counter shows them: 2-3."""
    return "-".join(str(value) for _, value in factors) + group.suffix
