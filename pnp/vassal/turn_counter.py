"""The turn counter: game-turns, and the phases of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.model.game import Game, standard_scenario
from pnp.model.info import EACH, INITIATIVE, Phase
from pnp.model.position import PositionSource
from pnp.vassal.context import (
    AUTOMATION,
    CLEAR_MOVED,
    MARKED_TURN,
    PHASE_NAME,
    TURN_NUMBER,
    TURN_TEXT,
    Context,
    expression,
    nested,
    quoted,
    rule_label,
    signal,
)
from pnp.vassal.format.buildfile import Element, component
from pnp.vassal.format.encoding import join_fields, split_fields, text_list

TURN_COMMAND = "TURNTurnTracker0\t"
"""Before the counter's state in a saved game."""

OVER = "The game is over."
SETUP_PHASE, SETUP_ENDING = "setup", "-set-up"
"""A phase of this id, or with this ending, comes before the first turn only, so the counter leaves it out."""


def is_set_up(phase: Phase) -> bool:
    """Whether units are set up in a phase."""
    return phase.id == SETUP_PHASE or phase.id.endswith(SETUP_ENDING) or phase.procedure == SETUP_PHASE


def turn_phases(game: Game) -> list[Phase]:
    """The phases that each turn goes through, once for each side where every side plays them: then their names tell
    whose turn it is, by name or, where a die decides, by number.
    """
    return [phase for phase in _played(game, game.info.phases) if not is_set_up(phase)]


def _played(
    game: Game, phases: Sequence[Phase], before: str = "", after: str = "", around: str | None = None
) -> Iterator[Phase]:  # fmt: skip
    """`phases` and those within them, in order, their names between `before` and `after`; the side of those that
    several sides play is the one whose they are, that of the phase `around` them: by id, or `initiative 1`.
    """
    for phase in phases:
        frames = [(before, after, around if phase.side is None else phase.side)]
        if phase.side == EACH:
            frames = [(f"{before}{side.name}: ", after, side.id) for side in game.info.sides]
        elif phase.side == INITIATIVE:
            places = range(1, len(game.info.sides) + 1)
            frames = [(before, f"{after} ({place})", f"{INITIATIVE} {place}") for place in places]
        for head, tail, holder in frames:
            if phase.phases:
                yield from _played(game, phase.phases, head, tail, holder)
            else:
                yield phase.replaced(name=f"{head}{phase.name}{tail}", side=holder)


def turn_count(game: Game) -> int:
    """Turns of the longest scenario."""
    return max(scenario.turns for scenario in game.scenarios.values())


def turn_tracker(context: Context) -> Element:
    """The counter: turns by their names, phases and their steps below; a new turn readies units and moves the marker, a
    new player-turn takes off the marks of who has moved.

    After the last turn it doesn't begin anew: it tells once that the game is over (`automation`).
    """
    words, last = context.words, turn_count(context.base)
    turns = component(
        "CounterTurnLevel", *_phase_levels(context), name=TURN_NUMBER, property=TURN_NUMBER,
        turnFormat=_turn_names(context), start=1, incr=1,
        loop=False, loopLimit=last,
    )  # fmt: skip
    begun = component(
        "TurnGlobalHotkey", name="phase", hotkey=signal("phase", "begun"), reportFormat="",
        match=expression(f"{AUTOMATION}==true"),
    )  # fmt: skip
    hotkey = component(
        "TurnGlobalHotkey", name="new turn", hotkey=signal("new", "turn"), reportFormat="",
        match=expression(
            f"{AUTOMATION}==true&&{TURN_NUMBER}!={MARKED_TURN}&&{TURN_NUMBER}>0&&{TURN_NUMBER}<={last}"
        ),
    )  # fmt: skip
    ending = component(
        "TurnGlobalHotkey", name="end", hotkey=signal("game", "over"), reportFormat="",
        match=expression(f"{TURN_NUMBER}>{last}&&{MARKED_TURN}<={last}"),
    )  # fmt: skip
    handed_over = [
        component("TurnGlobalHotkey", name="player-turn", hotkey=CLEAR_MOVED, reportFormat="",
                  match=expression(f"{AUTOMATION}==true&&({'||'.join(map(_shows, phases))})"))
        for phases in [player_turns(context.shown)] if phases
    ]  # fmt: skip
    return component(
        "TurnTracker", turns, begun, hotkey, *handed_over, ending, name="Turn", description="",
        buttonText=words.text("Turn"), icon=context.images["button", "turn"], hotkey="",
        nexthotkey=signal("turn", "next"), prevhotkey="", turnFormat="$level1$, $level2$",
        reportFormat="$newTurn$", lengthStyle="Maximum",
    )  # fmt: skip


