"""The list of choices: a row each, with number, unit and values, or place with terrain and units, and the odds.

In a long list, choices that are alike share a row: "3–17  15 × Rifle division 6-4-2", or the hexes of one terrain.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from pnp.cli.terminal import phrases
from pnp.cli.terminal.desk import Desk
from pnp.cli.terminal.hand import show_hand
from pnp.players.person.forecast import attacker_share
from pnp.players.person.outlook import RollOutlook, outlooks
from pnp.players.person.sight import TIMES, UNIT_AT, named_spaces
from pnp.players.telling import VERB_TEXTS
from pnp.referee.masks import Action

LONG = 16
"""From so many choices on, those that are alike share a row."""

MOST_NAMED = 100
"""From more choices on, places with a name share a row too."""

MOST_HEXES = 80
"""Hexes that a row names; of more it says how many they are."""

Cells = list[tuple[str, str]]


def show_choices(desk: Desk, choices: Sequence[Action]) -> None:
    """List the choices, and why the decision can't be ended yet if it can't."""
    if any(desk.rules.VERBS[action[0]].takes == "card" for action in choices):
        show_hand(desk)
    rolls = outlooks(desk.rules, desk.state, choices)
    rows: list[Cells] = []
    if len(choices) < LONG:
        rows = [_row(desk, action, rolls.get(action)) for action in choices]
    else:
        kinds: dict[Kind, list[Action]] = {}
        for action in choices:
            kinds.setdefault(_kind(desk, action, rolls, len(choices) > MOST_NAMED), []).append(action)
        for key, alike in sorted(kinds.items(), key=_order):
            rows += [_together(desk, key, alike)] if len(alike) > 1 else [_row(desk, alike[0], rolls.get(alike[0]))]
    desk.screen.rows(rows, whole=(2, 4))
    show_unended(desk, choices)


def show_unended(desk: Desk, choices: Sequence[Action]) -> None:
    """Why the decision can't be ended yet, where it has an end and that isn't offered."""
    step = desk.rules.step(desk.state)
    for index in step.verbs if step else ():
        verb = desk.rules.VERBS[index]
        if not verb.takes and (index,) not in choices and verb.id == "done":
            violation = desk.rules.why_not(desk.state, (index,))
            if violation is not None and violation.reason not in ("must-choose", "wrong-moment"):
                action = desk.action_text((index,))
                desk.say(phrases.DONE_NOT_YET, "dim", indent=2, action=action, reason=violation.message(desk.lang))


def possible_now(desk: Desk) -> str:
    """What can be done now, a verb at a time: the choice itself where a verb has one only."""
    verbs: dict[str, list[Action]] = {}
    for action in desk.choices:
        verbs.setdefault(desk.rules.to_json(action)[0], []).append(action)
    texts = [desk.action_text(same[0]) if len(same) == 1 else _said(desk, verb, "…") for verb, same in verbs.items()]
    return ", ".join(texts)


def _row(desk: Desk, action: Action, roll: RollOutlook | None) -> Cells:
    """Number, words, values, place or what is there, odds."""
    verb, *ids = desk.rules.to_json(action)
    takes, sight = desk.rules.verbs[verb], desk.sight
    values = place = ""
    if takes == "unit":
        values = sight.values(ids[0])
        place = _where(desk, ids[0])
    elif takes == "space":
        place = _there(desk, ids[0])
    text = desk.action_text(action)
    style = "strong" if not ids else ""
    return [
        (desk.numbers.label(action), "number"), (text, style), (values, ""), (place, "dim"), (_odds(desk, roll), "rule")
    ]  # fmt: skip


def _where(desk: Desk, unit: str) -> str:
    """Where a unit stands: "at 2567 Forest"; off the map the name of the box."""
    sight = desk.sight
    place = sight.place_of.get(unit, "")
    if not place or unit in sight.hidden:
        return ""
    name = " ".join(filter(None, (sight.place(place), _terrain(desk, place))))
    return sight.speech.words.text(UNIT_AT, unit="", place=name).strip() if place in desk.rules.spaces else name


def _terrain(desk: Desk, place: str) -> str:
    terrain = desk.sight.terrain(place)
    return terrain.name if terrain else ""


def _there(desk: Desk, place: str) -> str:
    """What a place is, and who is there."""
    return ": ".join(filter(None, (desk.sight.ground(place), desk.sight.stack(desk.sight.units_in(place)))))


def _odds(desk: Desk, roll: RollOutlook | None) -> str:
    if roll is None or not roll.forecast.column:
        return ""
    share = attacker_share(desk.rules, roll.forecast)
    bare, shared = phrases.WITH_ALL if roll.with_all else phrases.ODDS
    column = roll.forecast.column
    return desk.words(bare, column=column) if share is None else desk.words(
        shared, column=column, share=round(100 * share)
    )  # fmt: skip


Kind = tuple[str, ...]


def _kind(desk: Desk, action: Action, rolls: dict[Action, RollOutlook], together: bool) -> Kind:
    """What choices that share a row have in common; the action itself where it stands alone.

    together  also the places with a name
    """
    verb, *ids = desk.rules.to_json(action)
    sight, takes = desk.sight, desk.rules.verbs[verb]
    if takes == "unit" and (counter := sight.counters.get(ids[0])) and ids[0] not in sight.hidden:
        name = sight.unit(ids[0]).replace(sight.speech.names.get(ids[0], ""), counter.name, 1)
        return verb, "unit", name, sight.values(ids[0]), _where(desk, ids[0])
    named = ids[0] in named_spaces(desk.rules) if ids else True
    if takes == "space" and (together or not named) and not sight.units_in(ids[0]) and action not in rolls:
        return verb, "space", _terrain(desk, ids[0]), desk.price(action), "named" if named else ""
    return verb, "alone", *ids


def _order(kind: tuple[Kind, Sequence[Action]]) -> tuple[int, int, str]:
    """Hexes that share rows come first, the cheapest before the others; all else stays in its order."""
    key, _ = kind
    return (0, len(key[3]), key[3]) if key[1] == "space" else (1, 0, "")


def _together(desk: Desk, kind: Kind, actions: Sequence[Action]) -> Cells:
    """One row for choices that are alike."""
    labels = [desk.numbers.label(action) for action in actions]
    if kind[1] == "unit":
        verb, _, name, values, where = kind
        unit = desk.words(TIMES, count=len(actions), unit=name)
        return [(_spans_of(labels), "number"), (_said(desk, verb, unit), ""), (values, ""), (where, "dim")]
    text = _said(desk, kind[0], kind[2]) + (f" ({kind[3]})" if kind[3] else "")
    hexes = " ".join(labels) if len(labels) <= MOST_HEXES else desk.words(phrases.MANY_HEXES, count=len(labels))
    if kind[4]:
        hexes = ", ".join(desk.sight.place(desk.rules.to_json(action)[1]) for action in actions)
    return [("", ""), (text, ""), ("", ""), (hexes, "number")]


def _said(desk: Desk, verb: str, thing: str) -> str:
    """A verb with a thing in words."""
    text = {**VERB_TEXTS, **desk.rules.VERB_TEXTS}.get(verb)
    return desk.words(text, thing=thing) if text else f"{verb.replace('-', ' ')} {thing}"


def _spans_of(labels: Sequence[str]) -> str:
    """Numbers as ranges: 3–17 19."""
    numbers, parts = [int(label) for label in labels], list[str]()
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        members = [number for _, number in run]
        parts.append(str(members[0]) if len(members) == 1 else f"{members[0]}–{members[-1]}")
    return " ".join(parts)
