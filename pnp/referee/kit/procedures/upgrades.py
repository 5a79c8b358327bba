"""Results that are read as better ones, where some attackers are far stronger than those whom they meet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pnp.model.procedures import Upgrade
from pnp.referee.kit.filters import Reading
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.state import KitState


@dataclass(frozen=True, slots=True)
class _Ready:
    """An upgrade made ready; by side of the attackers, whose filters see own and enemy."""

    source: Upgrade
    least: Fraction
    least_weak: Fraction
    attackers: list[Reading]
    less: list[Reading | None]
    weak: list[Reading | None]
    at: list[Reading | None]
    holds: list[Callable[[KitState], bool]]


class Upgrades:
    """The upgrades of a game."""

    def __init__(self, kit: Kit, sources: Sequence[Upgrade], codes: Collection[str]) -> None:
        """codes: those of the table."""
        filters, sides = kit.filters, range(len(kit.board.sides))
        self._kit, self._ready = kit, list[_Ready]()
        for source in sources:
            for code, better in source.codes.items():
                kit.mistakes.known_key("result code", code, codes, source, "codes", code)
                kit.mistakes.known("result code", better, codes, source, "codes", code)
            self._ready.append(_Ready(
                source, kit.mistakes.factor(source.least, source, "least"),
                kit.mistakes.factor(source.least_weak, source, "least_weak"),
                [filters.units(source.attackers, side).of for side in sides],
                [filters.units(source.less, side).of if source.less else None for side in sides],
                [filters.units(source.weak, side).of if source.weak else None for side in sides],
                [filters.places(source.at, side).of if source.at else None for side in sides],
                [filters.condition(source.when, kit.options, side) for side in sides],
            ))  # fmt: skip

    def read(
        self, state: KitState, code: str, attackers: int, defenders: int, spaces: int,
        strength: Callable[[int, bool], int | Fraction],
    ) -> tuple[str, str]:  # fmt: skip
        """The code that holds instead of `code`, and the case that says so; `code` and "" where none does.

        strength  of some units in this battle, whether they attack
        """
        side = self._kit.board.side_of[attackers.bit_length() - 1]
        for ready in self._ready:
            at, less = ready.at[side], ready.less[side]
            if code not in ready.source.codes or (at is not None and spaces & ~at(state)):
                continue
            units = attackers & ready.attackers[side](state) if ready.holds[side](state) else 0
            if not units:
                continue
            taken = defenders & less(state) if less is not None else 0
            others, weak = defenders & ~taken, ready.weak[side]
            slight = others & weak(state) if weak is not None else 0
            attack = strength(units, True) - strength(taken, False)
            need = ready.least * strength(others & ~slight, False) + ready.least_weak * strength(slight, False)
            if attack > 0 and attack >= need:
                return ready.source.codes[code], ready.source.rule
        return code, ""
