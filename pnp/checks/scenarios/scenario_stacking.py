"""scenario-stacking: no set-up starts above the stacking limit.

Compared are units of one side in one space, at the start and in the default of a free placement, with the limits of
`stacking` in procedures.yaml, or else with the parameter `stack-limit` of game.yaml where there is one. Markers and
boxes don't count, nor do units that the declaration exempts.

Passes: scenarios/standard.yaml position/units/cedar = [guard-1, guard-2]
Fails:  scenarios/standard.yaml position/units/cedar = [guard-1, guard-2, guard-3]
Mend:   spread the units, or allow it with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, SourceError, counted
from pnp.model.scenario import Scenario

SEVERITY = "warning"

LIMIT = "stack-limit"

Limits = Callable[[str, str], tuple[int, int]]
"""What a unit counts, and the limit of a space."""


def check(survey: Survey) -> Iterator[Problem]:
    for scenario in survey.game.scenarios.values():
        limits = _declared_limits(survey, scenario)
        if limits is None:
            limits = _parameter(survey)
        if limits is None:
            continue
        unit_counts: dict[tuple[str, str], int] = {}
        placed = [(s, u, scenario.position, ("units", s)) for s, u in (scenario.position.units or {}).items()]
        placed += [(s, u, p, ("default", s)) for p in scenario.placements for s, u in p.default.items()]  # type: ignore[misc]
        for space, units, model, path in placed:
            for unit in () if space in survey.boxes else units:
                counter = survey.counters.get(str(getattr(unit, "id", unit)))
                if counter and counter.group.type:
                    key = space, str(counter.side)
                    size, limit = limits(counter.id, space)
                    before = unit_counts.get(key, 0)
                    unit_counts[key] = before + size
                    if before <= limit < unit_counts[key]:
                        what = counted(limit, "unit" if size == 1 else "stacking point")
                        message = f"more than {what} of {counter.side!r} start in {space!r}"
                        yield problem(message, model.where(*path), "spread them, or allow it with the reason")


def _parameter(survey: Survey) -> Limits | None:
    """Every unit counts one; the limit is the parameter, the same in all spaces."""
    limit = next((p.value for p in survey.game.info.parameters if p.id == LIMIT), None)
    return None if limit is None else lambda unit, space: (1, limit)


def _declared_limits(survey: Survey, scenario: Scenario) -> Limits | None:
    """Those of the referee; None where it declares none, or declares what can't be carried out."""
    from pnp.referee.kit.assembly import Assembly

    game = survey.game
    if game.procedures is None or game.procedures.stacking is None:
        return None
    if survey.procedures is not None and survey.procedures.sources:
        return None  # its code may count otherwise
    try:
        stacking = Assembly(game, scenario, dict.fromkeys((option.id for option in game.info.options), True)).stacking
    except SourceError:
        return lambda unit, space: (0, 0)
    kit = stacking.kit

    def limits(unit: str, space: str) -> tuple[int, int]:
        place, number = kit.board.space_index.get(space), kit.board.unit_index.get(unit)
        if place is None or number is None:
            return 0, 0
        return 0 if kit.uncounted[number] >> place & 1 else kit.sizes[number], stacking.limit_at(place)

    return limits
