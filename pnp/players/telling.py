"""A game in words: the position, the choices, the latest events; for a person at a terminal.

Two ways: a table for the eye, and plain sentences that a screen reader can read.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from pnp.model.game import Game
from pnp.model.log import LogLine
from pnp.model.position import PositionSource, UnitState
from pnp.model.words import CountedText
from pnp.referee.dice import bits
from pnp.referee.engine import Rules
from pnp.referee.kit.card_state import unseen_cards
from pnp.referee.kit.sentences import SECOND
from pnp.referee.state import State
from pnp.referee.violation import _W, Violation
from pnp.referee.wording import Speech

TURN_LINE = _W("Turn {turn} of {turns}, {phase}")
SCORE_LINE = _W("Points: {points} of {goal}")
SCORE_ONLY = _W("Points: {points}")
STATE_WORDS = {
    "activated": _W("activated"), "advanced": _W("advanced"), "face-down": _W("face down"), "reduced": _W("reduced"),
    "switched": _W("changed sides"), "spent": _W("spent"), "dispersed": _W("dispersed"),
}  # fmt: skip
FACE_DOWN_UNIT = _W("Face-down unit")
UNSEEN_CARD = _W("a card")
HEADS = (_W("Place"), _W("VP"), _W("Held by"), _W("Units"))
HELD_SENTENCE = CountedText(
    "{place}, {points} point, held by {side}: {units}.", "{place}, {points} points, held by {side}: {units}.", "points"
)
HELD_ONLY = _W("{place}, held by {side}: {units}.")
FREE_SENTENCE = CountedText("{place}, {points} point: {units}.", "{place}, {points} points: {units}.", "points")
RETURN_PLACE = _W("Turn {turn}")
"""Where units wait that come back in a later turn."""

NO_UNITS = _W("no units")
COUNT_SENTENCE = CountedText("{place}: {count} unit.", "{place}: {count} units.", "count")


def hidden_from(rules: Rules, state: State, side: str) -> frozenset[str]:
    """Ids of the units and cards whose names `side` may not know now."""
    units = (rules.units[unit] for unit in bits(state.unseen(side)))
    return frozenset((*units, *(rules.cards[card] for card in unseen_cards(state, side))))


def _speech(rules: Rules, lang: str, hidden: Collection[str]) -> Speech:
    """The names and words of a language, with one name for all units that are hidden."""
    speech = rules.speech(lang)
    if not hidden:
        return speech
    unit, card = speech.words.text(FACE_DOWN_UNIT), speech.words.text(UNSEEN_CARD)
    unknown = {name: card if name in rules.cards else unit for name in hidden}
    return replace(speech, names={**speech.names, **unknown})


def refusal_as_text(rules: Rules, violation: Violation, lang: str = "en", *, hidden: Collection[str] = ()) -> str:
    """Why an action is refused, with its rule, without the names of what the reader may not know."""
    words = rules.speech(lang).words

    def covered(value: object) -> object:
        if isinstance(value, tuple):
            return tuple(map(covered, value))
        if not isinstance(value, str) or value not in hidden:
            return value
        return words.text(UNSEEN_CARD if value in rules.cards else FACE_DOWN_UNIT)

    parameters = {key: covered(value) for key, value in violation.parameters.items()}
    return replace(violation, parameters=parameters).message(lang)


def position_as_text(
    rules: Rules, state: Any, *, lang: str = "en", plain: bool = False, viewer: str | None = None
) -> str:  # fmt: skip
    """The position. Spaces without units are left out if nobody holds them, or they have no name.

    viewer  the side that reads it, who sees no more than `state.view(viewer)`; None = nothing is hidden
    """
    hidden = hidden_from(rules, state, viewer) if viewer else frozenset()
    speech = _speech(rules, lang, hidden)
    position = rules.position(state)
    lines = [headline(rules, state, position, lang)]
    rows = list(_rows(rules, position, speech, hidden))
    scored = is_scored(rules)
    if plain:
        for name, points, holder, units in rows:
            units = units or speech.words.text(NO_UNITS)
            pointed = scored and points
            template = (HELD_SENTENCE if pointed else HELD_ONLY) if holder else FREE_SENTENCE
            sentence = speech.words.text(template, place=name, points=points, side=holder, units=units)
            lines.append(sentence if pointed or holder else f"{name}: {units}.")
    elif rows:
        table = [tuple(speech.words.text(h) for h in HEADS), *rows]
        lines += _table(table if scored else [(row[0], *row[2:]) for row in table])
    return "\n".join(lines + standings(rules, position, lang))


def standings(rules: Rules, position: PositionSource, lang: str) -> list[str]:
    """Where the markers on tracks stand, and how many units are in each pool."""
    speech = rules.speech(lang)
    lines = _tracks(rules, position, speech, lang)
    for pool, units in sorted((position.pools or {}).items()):
        lines.append(speech.words.text(COUNT_SENTENCE, place=speech.names.get(pool, pool), count=len(units)))
    return lines


def is_scored(rules: Rules) -> bool:
    """Whether places are worth points, or points win."""
    return bool(rules.scenario.victory_points) or any(space.victory_points for space in rules.game.map.spaces)


def _tracks(rules: Rules, position: PositionSource, speech: Speech, lang: str) -> list[str]:
    """The values of the markers on tracks: under the track's name, or that of the unit to which a marker belongs."""
    game = rules.game
    shown = in_language(rules, lang).tracks
    titles = {track.id: track.name for track in shown}
    names = {track.id: {space.value: space.name for space in track.spaces} for track in shown}
    owners = {}
    for group in game.counters.groups:
        ids = [counter.id for counter in game.all_counters() if counter.group.id == group.id]
        owners |= dict(zip(ids, group.belongs_to, strict=False))
    lines = []
    for track in (track for track in game.tracks if track.kind == "value"):
        # What is printed large may be a number of a table, to be filled in; then the name says more.
        numerals = {
            space.value: space.numeral if space.numeral and "{{" not in space.numeral else names[track.id][space.value]
            for space in track.spaces
        }
        standing = [(marker, (position.tracks or {}).get(marker)) for marker in track.markers or (track.id,)]
        values = []
        for marker, value in standing:
            if value is not None:
                owner = owners.get(marker)
                values.append(
                    f"{speech.names.get(owner, owner)} {numerals.get(value, value)}"
                    if owner
                    else str(numerals.get(value, value))
                )
        if values:
            lines.append(f"{titles[track.id]}: {', '.join(values)}.")
    return lines


