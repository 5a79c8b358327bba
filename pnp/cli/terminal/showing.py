"""What the commands show: the map, the units, the score, the log, a rule, advice, and the chances of a roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pnp.cli.terminal import phrases
from pnp.cli.terminal.desk import Desk
from pnp.cli.terminal.hand import cards_in_hand
from pnp.model.log import LogLine
from pnp.players.person.forecast import RollForecast, code_names
from pnp.players.person.neighbourhood import Neighbour, hexes_around, neighbours_of
from pnp.players.person.sight import HELD_BY
from pnp.players.telling import (
    HEADS,
    NO_UNITS,
    headline,
    in_language,
    is_scored,
    position_as_text,
    standings,
    thing_names,
)
from pnp.referee.masks import Action
from pnp.referee.violation import Violation

MOST_ADVICE, LATEST, MOST_BOXES = 5, 12, 20
"""Choices with advice, lines of the log and boxes off the map that are shown at once."""
MOST_DICE, BAR = 8, 12
"""Ways to roll a result that are listed; columns of the bar of a sure result."""


def show_headline(desk: Desk) -> None:
    """Turn, phase and points, then the weather and the like."""
    first, *rest = headline(desk.rules, desk.state, desk.sight.position, desk.lang).split("\n")
    desk.screen.say("")
    desk.screen.say(f" {first} " if not desk.screen.plain else first, "head")
    for line in rest:
        desk.screen.say(line, "dim")


def show_units(desk: Desk) -> None:
    """The whole position: who stands and who holds what on the map, and how many units wait in each box off it."""
    if desk.screen.plain:
        text = position_as_text(desk.rules, desk.state, lang=desk.lang, plain=True, viewer=desk.person)
        desk.screen.say(text)
        return
    sight, rules = desk.sight, desk.rules
    show_headline(desk)
    points = {space.id: space.victory_points for space in sight.game.map.spaces}
    rows, boxes = [[(desk.words(head), "dim") for head in HEADS]], list[tuple[str, int]]()
    for place in rules.places:
        units = sight.units_in(place)
        if place not in rules.spaces:
            if units := [unit for unit in units if unit not in sight.hidden]:
                boxes.append((sight.place(place), len(units)))
        elif units or (place in points and sight.holder(place)):
            value = str(points.get(place) or "") if is_scored(rules) else ""
            held, stack = sight.holder(place), sight.stack(units)
            rows.append([(sight.place(place), "strong"), (value, "number"), (held, "dim"), (stack, "")])
    if len(rows) > 1:
        desk.screen.rows(rows, right=(1,))
    if len(boxes) > MOST_BOXES:
        desk.say(phrases.IN_BOXES, "dim", units=sum(units for _, units in boxes), boxes=len(boxes))
    elif boxes:
        desk.say(phrases.OFF_MAP, "dim", boxes="; ".join(f"{name}: {units}" for name, units in boxes))
    for line in standings(rules, sight.position, desk.lang):
        desk.screen.say(line, "dim")


def show_place(desk: Desk, place: str) -> None:
    """A place in one line: its terrain, who holds it, who is there; none of the hidden units in a box off the map."""
    sight = desk.sight
    units = [unit for unit in sight.units_in(place) if place in desk.rules.spaces or unit not in sight.hidden]
    facts = ", ".join(filter(None, (sight.ground(place), *sight.sets(place), sight.stack(units))))
    desk.say(phrases.FACTS, indent=2, place=sight.place(place), facts=facts or desk.words(NO_UNITS))


def show_map(desk: Desk, place: str, choices: Sequence[Action]) -> None:
    """The neighbourhood of a place: bricks for hexes, else, and on a plain screen, a list of what lies beside it."""
    if not place:
        show_units(desk)
        return
    sight = desk.sight
    if not sight.game.map.hexes or desk.screen.plain:
        show_place(desk, place)
        rows = [_neighbour(desk, neighbour) for neighbour in neighbours_of(sight, place)]
        desk.screen.rows(rows, right=())
        return
    offered = {desk.place_of(action) for action in choices if desk.rules.VERBS[action[0]].takes == "space"}
    small = hexes_around(sight, place, width=desk.screen.width - 2, offered=offered - {""})
    desk.screen.spans(small.lines)
    sides = {sight.side_of(unit) for space in desk.rules.spaces for unit in sight.units_in(space)} - {""}
    legend = [f"{mark} {meaning}" for mark, meaning in small.legend.items()]
    legend += [f"{name[:1]} {name}" for side, name in sight.speech.sides.items() if side in sides]
    legend += [f"· {desk.words(phrases.OFFERED)}"] if offered - {""} else []
    desk.screen.say("   ".join(legend), "dim", indent=2)
    show_place(desk, place)


def _neighbour(desk: Desk, neighbour: Neighbour) -> list[tuple[str, str]]:
    """A place beside another: direction, name, what lies between, what it is, who is there."""
    sight, place = desk.sight, neighbour.place
    return [
        (desk.words(phrases.DIRECTIONS[neighbour.direction]) if neighbour.direction else "", "dim"),
        (sight.place(place), "strong"), (", ".join(neighbour.between), "side"),
        (sight.ground(place), "dim"), (sight.stack(sight.units_in(place)), ""),
    ]  # fmt: skip


def show_score(desk: Desk) -> None:
    """The points of each side, what gives points and who holds it, and what they are enough for."""
    rules, sight = desk.rules, desk.sight
    scenario, sides = sight.game.scenarios[rules.scenario.id], sight.speech.sides
    scored = [space for space in sight.game.map.spaces if space.victory_points]
    if not (scenario.victory or scenario.levels or scenario.victory_points or scored):
        desk.say(phrases.NOTHING_SCORED)
        return
    for side, points in rules.score(desk.state).items():
        desk.say(phrases.SIDE_POINTS, "strong", side=sides.get(side, side), points=points)

    def held(spaces: Sequence[str]) -> str:
        holders = Counter(filter(None, map(sight.holder, spaces)))
        named = ", ".join(f"{holder} {number}" if len(spaces) > 1 else holder for holder, number in holders.items())
        return desk.words(HELD_BY, side=named) if named else ""

    rows = [
        [(str(line.points), "number"), (line.text, ""), (sides.get(line.side, line.side), "dim"),
         (held(line.spaces), "dim")]
        for line in scenario.victory
    ] or [[(str(s.victory_points), "number"), (s.name, ""), (held([s.id]), "dim")] for s in scored]  # fmt: skip
    outcomes = {outcome.id: outcome for outcome in sight.game.info.outcomes}
    desk.screen.rows(rows)
    for level in scenario.levels:
        least = phrases.ABOVE_ALL if level.at_least is None else phrases.FROM_POINTS
        outcome = outcomes[level.outcome]
        desk.screen.say(f"{desk.words(least, points=level.at_least)}: {outcome.name}", "dim", indent=2)


def show_log(desk: Desk, count: int = LATEST) -> None:
    """The latest lines of the log, decisions included."""
    texts = [text for line in desk.state.log if (text := desk.line_text(line, decisions=True))]
    for text in texts[-count:]:
        desk.screen.say(text)
    if not texts:
        desk.say(phrases.NOTHING_YET)


UNTOLD = ("gone", "not-on-map", "another-like-it")
"""Reasons that tell a player nothing."""


def show_reasons(desk: Desk, choices: Sequence[Action]) -> None:
    """Why other units and cards of the person and other places nearby are not offered; of those with one reason the
    first.
    """
    alike: dict[tuple[str, str], list[str]] = {}
    for violation in _refusals(desk, choices):
        alike.setdefault((violation.rule, violation.reason), []).append(violation.message(desk.lang))
    for messages in alike.values():
        desk.screen.say(messages[0], "refused", indent=2)
        if len(messages) > 1:
            desk.say(phrases.MORE, "dim", indent=4, count=len(messages) - 1)
    if not alike:
        desk.say(phrases.NOTHING_REFUSED)


def _refusals(desk: Desk, choices: Sequence[Action]) -> Iterator[Violation]:
    """Why not, for each of the person's units that is anywhere, each card held, and each place beside the one that is
    looked at.
    """
    rules, state, step = desk.rules, desk.state, desk.rules.step(desk.state)
    near = {neighbour.place for neighbour in neighbours_of(desk.sight, desk.focus)} if desk.focus else set()
    offered, held = frozenset(choices), cards_in_hand(desk)
    for verb in (rules.VERBS[index] for index in step.verbs) if step else ():
        for thing in rules.domain(verb.id) if verb.takes else ():
            mine = verb.takes == "unit" and desk.sight.side_of(thing) == desk.person and thing in desk.sight.place_of
            if mine or (verb.takes == "space" and thing in near) or (verb.takes == "card" and thing in held):
                action = rules.from_json([verb.id, thing])
                violation = rules.why_not(state, action) if action not in offered else None
                if violation is not None and violation.reason not in UNTOLD:
                    yield violation


def show_advice(desk: Desk, choices: Sequence[Action]) -> None:
    """What the heuristic player thinks of the choices, best first."""
    from pnp.errors import SourceError
    from pnp.players.roster import PLAYERS

    try:
        player = PLAYERS["heuristic"](desk.rules, desk.person, desk.state.seed)
        options = player.explain(desk.rules, desk.state, choices, desk.lang)
    except SourceError:
        options = []
    if not options:
        desk.say(phrases.NO_ADVICE)
    rows = [
        [(desk.numbers.label(option.action), "number"), (desk.action_text(option.action), ""), (option.reason, "dim")]
        for option in options[:MOST_ADVICE]
    ]
    desk.screen.rows(rows)


def show_rule(desk: Desk, address: str) -> None:
    """The text of a rule; without an address, that of the open decision's."""
    from pnp.sources.plain import plain_text
    from pnp.sources.text_values import rule_values

    rule = address or desk.rule
    game = in_language(desk.rules, desk.lang)
    case = next((case for case in game.cases() if case.id.casefold() == rule.casefold()), None)
    if case is None:
        desk.say(phrases.NO_RULE, address=rule)
        return
    desk.screen.say(" ".join(dict.fromkeys((case.id, case.title))), "strong")
    desk.screen.say(plain_text(case.text, rule_values(game)))


