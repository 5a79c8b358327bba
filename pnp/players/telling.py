"""A game told in words: the position, the choices, what has just happened; for a person at a terminal.

Two ways: a table for the eye, and plain sentences that a screen reader can read.
"""

from __future__ import annotations

import functools
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
            units = units or speech.words.text(NO_UNITS)
            told = speech.words.text(template, place=name, points=points, side=holder, units=units)
            lines.append(told if points else f"{name}: {units}.")
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
        TURN_LINE, turn=position.turn, turns=rules.scenario.turns, phase=speech.phases.get(phase or "", phase or "")
    )
    told = told.rstrip(" ,")  # a game that is over is in no phase
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


EVENT_TEXTS: Mapping[str, str] = {
    "activate": _W("Activated: {units}."),
    "advance-marker": _W("The turn marker advances to turn {value}."),
    "attack": _W("{units}: there already, a fight at once."),
    "eliminate": _W("{units}: eliminated."),
    "fight": _W("Fight in {at}. Attacker: {by}; strengths {odds}."),
    "fly": _W("{units}: by air to {at}."),
    "give-up": _W("{at}: no longer held."),
    "move": _W("{units}: from {from} to {at}."),
    "no-reaction": _W("{at}: no reaction."),
    "place": _W("{units}: placed in {at}."),
    "place-garrison": _W("{units}: placed in {at}."),
    "reinforce": _W("{units}: brought into {at}."),
    "remove-garrison": _W("{units}: removed from {at}."),
    "result": _W("{table}, {column}, die {row}: {code}."),
    "retreat": _W("{units}: retreat from {from} to {at}."),
    "return": _W("{units}: back to {at}."),
    "score": _W("End of turn {turn}: {value} points."),
    "take": _W("{at}: now held by {by}."),
    "to-pool": _W("{units}: into {at}."),
    "transfer": _W("{units}: from {from} to {at}."),
    "turn": _W("Turn {value}."),
    "unopposed": _W("{at}: nobody is left to react."),
    "victory": _W("Winner: {by}; points {value}."),
}
"""Sentence for each event that games log; an event that isn't here is told by its name and values."""

ROW_TEXT = _W("{table}, die {row}: {code}.")
"""A row of a table without columns."""

NO_ROLL_TEXT = _W("{table}, {column}: {code}, without a roll.")
DIE_TEXT = _W("Die for {purpose}: {value}.")
LOT_TEXT = _W("Drawn: {value}.")
DO_TEXT = _W("{side}: {action}.")


def line_as_text(rules: Rules, line: LogLine, lang: str = "en", *, decisions: bool = False) -> str:
    """A line of the log as a sentence with its rule; "" for a decision, which its player has just made.

    decisions  tell them too
    """
    speech = rules.speech(lang)
    names, data = speech.names, line.data
    if line.kind == "end":
        return _end_as_text(rules, data, lang)
    if line.kind == "do":
        if not decisions:
            return ""
        action = action_as_text(rules, rules.from_json(data["do"]), lang)
        return speech.words.text(DO_TEXT, side=names.get(data["side"], data["side"]), action=action)
    if line.kind == "draw":
        return f"{_draw_as_text(rules, data, lang)} [{line.rule}]"
    return f"{_event_as_text(rules, data, lang)} [{line.rule}]"


def _draw_as_text(rules: Rules, data: Mapping[str, Any], lang: str) -> str:
    speech = rules.speech(lang)
    value = speech.names.get(str(data["value"]), str(data["value"]))
    if data["draw"] == "unit":
        return speech.words.text(LOT_TEXT, value=value)
    purpose = str(data["for"])
    table = purpose.removesuffix("-table")
    return speech.words.text(DIE_TEXT, purpose=_thing_names(rules, lang).get(table, purpose.replace("-", " ")), value=value)


def _event_as_text(rules: Rules, data: Mapping[str, Any], lang: str) -> str:
    speech = rules.speech(lang)
    things = _thing_names(rules, lang)

    def shown(value: Any) -> str:
        if isinstance(value, (list, tuple)):
            return ", ".join(shown(v) for v in value)
        return speech.names.get(str(value)) or things.get(str(value)) or str(value)

    values = {key: shown(value) for key, value in data.items() if key not in ("event", "rule")}
    template = EVENT_TEXTS.get(str(data["event"]))
    if data["event"] == "result" and data.get("row") == "-":
        template = NO_ROLL_TEXT
    elif data["event"] == "result" and data.get("column") == "event":
        template = ROW_TEXT
    if template is not None and all("{" + key + "}" not in template or key in values for key in _KEYS):
        return speech.words.text(template, **values)
    told = [str(data["event"]).replace("-", " "), *(f"{key} {value}" for key, value in values.items())]
    return ", ".join(told) + "."


_KEYS = ("units", "at", "from", "by", "value", "odds", "table", "column", "row", "code", "turn")


@functools.lru_cache(maxsize=8)
def _thing_names(rules: Rules, lang: str) -> dict[str, str]:
    """Names of tables, their rows and result codes."""
    game = rules.game
    if lang != game.language:
        from pnp.translate import localised

        game = localised(game, lang)
    found: dict[str, str] = {}
    for table in game.charts.tables:
        found[table.id] = table.title
        for item in (*getattr(table, "codes", ()), *getattr(table, "rows", ())):
            if hasattr(item, "name"):
                found[item.id] = f"{item.id} ({item.name})" if item.id.isupper() else item.name
    return found


def _end_as_text(rules: Rules, data: Mapping[str, Any], lang: str) -> str:
    game = rules.game
    if lang != game.language:
        from pnp.translate import localised

        game = localised(game, lang)
    outcome = next(o for o in game.info.outcomes if o.id == data["end"])
    score = ", ".join(f"{rules.speech(lang).names.get(s, s)} {n}" for s, n in data["score"].items())
    return f"{outcome.name}. {outcome.text} ({score}) [{outcome.rule}]"
