"""What every game does to turn a position (DESIGN §10) into a state: read it, gather what is wrong, script the draws."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.model.position import PositionSource, UnitState
from pnp.referee.engine import Rules
from pnp.referee.state import State


def source_of(position: PositionSource | Mapping[str, Any]) -> PositionSource:
    """The position, checked. Raises SourceError."""
    if isinstance(position, PositionSource):
        return position
    try:
        return PositionSource.model_validate(position)
    except ValidationError as error:
        raise SourceError(
            *(Problem("bad-position", f"{'.'.join(map(str, e['loc']))}: {e['msg']}") for e in error.errors()[:50])
        ) from None


class PositionProblems:
    """Gathers what is wrong with a position, so that one error tells it all."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.found: list[Problem] = []

    def add(self, message: str, hint: str = "", rule: str = "") -> None:
        """One more thing that is wrong."""
        self.found.append(Problem("bad-position", message, hint=hint, game=self.rules.game.id, rule=rule))

    def unknown(self, kind: str, name: str, known: Iterable[str]) -> None:
        """A name that nothing has."""
        hint = did_you_mean(name, known)
        self.found.append(Problem("unknown-name", f"unknown {kind} {name!r}", hint=hint, game=self.rules.game.id))

    def raise_any(self) -> None:
        """Raise SourceError when anything is wrong."""
        if self.found:
            raise SourceError(*self.found)

    def same_game(self, source: PositionSource) -> None:
        """The position belongs to this scenario and these options, and a side that decides is on turn."""
        rules = self.rules
        if source.scenario not in (None, rules.scenario.id):
            self.add(f"the position is of scenario {source.scenario!r}, these rules of {rules.scenario.id!r}")
        for name, value in (source.options or {}).items():
            if name not in rules.options:
                self.unknown("option", name, rules.options)
            elif rules.options[name] != value:
                self.add(f"the position has option {name!r} {value!r}, these rules {rules.options[name]!r}")
        if source.side is not None and source.side not in rules.deciding:
            self.add(f"side {source.side!r} takes no decisions; it is {' or '.join(map(repr, rules.deciding))}")

    def turn(self, turn: int, marker: int | None) -> None:
        """The turn exists and its marker stands on it."""
        if marker not in (None, turn):
            self.add(f"the turn marker is on {marker}, the turn is {turn}")
        if not 1 <= turn <= self.rules.scenario.turns:
            self.add(f"there is no turn {turn}", f"turns run from 1 to {self.rules.scenario.turns}")


def entries_of(
    source: PositionSource, start: PositionSource, pools: Iterable[str], problems: PositionProblems
) -> list[tuple[str, str, str | None]]:
    """Place, id and state of every unit that `source` puts somewhere, completed by `start` and checked by name.

    pools  places that may stand under `pools`
    """
    rules = problems.rules
    listed: dict[str, str] = {}
    found: list[tuple[str, str, str | None]] = []

    def stand(place: str, name: str, mark: str | None) -> None:
        if place not in rules.places:
            problems.unknown("space or box", place, rules.places)
        elif name not in rules.units:
            problems.unknown("unit", name, rules.units)
        elif name in listed:
            problems.add(f"{name!r} is both in {listed[name]!r} and in {place!r}")
        else:
            listed[name] = place
            found.append((place, name, mark))

    for place, entries in ((source.units if source.units is not None else start.units) or {}).items():
        for entry in entries:
            if isinstance(entry, UnitState):
                stand(place, entry.id, entry.state)
            else:
                stand(place, entry, None)
    own = source.pools is not None
    allowed = tuple(pools)
    for place, names in ((source.pools if own else start.pools) or {}).items():
        if place not in allowed:
            problems.unknown("pool", place, allowed)
            continue
        for name in names:
            if own or name not in listed:
                stand(place, name, None)
    return found


def script_draws(
    state: State, dice: Sequence[int], draws: Sequence[str], sides: int, problems: PositionProblems
) -> None:
    """Draw these values and ids before the generator. Raises SourceError for one that can't be drawn."""
    lots = problems.rules.lots
    for value in dice:
        if type(value) is not int or not 1 <= value <= sides:
            problems.add(f"a die shows 1 to {sides}, not {value!r}")
    for name in draws:
        if name not in lots:
            problems.unknown("unit or space", str(name), lots)
    problems.raise_any()
    state.dice_script = list(reversed(list(dice)))
    state.cup_script = [lots.index(name) for name in reversed(list(draws))]