def phase_report(context: Context) -> str:
    """An expression for what is done in the phase that begins, with its rule; "" within a phase."""
    cases = []
    for phase in turn_phases(context.shown):
        text = quoted(f"{phase.text} [{rule_label(context.shown, phase.rule)}]")
        cases.append((_shows(phase), text))
    return expression(nested(cases, '""'))


def _shows(phase: Phase) -> str:
    """A test whether the counter shows the first step of a phase."""
    shown = f"{phase.name}: {phase.steps[0].name}" if phase.steps else phase.name
    return f"{TURN_TEXT}.endsWith({quoted(f', {shown}')})"


def player_turns(game: Game) -> list[Phase]:
    """The phases with which a side takes over from another within a turn."""
    held = [phase for phase in turn_phases(game) if phase.side is not None]
    return [phase for before, phase in pairwise(held) if before.side != phase.side]


def arrivals_report(context: Context) -> str:
    """An expression for the units that arrive in this game-turn by the standard scenario; "" where nobody does."""
    counters = {counter.id: counter for counter in context.shown.all_counters()}
    by_turn: dict[int, list[str]] = {}
    for turn, side, coming, address in _schedule(context.shown):
        names = Counter(counters[unit].name for unit in coming)
        units = ", ".join(f"{count} × {name}" if count > 1 else name for name, count in names.items())
        rule = f" [{rule_label(context.shown, address)}]" if address else ""
        by_turn.setdefault(turn, []).append(f"{context.shown_side(side).name}: {units}{rule}")
    cases = [
        (f"{TURN_NUMBER}=={turn}", quoted(context.words.text("Arrivals: {units}", units="; ".join(lines))))
        for turn, lines in sorted(by_turn.items())
    ]
    return expression(nested(cases, '""')) if cases else ""


def _schedule(game: Game) -> Iterator[tuple[int, str, Sequence[str], str | None]]:
    """Turn, side, units and rule of each arrival: those that the scenario lists, then those that only wait in boxes."""
    scenario = standard_scenario(game)
    if scenario is None:
        return
    listed = [arrival for arrival in scenario.arrivals if arrival.turn is not None]
    yield from ((arrival.turn or 1, arrival.side, arrival.units, arrival.rule) for arrival in listed)
    told = {unit for arrival in listed for unit in arrival.units}
    source = game.procedures.arrivals if game.procedures is not None else None
    for box in game.boxes if source is not None and source.boxes else ():
        units = [str(getattr(e, "id", e)) for e in (scenario.position.units or {}).get(box.id, ())]
        if box.turn is not None and box.side is not None and (waiting := [u for u in units if u not in told]):
            assert source is not None
            yield box.turn, box.side, waiting, source.side_rules.get(box.side, source.rule)


def _has_steps(game: Game) -> bool:
    return any(phase.steps for phase in turn_phases(game))


def _phase_levels(context: Context) -> list[Element]:
    """One list of all phases; with steps, a list for each phase, in order."""
    prompt = context.words.text("Phase")
    phases = turn_phases(context.shown)
    if not _has_steps(context.base):
        return [_list_level(PHASE_NAME, "$value$", [phase.name for phase in phases], prompt)]
    return [
        _list_level(f"{PHASE_NAME}{number}", *_stepped(phase), prompt) for number, phase in enumerate(phases, 1)
    ]  # fmt: skip