def headline(rules: Rules, state: Any, position: PositionSource, lang: str) -> str:
    """Turn, phase and points in one line; the weather and what else each side has in another."""
    speech = rules.speech(lang)
    phase = rules.phase(state)
    line = speech.words.text(
        TURN_LINE, turn=position.turn, turns=rules.scenario.turns, phase=speech.phases.get(phase or "", phase or "")
    )
    line = line.rstrip(" ,")  # a game that is over is in no phase
    goal = rules.scenario.victory_points
    for side, points in rules.score(state).items() if is_scored(rules) else ():
        score = speech.words.text(SCORE_LINE if goal else SCORE_ONLY, points=points, goal=goal)
        line += f" · {speech.sides.get(side, side)} · {score}"
    return "\n".join([line, *filter(None, [_circumstances(rules, state, speech, lang)])])


def _circumstances(rules: Rules, state: Any, speech: Speech, lang: str) -> str:
    """The sentences of what else there is to know; empty where there is nothing."""
    things = thing_names(rules, lang)

    def shown(key: str, value: object) -> object:
        if not isinstance(value, str):
            return value
        return things.get(value, value) if key == "code" else speech.name(key, value)

    return " ".join(
        speech.words.text(sentence, **{key: shown(key, value) for key, value in values.items()})
        for sentence, values in rules.circumstances(state)
    )