def show_forecast(desk: Desk, action: Action, roll: RollForecast) -> None:
    """What a roll can come to: strengths, column and modifiers; then each result with its dice, its chance and what it
    brings.
    """
    names = thing_names(desk.rules, desk.lang)
    text = desk.action_text(action)
    rolls = phrases.ROLLS if roll.column else phrases.ROLLS_ON
    desk.say(rolls, "strong", action=text, table=names.get(roll.table, roll.table), column=roll.column)
    for line in roll.before:
        if sentence := desk.line_text(line):
            desk.screen.say(sentence, indent=2)
    rows = [[(desk.words(head), "dim") for head in phrases.CHANCES]] if not desk.screen.plain else []
    for chance in roll.chances:
        share = round(100 * chance.share)
        dice = " ".join(chance.dice) if len(chance.dice) <= MOST_DICE else "…"
        rows.append([
            (code_names(desk.rules, chance, desk.lang), "strong"), (dice, ""),
            (_bar(desk, share), "bar"), (" ".join(filter(None, map(desk.line_text, chance.events))), "dim"),
        ])  # fmt: skip
    desk.screen.rows(rows, right=())


def _bar(desk: Desk, share: int) -> str:
    """A share in percent, with a bar before it."""
    return f"{share} %" if desk.screen.plain else f"{'█' * round(share * BAR / 100):<{BAR}} {share:>3} %"


def news(desk: Desk, start: int, known: Sequence[LogLine] = ()) -> list[str]:
    """The sentences of the log after line `start`; not those of `known`, which stood there before a roll, nor the end.
    """
    told = [line.data for line in known]
    return [
        sentence for line in desk.rules.lines_from(desk.state, start)
        if line.kind != "end" and line.data not in told and (sentence := desk.line_text(line))
    ]  # fmt: skip
