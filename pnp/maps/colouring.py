"""Tints for areas: no two neighbours alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def colour_areas(
    neighbours: Mapping[str, Sequence[str]], tints: int, fixed: Mapping[str, int] | None = None
) -> dict[str, int] | None:
    """A tint number for each area so that neighbours differ, by backtracking; None when there is none.

    neighbours  area -> areas with a common border; both directions
    fixed       tints that are given
    The area with the fewest tints left is coloured next; ties go by source order, and tints that are used
    least come first, so the sheet gets an even mixture and always the same one.
    """
    order = {name: index for index, name in enumerate(neighbours)}
    found: dict[str, int] = dict(fixed or {})

    def free(name: str) -> list[int]:
        taken = {found[n] for n in neighbours[name] if n in found}
        uses = list(found.values())
        return sorted((t for t in range(tints) if t not in taken), key=lambda t: (uses.count(t), t))

    def search() -> bool:
        rest = [name for name in neighbours if name not in found]
        if not rest:
            return True
        name = min(rest, key=lambda n: (len(free(n)), -len(neighbours[n]), order[n]))
        for tint in free(name):
            found[name] = tint
            if search():
                return True
            del found[name]
        return False

    return found if search() else None