def _rows(
    rules: Rules, position: PositionSource, speech: Speech, hidden: Collection[str]
) -> Iterable[tuple[str, str, str, str]]:  # fmt: skip
    """Name, points, holder and units of each place that is held or not empty; off the map no hidden unit is seen.

    A hex without a name is left out while it is empty: who was there last matters to nobody.
    """
    names, words = speech.names, speech.words
    units, control = position.units or {}, position.control or {}
    points = {space.id: space.victory_points for space in rules.game.map.spaces}
    turns = {s.id: s.numeral for track in rules.game.tracks if track.kind == "turn" for s in track.spaces}
    spaces = frozenset(rules.spaces)
    for place in rules.places:
        holder, there = control.get(place, ""), units.get(place, ())
        visible = [unit for unit in there if _id_of(unit) not in hidden]
        covered = len(there) - len(visible) if place in spaces else 0
        if (holder and place in points) or visible or covered:
            listed = [unit_as_text(unit, names, words) for unit in visible]
            yield (
                words.text(RETURN_PLACE, turn=turns[place]) if place in turns else names.get(place, place),
                str(points.get(place, "")), speech.sides.get(holder, holder),
                ", ".join([*listed, *_repeated(words.text(FACE_DOWN_UNIT), covered)]),
            )  # fmt: skip


def _id_of(unit: str | UnitState) -> str:
    return unit.id if isinstance(unit, UnitState) else unit


def _repeated(name: str, count: int) -> list[str]:
    """`name` with how many there are, if there are any."""
    return [f"{name} × {count}" if count > 1 else name] if count else []


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


VERB_TEXTS: Mapping[str, str] = {
    "advance": _W("Advance with {thing}"),
    "attack": _W("Attack {thing}"),
    "choose-unit": _W("Choose {thing}"),
    "done": _W("Done"),
    "fight": _W("Roll the die"),
    "lose-unit": _W("Lose {thing}"),
    "move-to": _W("Move to {thing}"),
    "place-at": _W("Place in {thing}"),
    "retreat-to": _W("Retreat to {thing}"),
}
"""Words for verbs that games share; a game's rules word those of their own in `VERB_TEXTS`."""


def choice_as_text(rules: Rules, state: State, action: Any, lang: str = "en", *, hidden: Collection[str] = ()) -> str:
    """A legal choice in words, with what it costs."""
    text, price = action_as_text(rules, action, lang, hidden=hidden), rules.price(state, action)
    return f"{text} ({rules.speech(lang).words.text(price[0], cost=price[1])})" if price else text


def action_as_text(rules: Rules, action: Any, lang: str = "en", *, hidden: Collection[str] = ()) -> str:
    """An action in words: the game's own wording of the verb, or the verb itself."""
    verb, *ids = rules.to_json(action)
    speech = _speech(rules, lang, hidden)
    texts: Mapping[str, str] = {**VERB_TEXTS, **rules.VERB_TEXTS}
    things = ", ".join(speech.names.get(name, name) for name in ids)
    if verb in texts:
        return speech.words.text(texts[verb], thing=things)
    return f"{verb.replace('-', ' ')} {things}".strip()


