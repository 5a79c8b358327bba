"""The table as one side sees it, in plain values: the message that a page draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pnp.desk.play.board import ShownBoard
from pnp.desk.play.odds import roll_now, roll_told
from pnp.desk.play.story import Story
from pnp.desk.play.viewpoint import SET_UP, Viewpoint
from pnp.model.info import Phase
from pnp.model.words import capital
from pnp.players.person.forecast import attacker_share
from pnp.players.person.numbers import ChoiceNumbers
from pnp.players.person.outlook import outlooks
from pnp.players.telling import STATE_WORDS, headline, standings
from pnp.referee.masks import Action


def table_message(view: Viewpoint, board: ShownBoard, numbers: ChoiceNumbers, story: Story) -> dict[str, Any]:
    """All that the page of a side shows of a game, but for the number of the message and what can be undone."""
    rules, state = view.rules, view.state
    step = rules.step(state)
    numbers.number(state, view.choices)
    log = story.of(view)
    now = roll_now(view)
    return {
        "side": view.side, "to_act": rules.side_to_act(state), "mine": view.mine,
        "over": log[-1]["text"] if rules.is_over(state) else "",
        "turn": state.turn, "turns": rules.scenario.turns, "phase": rules.phase(state) or "",
        "steps": _steps(view), "score": _score(view),
        "about": headline(rules, state, view.sight.position, view.lang).split("\n")[1:],
        "tracks": standings(rules, view.sight.position, view.lang),
        "decision": {
            "rule": step.rule if step else "", "title": view.rule_title(step.rule) if step else "",
            "mover": view.mover(), "chosen": [{"kind": kind, "id": thing} for kind, thing in view.chosen()],
        },
        "units": pieces(view, board), "pools": _pools(view), "hand": _hand(view),
        "ground": _grounds(view), "held": dict(view.sight.position.control or {}),
        "choices": _choices(view, numbers), "unended": _unended(view),
        "odds": roll_told(view, now[1], now[0]) if now else None, "log": log,
    }  # fmt: skip


def _steps(view: Viewpoint) -> list[dict[str, Any]]:
    """The phases of the turn in order, with whose they are; those within the one that is on now, too."""
    info, state = view.rules.game.info, view.state
    current = view.rules.phase(state)
    setting_up = any(SET_UP in phase.procedures for phase in info.all_phases if phase.id == current)
    names = view.rules.speech(view.lang).phases

    def holds(phase: Phase) -> bool:
        return phase.id == current or any(map(holds, phase.phases))

    steps, done = list[dict[str, Any]](), current is not None
    for phase in info.phases:
        if (SET_UP in phase.procedures) != setting_up or phase.first_turn > state.turn:
            continue
        inner = phase.phases if holds(phase) and phase.phases else (phase,)
        for part in inner:
            now = part.id == current or (part is phase and holds(phase))
            done = done and not now
            side = view.rules.phasing_side(state) if now or phase.phases else phase.side
            side = side if side in view.rules.sides else None
            name = names.get(part.id, part.name)
            steps.append({"id": part.id, "name": name, "short": _short(view, name, phase.side), "side": side,
                          "now": now, "done": done})  # fmt: skip
    return steps


def _short(view: Viewpoint, name: str, side: str | None) -> str:
    """The name of a phase without the side, which stands beside it, and without the word that all phases share."""
    adjective = next((one.adjective for one in view.sight.game.info.sides if one.id == side), "")
    bare = name.removeprefix(adjective).strip() if adjective else name
    bare = bare.removesuffix(" Phase") or name
    return capital(bare)


def _score(view: Viewpoint) -> list[dict[str, Any]]:
    """Points of each side that scores, and what they are enough for."""
    scenario = view.sight.game.scenarios[view.rules.scenario.id]
    outcomes = {outcome.id: outcome.name for outcome in view.sight.game.info.outcomes}
    levels = [{"name": outcomes[level.outcome], "from": level.at_least} for level in scenario.levels]
    score = view.rules.score(view.state) if scenario.victory or levels or scenario.victory_points else {}
    return [{"side": side, "points": points, "goal": scenario.victory_points, "levels": levels}
            for side, points in score.items()]  # fmt: skip


# Pieces -----------------------------------------------------------------------------------------------------


def pieces(view: Viewpoint, board: ShownBoard) -> list[dict[str, Any]]:
    """Every counter on the board. One that is hidden has its side's back and an id that tells its place and no more."""
    seen, covered = list[dict[str, Any]](), list[dict[str, Any]]()
    for stack, faces in board.view.stacks(view.sight.position):
        window = board.view.layout.display_of(stack.place)
        at = {"at": stack.place, "x": stack.at[0], "y": stack.at[1], "window": window}
        if stack.deck:
            continue  # told as a pool
        for unit, face in zip(stack.units, faces, strict=True):
            if unit not in view.hidden:
                seen.append(at | _piece(view, board, unit, face))
            elif stack.place in view.rules.spaces:
                side = view.sight.side_of(unit)
                covered.append(at | {"side": side, "face": board.hidden_face(side), "hidden": True, "name": "",
                                "values": [], "states": []})
    covered.sort(key=lambda piece: (piece["at"], piece["side"]))
    return seen + [{**piece, "id": f"hidden-{number}"} for number, piece in enumerate(covered, 1)]


