"""Saved games: the document that `State.to_json` wrote, checked value by value. It may come from a stranger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pnp.errors import Problem, SourceError
from pnp.referee.engine import Rules
from pnp.referee.state import DO, DRAW, EVENT, State

S = TypeVar("S", bound=State)

MAX_RECORDS = 200_000
MAX_ARRAY = 10_000
MAX_TEXT = 200


def fill_state(rules: Rules, state: S, document: Mapping[str, Any]) -> S:
    """Put a saved document into the new `state`. Raises SourceError when it can't be one of this game."""
    if not isinstance(document, Mapping) or document.get("pnp_state") != 1:
        raise _bad("expected a saved game with 'pnp_state': 1")
    head, fields, records = document.get("head"), document.get("fields"), document.get("records")
    if not isinstance(head, Mapping) or not isinstance(fields, Mapping) or not isinstance(records, list):
        raise _bad("a saved game has 'head', 'fields' and 'records'")
    _check_head(rules, head)
    _fill_fields(state, fields, _limit(rules))
    if isinstance(head.get("players"), Mapping):
        state.players = {str(k)[:MAX_TEXT]: str(v)[:MAX_TEXT] for k, v in list(head["players"].items())[:20]}
    state.began = head.get("position")
    _check_stack(rules, state)
    state.complete()
    faults = rules.faults(state)
    if faults:
        raise SourceError(*(Problem("bad-saved-game", fault, game=rules.game.id) for fault in faults))
    if len(records) > MAX_RECORDS:
        raise _bad(f"more than {MAX_RECORDS} records")
    limit = _limit(rules)
    state.records = [_record(rules, record, limit) for record in records]
    return state


def _limit(rules: Rules) -> int:
    """What no number of a saved game reaches: a stream has 64 bits, a set of units or spaces one for each."""
    return 1 << max(64, len(rules.units), len(rules.spaces), len(rules.cards))


def _bad(message: str) -> SourceError:
    return SourceError(Problem("bad-saved-game", message))


def _check_head(rules: Rules, head: Mapping[str, Any]) -> None:
    expected = {"game": rules.game.id, "scenario": rules.scenario.id, "options": rules.options, "data": rules.data_hash}
    for key, value in expected.items():
        if head.get(key) != value:
            raise _bad(f"it was saved with {key} {str(head.get(key))[:MAX_TEXT]!r}, this is {value!r}")


def _fill_fields(state: State, fields: Mapping[str, Any], limit: int) -> None:
    """limit: what no number reaches."""
    names = {*state.NUMBERS, *state.ARRAYS, *state.NAMED}
    if set(fields) != names:
        raise _bad(f"fields differ: {', '.join(sorted(str(k)[:40] for k in names.symmetric_difference(fields))[:8])}")
    for name in state.NUMBERS:
        if not _is_number(fields[name], limit):
            raise _bad(f"{name} is not a number of this game")
        setattr(state, name, fields[name])
    for name in state.ARRAYS:
        values = fields[name]
        if not isinstance(values, list) or len(values) > MAX_ARRAY or not all(
            _is_number(value, limit, -limit if name in state.SIGNED else -1) for value in values
        ):
            raise _bad(f"{name} is not a list of numbers of this game")
        setattr(state, name, list(values))
    try:
        state.fill_named(fields, limit)
    except ValueError as error:
        raise _bad(str(error)) from None


def _is_number(value: object, limit: int, least: int = -1) -> bool:
    return type(value) is int and least <= value < limit


def _check_stack(rules: Rules, state: State) -> None:
    """The open decisions must exist; none are open exactly when the game is over."""
    if not 0 <= state.ended <= len(rules.game.info.outcomes):
        raise _bad(f"no outcome {state.ended}")
    if bool(state.stack) == bool(state.ended) or len(state.stack) > 50:
        raise _bad("open decisions don't fit a game that is over, or goes on")
    if not all(0 <= step < len(rules.STEPS) for step in state.stack):
        raise _bad("unknown decision in 'stack'")


def _record(rules: Rules, record: object, limit: int) -> tuple[Any, ...]:
    """One record of the log, its shape and references checked."""
    if isinstance(record, (list, tuple)) and record:
        try:
            plain = tuple(_plain(part, limit) for part in record)
            if _FITS[plain[0]](rules, plain):
                return plain
        except (LookupError, TypeError, ValueError):
            pass
    raise _bad(f"a record of the log is damaged: {str(record)[:80]}")


def _plain(part: object, limit: int, depth: int = 0) -> Any:
    if isinstance(part, (list, tuple)) and depth < 4 and len(part) < 100:
        return tuple(_plain(inner, limit, depth + 1) for inner in part)
    if part is None or type(part) is bool or (isinstance(part, str) and len(part) <= MAX_TEXT):
        return part
    if type(part) is int and abs(part) < limit:
        return part
    raise ValueError(part)


def _fits_do(rules: Rules, record: tuple[Any, ...]) -> bool:
    _, turn, step, *action = record
    if not all(type(part) is int and part >= 0 for part in action):
        return False
    rules.to_json(tuple(action))
    return type(turn) is int and 0 <= step < len(rules.STEPS)


def _fits_draw(rules: Rules, record: tuple[Any, ...]) -> bool:
    _, what, purpose, value, rule = record
    texts = all(isinstance(text, str) for text in (what, purpose, rule))
    lots = rules.drawn_from.get(what)
    return texts and type(value) is int and (lots is None or 0 <= value < len(lots))


def _fits_event(rules: Rules, record: tuple[Any, ...]) -> bool:
    _, name, rule, units, at, extra = record
    pairs = isinstance(extra, tuple) and all(
        isinstance(p, tuple) and len(p) == 2 and isinstance(p[0], str) for p in extra
    )
    return (
        pairs and isinstance(name, str) and isinstance(rule, str)
        and 0 <= units < 1 << len(rules.units) and -1 <= at < len(rules.places)
    )  # fmt: skip


_FITS = {DO: _fits_do, DRAW: _fits_draw, EVENT: _fits_event}