EVENT_TEXTS: Mapping[str, str | tuple[str, ...]] = {
    "activate": _W("Activated: {units}."),
    "advance-marker": _W("The turn marker advances to turn {value}."),
    "advance": _W("{units}: advance from {from} to {at}."),
    "attack": (_W("{by} attacks {at} with {units}."), _W("{units}: there already, a fight at once.")),
    "column-shift": _W("A shift of {value} for the ratio {odds} is included."),
    "communications/closed": _W("{by} has no line of communications."),
    "communications/open": _W("{by} has a line of communications."),
    "disperse": (
        _W("{units}: dispersed from {from}, back in turn {at}."),
        _W("{units}: dispersed, back in turn {at}."),
    ),
    "eliminate": _W("{units}: eliminated."),
    "fight": (
        _W("Against {units}: {odds}, column {column}."), _W("Fight in {at}. Attacker: {by}; strengths {odds}."),
    ),
    "modifier": _W("Modifier {value}: {code}."),
    "move": _W("{units}: from {from} to {at}."),
    "no-victory": _W("Nobody has won."),
    "place": _W("{units}: placed in {at}."),
    "priority": (_W("{row} ({units}; {at}, {value})"), _W("{row} ({units}; {at})"), _W("{row} ({units})"), "{row}"),
    "priority/no": (_W("{row} No ({value})."), _W("{row} No.")),
    "priority/yes": (
        _W("{row} Yes ({at}; {value})."),
        _W("{row} Yes ({at})."),
        _W("{row} Yes ({value})."),
        _W("{row} Yes."),
    ),
    "rebuild": _W("{units}: comes back in {at}."),
    "reduce": _W("{units}: reduced."),
    "reinforce": _W("{units}: brought into {at}."),
    "restore": _W("{units}: at full strength again."),
    "result": (_W("{units}: {table}, {column}, die {row}: {code}."), _W("{table}, {column}, die {row}: {code}.")),
    "retreat": _W("{units}: retreat from {from} to {at}."),
    "return": _W("{units}: back to {at}."),
    "score": CountedText("End of turn {turn}: {value} point.", "End of turn {turn}: {value} points.", "value"),
    "stand": _W("{units}: no retreat from {at}."),
    "surrender": _W("{units}: surrenders."),
    "switch": (_W("{units}: changes sides, now in {at}."), _W("{units}: changes sides.")),
    "take": _W("{at}: now held by {by}."),
    "transfer": _W("{units}: from {from} to {at}."),
    "turn": _W("Turn {value}."),
    "victory": _W("Winner: {by}; points {value}."),
    "wait": _W("{units}: no place is free, back in turn {at}."),
}
"""Sentence for each event that games share, by its name or its name and code; of several the first that has all values.

A game's rules word events of their own in `EVENT_TEXTS`; an empty one is left out. An event without a sentence is
described by its name and values.
"""

COUNTED = ("advance-marker", "result", "score", "turn", "victory")
"""Events whose value is a count; that of the others is a change or a level, and printed with its sign."""

ROW_TEXT = _W("{table}, die {row}: {code}.")
"""A row of a table without columns."""

NO_ROLL_TEXT = _W("{table}, {column}: {code}, without a roll.")
DIE_TEXT = _W("Die for {purpose}: {value}.")
SECOND_DIE_TEXT = _W("Second die for {purpose}: {value}.")
LOT_TEXT = _W("Drawn: {value}.")
DO_TEXT = _W("{side}: {action}.")


def line_as_text(
    rules: Rules, line: LogLine, lang: str = "en", *, decisions: bool = False, hidden: Collection[str] = ()
) -> str:  # fmt: skip
    """A line of the log as a sentence with its rule; "" for a decision, which its player has just made.

    decisions  include them too
    hidden     units that the reader may not know, see `hidden_from`
    """
    speech = _speech(rules, lang, hidden)
    data = line.data
    if line.kind == "end":
        return _end_as_text(rules, data, lang)
    if line.kind == "do":
        if not decisions:
            return ""
        action = action_as_text(rules, rules.from_json(data["do"]), lang, hidden=hidden)
        return speech.words.text(DO_TEXT, side=speech.sides.get(data["side"], data["side"]), action=action)
    if line.kind == "draw":
        return f"{_draw_as_text(rules, data, lang, speech)} [{line.rule}]"
    sentence = _event_as_text(rules, data, lang, speech)
    return f"{sentence} [{line.rule}]" if sentence else ""


def _draw_as_text(rules: Rules, data: Mapping[str, Any], lang: str, speech: Speech) -> str:
    value = speech.names.get(str(data["value"]), str(data["value"]))
    if data["draw"] in rules.drawn_from:
        return speech.words.text(LOT_TEXT, value=value)
    purpose, things = str(data["for"]), thing_names(rules, lang)
    first = purpose.removesuffix(SECOND)
    if first != purpose and first in things:
        return speech.words.text(SECOND_DIE_TEXT, purpose=things[first], value=value)
    titles = (things.get(purpose), things.get(purpose.removesuffix("-table")), speech.sides.get(purpose))
    title = next(filter(None, titles), purpose.replace("-", " "))
    return speech.words.text(DIE_TEXT, purpose=title, value=value)


