"""Tints for areas: no two neighbours alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def colour_areas(
    neighbours: Mapping[str, Sequence[str]], tints: int, fixed: Mapping[str, int] | None = None
) -> dict[str, int] | None:
    """Area -> tint number, such that neighbours differ; None when `tints` tints don't suffice.

    neighbours  area -> areas with a common border; both directions
    fixed       area -> tint that the source prescribes
    Found by backtracking: the area with the fewest free tints is coloured next, ties go by source order, and the
    tint used least so far is tried first, so that the mixture is even and always the same.
    """
    order = {name: index for index, name in enumerate(neighbours)}
    tint_of: dict[str, int] = dict(fixed or {})

    def free(name: str) -> list[int]:
        neighbour_tints = {tint_of[n] for n in neighbours[name] if n in tint_of}
        uses = list(tint_of.values())
        return sorted((t for t in range(tints) if t not in neighbour_tints), key=lambda t: (uses.count(t), t))

    def search() -> bool:
        uncoloured = [name for name in neighbours if name not in tint_of]
        if not uncoloured:
            return True
        name = min(uncoloured, key=lambda n: (len(free(n)), -len(neighbours[n]), order[n]))
        for tint in free(name):
            tint_of[name] = tint
            if search():
                return True
            del tint_of[name]
        return False

    return tint_of if search() else None
