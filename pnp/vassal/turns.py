"""The turn counter: game-turns, and the phases of each."""

from __future__ import annotations

from pnp.model.game import Game
from pnp.model.info import Phase
from pnp.vassal.buildfile import Element, component
from pnp.vassal.context import (
    AUTOMATION,
    KEYS,
    MARKED_TURN,
    PHASE_NAME,
    TURN_NUMBER,
    Context,
    expression,
    quoted,
    signal,
)
from pnp.vassal.encoding import join_fields, text_list

SETUP_PHASE = "setup"
"""The phase of this id comes before the first turn only, so the counter leaves it out."""


def turn_phases(game: Game) -> list[Phase]:
    """The phases that each turn goes through."""
    return [phase for phase in game.info.phases if phase.id != SETUP_PHASE]


def turn_count(game: Game) -> int:
    """Turns of the longest scenario."""
    return max(scenario.turns for scenario in game.scenarios.values())


def turn_tracker(context: Context) -> Element:
    """The counter: turns by their names, a list of phases below; a new turn readies units and moves the marker."""
    words = context.words
    phases = component(
        "ListTurnLevel", name=PHASE_NAME, property=PHASE_NAME, turnFormat="$value$", configList=False, configFirst=False,
        prompt=words.text("Phase"), list=text_list([phase.name for phase in turn_phases(context.shown)]),
    )  # fmt: skip
    turns = component(
        "CounterTurnLevel", phases, name=TURN_NUMBER, property=TURN_NUMBER, turnFormat=_turn_names(context), start=1, incr=1, loop=True,
        loopLimit=turn_count(context.base),
    )  # fmt: skip
    hotkey = component(
        "TurnGlobalHotkey", name="new turn", hotkey=signal("new", "turn"), reportFormat="",
        match=expression(f"{AUTOMATION}==true&&{TURN_NUMBER}!={MARKED_TURN}"),
    )  # fmt: skip
    return component(
        "TurnTracker", turns, hotkey, name="Turn", description="", buttonText=words.text("Turn"), icon="", hotkey="",
        nexthotkey=KEYS["next"], prevhotkey="", turnFormat="$level1$, $level2$",
        reportFormat="$newTurn$", lengthStyle="Maximum",
    )  # fmt: skip


def _turn_names(context: Context) -> str:
    """An expression that turns the number into the name printed on the track."""
    track = next((t for t in context.base.map.tracks if t.kind == "turn"), None)
    if track is None:
        return context.words.text("Turn {turn}", turn="$value$")
    names = [context.shown_zone_name(cell.id) for cell in track.spaces]
    text = quoted(max(names, key=len))
    for number, name in reversed(list(enumerate(names, 1))):
        text = f"value=={number}?{quoted(name)}:({text})"
    return "{" + text + "}"


def turn_state(game: Game, turn: int, phase: str | None) -> str:
    """The counter's state in a saved game."""
    phases = [p.id for p in turn_phases(game)]
    current = phases.index(phase) if phase in phases else 0
    sub = join_fields([str(current), "0", "0", text_list(["true"] * len(phases))], ";")
    level = join_fields([str(turn), "0", "true", str(turn_count(game)), sub], ";")
    return join_fields(["0", level], "|")