def _event_as_text(rules: Rules, data: Mapping[str, Any], lang: str, speech: Speech) -> str:
    things = thing_names(rules, lang)

    def shown(key: str, value: Any) -> str:
        if isinstance(value, (list, tuple)):
            return ", ".join(shown(key, v) for v in value)
        text = str(value)
        if key in ("at", "from") and text in speech.names:
            return speech.name(key, text)
        if key in ("at", "from") and rules.game.map.hexes is not None:
            return text
        if re.fullmatch(r"[+-]?[0-9]+", text):
            signed = key in ("value", "from") and not (_counts(data) or data["event"] in rules.COUNTED)
            return (f"{int(text):+d}" if signed and int(text) else text).replace("-", "−")
        if data["event"] == "priority" and key == "row":
            return _step_texts(rules, lang).get(text, text)
        if key in ("code", "row", "table") and text in things:
            return things[text]
        return speech.name(key, text) if speech.name(key, text) != text else things.get(text, text)

    values = {key: shown(key, value) for key, value in data.items() if key not in ("event", "rule")}
    for template in _templates(rules, data):
        if all("{" + key + "}" not in template or key in values for key in _KEYS):
            return speech.words.text(template, **values) if template else ""
    parts = [str(data["event"]).replace("-", " "), *(f"{key} {value}" for key, value in values.items())]
    return ", ".join(parts) + "."


_KEYS = ("units", "at", "from", "by", "value", "odds", "table", "column", "row", "code", "turn")


def _templates(rules: Rules, data: Mapping[str, Any]) -> tuple[str, ...]:
    """The sentences that can describe an event, the best first."""
    name = str(data["event"])
    if name == "result" and data.get("row") == "-":
        return (NO_ROLL_TEXT,)
    if name == "result" and data.get("column") == "event":
        return (ROW_TEXT,)
    for key in (f"{name}/{data.get('code')}", name):
        templates = rules.EVENT_TEXTS.get(key, EVENT_TEXTS.get(key))
        if templates is not None:
            return (templates,) if isinstance(templates, str) else templates
    return ()


def _counts(data: Mapping[str, Any]) -> bool:
    """Whether the value of an event is a count or a roll, which has no sign."""
    return data["event"] in COUNTED or (data["event"] == "priority" and "at" not in data)


@functools.lru_cache(maxsize=8)
def _step_texts(rules: Rules, lang: str) -> dict[str, str]:
    """Texts of the steps of flow charts."""
    game = in_language(rules, lang)
    return {step.id: step.text for table in game.charts.tables for step in getattr(table, "steps", ())}


@functools.lru_cache(maxsize=8)
def in_language(rules: Rules, lang: str) -> Game:
    """The game of `rules` with its texts in a language."""
    if lang == rules.game.language:
        return rules.game
    from pnp.translate import localised

    return localised(rules.game, lang)


@functools.lru_cache(maxsize=8)
def thing_names(rules: Rules, lang: str) -> dict[str, str]:
    """Names of tables, their rows, modifiers and result codes, and lines of a victory point schedule."""
    game = in_language(rules, lang)
    names = {line.id: line.text for line in game.scenarios[rules.scenario.id].victory}
    tracks = {track.id: track.name for track in game.tracks}
    for table in game.charts.tables:
        names[table.id] = table.title
        for code in getattr(table, "codes", ()):
            names[code.id] = f"{code.id} ({code.name})"
        for row in getattr(table, "rows", ()):
            if hasattr(row, "name"):
                key = getattr(row, "key", "")  # of a list: what the row is about, where that isn't a number
                names[row.id] = row.name or (key if key[:1].isalpha() else row.text)
        for modifier in getattr(table, "modifiers", ()):
            names[modifier.id] = tracks.get(modifier.track or "", modifier.text).rstrip(".")
    if game.cards is not None:
        names |= {copy: card.title for card in game.cards.cards for copy in card.copies}
    if game.procedures is not None and game.procedures.events is not None:
        names |= game.procedures.events.weathers
    return names


def _end_as_text(rules: Rules, data: Mapping[str, Any], lang: str) -> str:
    game = in_language(rules, lang)
    outcome = next(o for o in game.info.outcomes if o.id == data["end"])
    score = ", ".join(f"{rules.speech(lang).sides.get(s, s)} {n}" for s, n in data["score"].items())
    return f"{outcome.name}. {outcome.text} ({score}) [{outcome.rule}]"
