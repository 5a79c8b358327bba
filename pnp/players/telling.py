"""A game told in words: the position, the choices, what has just happened; for a person at a terminal.

Two ways: a table for the eye, and plain sentences that a screen reader can read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pnp.model.log import LogLine
from pnp.model.position import PositionSource, UnitState
from pnp.referee.engine import Rules
from pnp.referee.violation import _W

AND_MORE = _W("and {count} more")
TURN_LINE = _W("Turn {turn} of {turns}, {phase}")
SCORE_LINE = _W("Points: {points} of {goal}")
SCORE_ONLY = _W("Points: {points}")
STATE_WORDS = {"activated": _W("activated"), "reduced": _W("reduced")}
HEADS = (_W("Place"), _W("VP"), _W("Held by"), _W("Units"))
HELD_SENTENCE = _W("{place}, {points} points, held by {side}: {units}.")
FREE_SENTENCE = _W("{place}, {points} points: {units}.")
NO_UNITS = _W("no units")
COUNT_SENTENCE = _W("{place}: {count} units.")


def position_as_text(rules: Rules, state: Any, *, lang: str = "en", plain: bool = False) -> str:
    """Where everything stands. Spaces without units that nobody holds are left out."""
    speech = rules.speech(lang)
    position = rules.position(state)
    lines = [headline(rules, state, position, lang)]
    rows = list(_rows(rules, position, speech.names, speech.words))
    if plain:
        for name, points, holder, units in rows:
            template = HELD_SENTENCE if holder else FREE_SENTENCE
            told = speech.words.text(template, place=name, points=points, side=holder, units=units or speech.words.text(NO_UNITS))
            lines.append(told)
    elif rows:
        lines += _table([tuple(speech.words.text(h) for h in HEADS), *rows])
    for pool, units in sorted((position.pools or {}).items()):
        lines.append(speech.words.text(COUNT_SENTENCE, place=speech.names.get(pool, pool), count=len(units)))
    return "\n".join(lines)


def headline(rules: Rules, state: Any, position: PositionSource, lang: str) -> str:
    """Turn, phase and points in one or two lines."""
    speech = rules.speech(lang)
    phase = rules.phase(state)
    told = speech.words.text(
        TURN_LINE, turn=position.turn, turns=rules.scenario.turns, phase=speech.names.get(phase or "", phase or "")
    )
    goal = rules.scenario.victory_points
    for side, points in rules.score(state).items():
        score = speech.words.text(SCORE_LINE if goal else SCORE_ONLY, points=points, goal=goal)
        told += f" · {speech.names.get(side, side)} · {score}"
    return told


def _rows(rules: Rules, position: PositionSource, names: Mapping[str, str], words: Any) -> Iterable[tuple[str, str, str, str]]:
    units, control = position.units or {}, position.control or {}
    points = {space.id: space.victory_points for space in rules.game.map.spaces}
    for place in rules.places:
        held, there = control.get(place, ""), units.get(place, ())
        if held or there:
            yield (
                names.get(place, place), str(points.get(place, "")), names.get(held, held),
                ", ".join(unit_as_text(u, names, words) for u in there),
            )  # fmt: skip


def unit_as_text(unit: Any, names: Mapping[str, str], words: Any) -> str:
    """A unit's name and its state."""
    if isinstance(unit, UnitState):
        state = STATE_WORDS.get(unit.state, unit.state)
        return f"{names.get(unit.id, unit.id)} ({words.text(state)})"
    return names.get(str(unit), str(unit))


def _table(rows: list[tuple[str, ...]], limit: int = 70) -> list[str]:
    """Rows in columns; the last one wraps."""
    import textwrap

    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    indent = sum(widths) + 2 * len(widths)
    lines = []
    for number, row in enumerate(rows):
        head = "".join(f"{cell:<{width}}  " for cell, width in zip(row, widths, strict=False))
        wrapped = textwrap.wrap(row[-1], limit) or [""]
        lines += [(head + wrapped[0]).rstrip(), *(" " * indent + part for part in wrapped[1:])]
        if number == 0:
            lines.append("-" * min(indent + max(len(r[-1]) for r in rows), indent + limit))
    return lines


def action_as_text(rules: Rules, action: Any, lang: str = "en") -> str:
    """A choice in words: the game's own wording of the verb, or the verb itself."""
    verb, *ids = rules.to_json(action)
    speech = rules.speech(lang)
    texts: Mapping[str, str] = getattr(rules, "VERB_TEXTS", {})
    things = ", ".join(speech.names.get(name, name) for name in ids)
    if verb in texts:
        return speech.words.text(texts[verb], thing=things)
    return f"{verb.replace('-', ' ')} {things}".strip()


def line_as_text(rules: Rules, line: LogLine, lang: str = "en") -> str:
    """A line of the log in words; "" for what a player sees anyway (their own decision)."""
    speech = rules.speech(lang)
    names = speech.names
    data = line.data
    if line.kind == "do":
        return ""
    if line.kind == "draw":
        value = names.get(str(data["value"]), str(data["value"]))
        return f"  {data['draw']} {str(data['for']).replace('-', ' ')}: {value} [{line.rule}]"
    if line.kind == "end":
        return _end_as_text(rules, data, lang)
    parts = [str(data["event"]).replace("-", " ")]
    for key, value in data.items():
        if key in ("event", "rule"):
            continue
        shown = ", ".join(names.get(str(v), str(v)) for v in value) if isinstance(value, (list, tuple)) else names.get(str(value), str(value))
        parts.append(shown if key in ("units", "value") else f"{key} {shown}")
    return f"  {', '.join(parts)} [{line.rule}]"


def _end_as_text(rules: Rules, data: Mapping[str, Any], lang: str) -> str:
    game = rules.game
    if lang != game.language:
        from pnp.translate import localised

        game = localised(game, lang)
    outcome = next(o for o in game.info.outcomes if o.id == data["end"])
    score = ", ".join(f"{rules.speech(lang).names.get(s, s)} {n}" for s, n in data["score"].items())
    return f"{outcome.name}. {outcome.text} ({score}) [{outcome.rule}]"