def _piece(view: Viewpoint, board: ShownBoard, unit: str, face: Any) -> dict[str, Any]:
    state = view.sight.states.get(unit, "")
    counter, names = view.sight.counters[unit], view.sight.speech.names
    piece = {
        "id": unit, "side": counter.side or "", "face": board.face(unit, face), "name": names[unit],
        "values": [[name.replace("-", " "), value] for name, value in view.sight.factors(unit)],
        "states": [view.sight.speech.words.text(STATE_WORDS.get(state, state))] if state else [],
    }  # fmt: skip
    return piece | ({"marker": True} if counter.group.marker else {})


def _pools(view: Viewpoint) -> list[dict[str, Any]]:
    return [{"id": pool, "name": view.sight.place(pool), "count": len(units)}
            for pool, units in sorted((view.sight.position.pools or {}).items())]  # fmt: skip


def _hand(view: Viewpoint) -> list[dict[str, Any]]:
    """The cards of the side's hand."""
    from pnp.referee.kit.card_state import hand

    cards = view.sight.game.cards
    if cards is None or not hasattr(view.state, "cards"):
        return []
    held = (view.rules.cards[card] for card in hand(view.state, view.rules.sides.index(view.side)))
    return [{"id": copy, "title": cards.card(copy).title, "text": _unmarked(cards.card(copy).text),
             "value": cards.card(copy).value} for copy in held]  # fmt: skip


def _unmarked(text: str) -> str:
    from pnp.generators.typeset.markup import plain_text

    return " ".join(plain_text(text).split())


def _grounds(view: Viewpoint) -> dict[str, str]:
    """What each hex is this turn; of other maps the page knows all by who holds what."""
    if view.rules.game.map.hexes is None:
        return {}
    key = (_grounds, view.state.turn, view.lang)
    notes: dict[Any, Any] = view.rules.notes
    if key not in notes:
        notes[key] = {
            place: ", ".join(filter(None, (view.sight.ground(place), *view.sight.sets(place))))
            for place in view.rules.spaces
        }
    return notes[key]  # type: ignore[no-any-return]


# Choices ----------------------------------------------------------------------------------------------------


def _choices(view: Viewpoint, numbers: ChoiceNumbers) -> list[dict[str, Any]]:
    """What is offered, numbered from 1, with the odds to which each leads."""
    rolls = outlooks(view.rules, view.state, view.choices)
    told = []
    for number, action in enumerate(view.choices, 1):
        verb, *ids = view.rules.to_json(action)
        takes = view.rules.verbs[verb]
        choice: dict[str, Any] = {
            "n": number, "label": numbers.label(action), "do": [verb, *ids], "takes": takes,
            "text": view.choice(action), "thing": ids[0] if ids else "", "note": "",
        }  # fmt: skip
        if takes == "unit":
            place = view.sight.place_of.get(ids[0], "")
            note = " ".join(filter(None, (view.sight.values(ids[0]), view.sight.place(place))))
            choice |= {"at": place, "note": note}
        elif takes == "space":
            there = view.sight.stack(view.sight.units_in(ids[0]))
            choice |= {"at": ids[0], "note": ": ".join(filter(None, (view.sight.ground(ids[0]), there)))}
        if roll := rolls.get(action):
            share = attacker_share(view.rules, roll.forecast)
            choice["roll"] = {"column": roll.forecast.column, "at_once": roll.at_once, "with_all": roll.with_all,
                              "share": None if share is None else round(float(100 * share), 2)}  # fmt: skip
        told.append(choice)
    return told


def _unended(view: Viewpoint) -> list[dict[str, str]]:
    """Why the decision can't be ended yet, where it has an end that isn't offered."""
    step = view.rules.step(view.state) if view.mine else None
    return [
        {"text": view.choice(action), "rule": violation.rule, "why": view.refusal(violation)}
        for action, violation in _unoffered_ends(view, step.verbs if step else ())
        if violation.reason not in ("must-choose", "wrong-moment")
    ]


def _unoffered_ends(view: Viewpoint, verbs: Sequence[int]) -> Iterator[tuple[Action, Any]]:
    for index in verbs:
        if view.rules.VERBS[index].id == "done" and (index,) not in view.choices:
            violation = view.rules.why_not(view.state, (index,))
            if violation is not None:
                yield (index,), violation
