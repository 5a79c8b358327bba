"""Examples of play (`examples/*.yaml`): played by the referee, and compared with what must follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from pnp.errors import IllegalActionError, Problem, SourceError
from pnp.model.log import Log
from pnp.model.position import PositionSource, UnitState
from pnp.model.rules import Example
from pnp.referee.engine import Rules
from pnp.referee.own_code import own_code_named
from pnp.referee.state import State
from pnp.referee.violation import Violation

HINT = "correct the example; or the rule, if the example is right"


@dataclass(frozen=True, slots=True)
class ExampleOutcome:
    """What came of an example.

    problems  where it differs from what it expects; none when it holds
    before, after   positions at its beginning and end, where asked for; None when it could not begin
    refused   why its last action was refused
    """

    problems: tuple[Problem, ...] = ()
    before: PositionSource | None = None
    after: PositionSource | None = None
    log: Log | None = None
    refused: Violation | None = field(default=None, compare=False)


@own_code_named()
def run_example(rules: Rules, example: Example, *, positions: bool = False) -> ExampleOutcome:
    """Play `example` with `rules`, which must have its scenario and options.

    positions  tell those at its beginning and end too, which take longer to write down than most examples to play
    Raises SourceError where the game's own code raises something.
    """
    try:
        state = rules.state_from(example.position, 0, example.dice, example.draws)
    except SourceError as error:
        found = (replace(_at(example, "position", p.message, p.rule), where=p.where) for p in error.problems)
        return ExampleOutcome(tuple(p if p.where else replace(p, where=example.where("position")) for p in found))
    before = rules.position(state) if positions else None
    problems, refused = _play(rules, state, example)
    log = state.log
    if not problems:
        problems = list(_compare(rules, state, log, example, refused))
    return ExampleOutcome(tuple(problems), before, rules.position(state) if positions else None, log, refused)


def _at(example: Example, part: str, message: str, rule: str = "", *path: int) -> Problem:
    where = example.where(part, *path)
    return Problem("example", f"{example.id}: {message}", where, HINT, rule=rule)


def _play(rules: Rules, state: State, example: Example) -> tuple[list[Problem], Violation | None]:
    """Carry out the actions; the violation when the last one is refused, as expected."""
    last = len(example.actions) - 1
    for number, words in enumerate(example.actions):
        try:
            rules.apply(state, rules.from_json([str(word) for word in words]))
        except IllegalActionError as error:
            violation = error.violation
            assert isinstance(violation, Violation)
            if number == last and example.expect.refused is not None:
                return [], violation
            problem = _at(example, "actions", f"action {number + 1} is refused: {violation}", violation.rule, number)
            return [problem], violation
        except SourceError as error:
            problem = _at(example, "actions", error.problems[0].message, "", number)
            return [replace(problem, hint=error.problems[0].hint or problem.hint)], None
    return [], None


def _compare(
    rules: Rules, state: State, log: Log, example: Example, refused: Violation | None
) -> Iterator[Problem]:
    """Everything expected that did not follow."""
    expect = example.expect
    if expect.refused is not None:
        if refused is None:
            yield _at(example, "expect", f"expected the last action to be refused with rule {expect.refused!r}")
        elif refused.rule != expect.refused:
            yield _at(
                example, "expect", f"refused with rule {refused.rule!r}, expected {expect.refused!r}", refused.rule
            )
        elif expect.message_contains and expect.message_contains not in refused.message():
            yield _at(example, "expect", f"the message is {refused.message()!r}")
    missing = _not_in_order(expect.logged, log.rules())
    if missing is not None:
        yield _at(example, "expect", f"rule {missing!r} is not logged where it is expected", missing)
    if expect.result is not None:
        result = rules.result(state)
        if result is None or result.end != expect.result:
            yield _at(example, "expect", f"expected result {expect.result!r}, got {result.end if result else None!r}")
    if state.dice_script or state.cup_script:
        undrawn = [*reversed(state.dice_script), *(rules.lots[u] for u in reversed(state.cup_script))]
        yield _at(example, "dice" if state.dice_script else "draws", f"never drawn: {', '.join(map(str, undrawn))}")
    if expect.position is not None:
        for path, message in differences(expect.position, rules.position(state)):
            where = expect.position.where_key(*path) or expect.where_key("position")
            yield replace(_at(example, "expect", message), where=where)


def _not_in_order(addresses: tuple[str, ...], logged: tuple[str, ...]) -> str | None:
    """The first of `addresses` that `logged` doesn't have after the one before."""
    rest = iter(logged)
    return next((rule for rule in addresses if rule not in rest), None)


def differences(expected: PositionSource, reached: PositionSource) -> Iterator[tuple[tuple[str, ...], str]]:
    """Where `reached` differs from `expected`, key by key and place by place: path in `expected`, message. Keys that
    `expected` lacks are not compared.
    """
    for key in ("turn", "phase", "side"):
        want, actual = getattr(expected, key), getattr(reached, key)
        if want is not None and want != actual:
            yield (key,), f"{key} is {actual!r}, expected {want!r}"
    for key in ("tracks", "control", "flags"):
        actual_values = getattr(reached, key) or {}
        for name, want in (getattr(expected, key) or {}).items():
            if actual_values.get(name) != want:
                yield (key, name), f"{key}: {name} is {actual_values.get(name)!r}, expected {want!r}"
    units = {**(reached.units or {}), **(reached.pools or {})}
    wanted = [("units", place, names) for place, names in (expected.units or {}).items()]
    wanted += [("pools", place, names) for place, names in (expected.pools or {}).items()]
    for key, place, expected_units in wanted:
        marked = any(isinstance(entry, UnitState) for entry in expected_units)
        actual, want = _entries(units.get(place, ()), marked), _entries(expected_units, marked)
        if actual != want:
            yield (key, place), f"{place} holds {_listed(actual)}, expected {_listed(want)}"


def _entries(entries: Any, marked: bool) -> list[str]:
    """Unit ids, with their states where any is asked for."""
    return sorted(
        (f"{e.id} ({e.state})" if marked else e.id) if isinstance(e, UnitState) else str(e) for e in entries
    )


def _listed(names: list[str]) -> str:
    return ", ".join(names) or "nothing"
