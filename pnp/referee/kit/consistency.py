"""Declarations that say nothing or contradict one another: what can be told before anything is compiled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.model.base import SourceModel
from pnp.model.filters import Condition, LinkFilter, PlaceFilter, UnitFilter
from pnp.model.game import Game
from pnp.model.info import EACH, INITIATIVE, OTHER, Phase
from pnp.model.procedures import PROCEDURES, Bonus, Pace, ProceduresSource, Shift, Times, ZonesSource
from pnp.referee.kit.declared import Mistakes

FILTERS = (PlaceFilter, UnitFilter, LinkFilter, Condition)

MOST_NESTED = 8
"""Filters within one another."""


def check_filters(mistakes: Mistakes, value: Any, depth: int = 0) -> None:
    """Report the filters in `value` that name nothing, and those nested too deep for a reader.

    depth  of the filters around it
    """
    if isinstance(value, FILTERS):
        if depth == MOST_NESTED:
            message = f"more than {MOST_NESTED} filters within one another"
            mistakes.add(message, value.where(), "say it with fewer: `any` takes several, a double `not` is none")
            return
        _check_filter(mistakes, value)
        depth += 1
    if isinstance(value, SourceModel):
        value = value.__dict__
    if isinstance(value, (dict, tuple)):
        for inner in value.values() if isinstance(value, dict) else value:
            check_filters(mistakes, inner, depth)


def _check_filter(mistakes: Mistakes, chosen: SourceModel) -> None:
    """A filter names something, and a list in it is not empty."""
    given = {key: value for key, value in chosen.__dict__.items() if value is not None and key != "least"}
    if not any(value != () for value in given.values()):
        mistakes.add("this filter says nothing", chosen.where(), "say what it selects, or take it out")
        return
    for key in chosen.model_fields_set:
        if given.get(key) == ():
            mistakes.add(f"{key!r} lists nothing", chosen.where(key), "add something to the list, or take it out")
    if isinstance(chosen, PlaceFilter) and not any(value != () for key, value in given.items() if key != "range"):
        mistakes.add("this range begins nowhere", chosen.where("range"), "say from which places it is counted")


def check_effects(mistakes: Mistakes, value: Any) -> None:
    """Report what is declared in `value` and changes nothing."""
    if isinstance(value, ZonesSource):
        if value.entering != "cost" and value.cost:
            hint = "write 'entering: cost', or take 'cost' out"
            mistakes.add(f"nobody pays this cost where 'entering' is {value.entering!r}", value.where("cost"), hint)
        if value.entering == "cost" and not value.cost:
            mistakes.add("entering a zone costs 0", value.where("entering"), "add 'cost:', or write 'entering: free'")
    idle = (
        (isinstance(value, Bonus | Shift) and not value.by)
        or (isinstance(value, Times) and value.by in (1, "1"))
        or (isinstance(value, Pace) and value.times in (1, "1") and not value.add)
    )
    if idle:
        mistakes.add("this changes nothing", value.where(), "correct its number, or take it out")
    if isinstance(value, SourceModel):
        value = value.__dict__
    if isinstance(value, (dict, tuple)):
        for inner in value.values() if isinstance(value, dict) else value:
            check_effects(mistakes, inner)


def check_phases(mistakes: Mistakes, game: Game, called: frozenset[str] = frozenset()) -> None:
    """Report phases that have nothing to do, and what is declared or set up and never done.

    called  procedures that others call
    """
    source, info = game.procedures, game.info
    if source is None:
        return
    for phase, _ in _phases(game, info.phases, ()):
        if phase.phases and phase.procedures:
            hint = "name it at one of the phases within"
            mistakes.add(f"the phase {phase.id!r} has phases of its own, so it runs no procedure",
                         phase.where("procedure" if phase.procedure else "steps"), hint)  # fmt: skip
        if phase.procedure and len(phase.procedures) > 1:
            hint = "name it at a step as well"
            mistakes.add(f"the steps of the phase {phase.id!r} run procedures, so it runs none itself",
                         phase.where("procedure"), hint)  # fmt: skip
        if phase.units is not None and not {"movement", "combat"} & set(phase.procedures):
            hint = "take it out, or name it at the phases in which units move or attack"
            mistakes.add(f"nobody moves or attacks in the phase {phase.id!r}", phase.where("units"), hint)
    sides_of = _sides_by_procedure(game)
    served = {"supply", *called}
    if source.stacking and source.stacking.judged != "own-phase":
        served.add("stacking")
    if "draw" in sides_of:
        served.add("cards")
    for name in PROCEDURES:
        if getattr(source, name, None) is not None and name not in served and name not in sides_of:
            hint = f"add 'procedure: {name}' to a phase of game.yaml"
            mistakes.add(f"no phase runs {name!r}", source.where_key(name), hint)
    if source.initiative is not None and not any(p.side == INITIATIVE for p, _ in _phases(game, info.phases, ())):
        mistakes.add("no phase is played by initiative", source.where_key("initiative"), "add 'side: initiative'")
    _check_scenarios(mistakes, game, source, sides_of)


def _phases(game: Game, phases: tuple[Phase, ...], sides: tuple[str, ...]) -> Iterator[tuple[Phase, tuple[str, ...]]]:
    """Every phase with the sides that play it, those with phases of their own before these."""
    every = tuple(side.id for side in game.info.sides)
    for phase in phases:
        if phase.side in (EACH, INITIATIVE):
            players = every
        elif phase.side == OTHER:
            players = every if len(sides) != 1 else tuple(side for side in every if side not in sides)
        else:
            players = (phase.side,) if phase.side is not None else sides
        yield phase, players
        yield from _phases(game, phase.phases, players)


def _sides_by_procedure(game: Game) -> dict[str, set[str]]:
    """Procedure -> the sides in whose phases it runs."""
    sides_of: dict[str, set[str]] = {}
    for phase, sides in _phases(game, game.info.phases, ()):
        for name in () if phase.phases else phase.procedures:
            sides_of.setdefault(name, set()).update(sides)
    return sides_of


def _check_scenarios(
    mistakes: Mistakes, game: Game, source: ProceduresSource, sides_of: dict[str, set[str]]
) -> None:
    """What the scenarios place and bring in is placed and brought in by a phase; such a phase has something to do."""
    placed = [line for scenario in game.scenarios.values() for line in scenario.placements]
    coming = [line for s in game.scenarios.values() for line in s.arrivals if line.turn or line.when]
    known = {side.id for side in game.info.sides}  # another is reported as an unknown name
    for name, lines in (("setup", placed), ("arrivals", coming)):
        for line in lines:
            if line.side in known - sides_of.get(name, set()):
                message = f"no phase of {line.side!r} runs {name!r}, so this is never done"
                mistakes.add(message, line.where(), f"add a phase with 'procedure: {name}' to game.yaml")
        if name == "arrivals" and source.arrivals is not None and (source.arrivals.boxes or source.arrivals.reserve):
            continue
        sides = {line.side for line in lines}
        for phase, players in _phases(game, game.info.phases, ()):
            if name in phase.procedures and getattr(source, name) is not None and not sides & set(players):
                key = "side" if lines and phase.side is not None else "procedure"
                message = f"the phase {phase.id!r} has nothing to do: no scenario lists {_LISTED[name]}"
                mistakes.add(message, phase.where(key), f"add '{_LISTED[name]}:' to a scenario, or remove the phase")


_LISTED = {"setup": "placements", "arrivals": "arrivals"}