def _stepped(phase: Phase) -> tuple[str, list[str]]:
    """The format in which a phase is shown, and the names of its steps (its own name if it has none)."""
    if not phase.steps:
        return "$value$", [phase.name]
    return f"{phase.name}: $value$", [step.name for step in phase.steps]


def _list_level(name: str, turn_format: str, values: list[str], prompt: str) -> Element:
    return component(
        "ListTurnLevel", name=name, property=name, turnFormat=turn_format, configList=False, configFirst=False,
        prompt=prompt,
        list=text_list(values),
    )  # fmt: skip


def _turn_names(context: Context) -> str:
    """An expression that turns the number into the name printed on the track; beyond the last turn the game is over.
    Nothing keeps the counter from a step back before the first, which is told like the first.
    """
    over = quoted(context.words.text(OVER).rstrip("."))  # a phase follows it
    track = next((t for t in context.base.tracks if t.kind == "turn"), None)
    if track is None:
        head, _, tail = context.words.text("Turn {turn}", turn="\0").partition("\0")
        return expression(f"value>{turn_count(context.base)}?{over}:{quoted(head)}+value+{quoted(tail)}")
    names = [context.shown_zone_name(cell.id) for cell in track.spaces]
    cases = [(f"value<={number}", quoted(name)) for number, name in enumerate(names, 1)]
    return expression(nested(cases, over))


def turn_state(game: Game, position: PositionSource) -> str:
    """The counter's state in a saved game: the first step of the phase."""
    phases, current = turn_phases(game), _phase_of(game, position) or 0
    if _has_steps(game):
        counts, below = [max(1, len(p.steps)) for p in phases], current
        subs = [_list_state(0, count) for count in counts]
    else:
        below, subs = 0, [_list_state(current, len(phases))]
    level = join_fields([str(position.turn or 1), str(below), "false", str(turn_count(game)), *subs], ";")
    return join_fields(["0", level], "|")


def _phase_of(game: Game, position: PositionSource) -> int | None:
    """The phase of a position among those of the counter, None for one of the set-up; of those with one id, that of
    the side on turn.
    """
    candidates = [(index, phase.side) for index, phase in enumerate(turn_phases(game)) if phase.id == position.phase]
    holders = (position.side, f"{INITIATIVE} {_place_of(position)}")
    return next((index for index, side in candidates if side in holders), candidates[0][0] if candidates else None)


def _place_of(position: PositionSource) -> int:
    """In which place the side on turn plays, as thrown for; 1 where that isn't known."""
    order = _order(position)
    return order.index(position.side) + 1 if position.side in order else 1


def _order(position: PositionSource) -> list[str]:
    """The sides as they play a part of the turn that is thrown for; of parts within one another the innermost."""
    return str((position.flags or {}).get(INITIATIVE, "")).rpartition(",")[2].split()


def read_turn(game: Game, state: str, told: PositionSource) -> tuple[int, str | None, str | None]:
    """Turn, phase and side that a counter's state shows; `told`: who plays first. Raises ValueError."""
    level = split_fields(split_fields(state, "|")[1], ";")
    phases, turn, below = turn_phases(game), int(level[0]), int(level[1])
    current = below if _has_steps(game) else int(split_fields(level[4], ";")[0])
    if not 0 <= current < len(phases):
        raise ValueError(f"the turn counter is at phase {current + 1} of {len(phases)}")
    phase = phases[current]
    side, order = phase.side, _order(told)
    if side is not None and side.startswith(INITIATIVE):
        place = int(side.split()[1]) - 1
        side = order[place] if place < len(order) else None
    return turn, phase.id, side


def _list_state(current: int, count: int) -> str:
    return join_fields([str(current), "0", "0", text_list(["true"] * count)], ";")
