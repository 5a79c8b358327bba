"""border-open: the borders of every space close.

At each junction an even number of a space's borders meet: one comes, one goes on. Only on the frame may a space end.
Where two outlines are open at both ends of one border, this names the wrong one of the two regions.

Passes: map.yaml borders/3/line = "45,61"
Fails:  map.yaml borders/3/ends = [middle, south]
Fails:  map.yaml borders/0/between = [alder, cedar]
Mend:   add the missing border, or correct its two regions or its ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "error"

ON_FRAME_MM = 0.5


def check(survey: Survey) -> Iterator[Problem]:
    source = survey.game.map
    if source.kind != "areas":
        return
    x, y, width, height = source.frame_mm
    ends: dict[str, Counter[str]] = {name: Counter() for name in survey.spaces}
    for border in source.borders:
        for region in set(border.between) & set(ends):
            ends[region].update(border.ends)
    swapped = dict(_swapped(survey, ends))
    for border, (wrong, right) in swapped.items():
        message = f"with this border {wrong!r} and {right!r} are open at both its ends"
        yield problem(message, source.borders[border].where("between"), f"did you mean {right!r}, not {wrong!r}?")
    reported = {
        (region, end) for border, pair in swapped.items() for region in pair for end in source.borders[border].ends
    }
    for region, met in ends.items():
        for name, times in met.items():
            if (region, name) in reported:
                continue
            place = source.junctions.get(name)
            if times % 2 == 0 or place is None:
                continue
            inside = min(place[0] - x, x + width - place[0], place[1] - y, y + height - place[1])
            if inside > ON_FRAME_MM:
                message = f"the outline of {region!r} is open at the junction {name!r}"
                hint = "a border of it is missing, or names other regions or ends"
                yield problem(message, survey.spaces[region].where("id"), hint)
        if not met:
            yield problem(
                f"{region!r} has no border", survey.spaces[region].where("id"), "draw its outline in `borders`"
            )


def _swapped(survey: Survey, ends: Mapping[str, Counter[str]]) -> Iterator[tuple[int, tuple[str, str]]]:
    """Borders that name another region than the one that lacks them: number, the region named, the one meant."""
    for number, border in enumerate(survey.game.map.borders):
        open_here = [region for region, met in ends.items() if all(met[end] % 2 for end in border.ends)]
        wrong = [region for region in open_here if region in border.between]
        right = [region for region in open_here if region not in border.between]
        if len(wrong) == len(right) == 1 and len(set(border.ends)) == 2:
            yield number, (wrong[0], right[0])
