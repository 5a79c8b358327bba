"""What the figure of an example shows: units, arrows for what they do, and the spaces concerned.

In: a game, an example or one stage of it, the lines that the referee logged. Out: an `ExampleBoard`, in no measure yet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pnp.maps.graph import space_ids
from pnp.model.game import Game, standard_scenario
from pnp.model.log import LogLine
from pnp.model.rules import Example, ExampleStage

KINDS = {"attack": "attack", "retreat": "retreat", "move": "move", "advance": "move", "switch": "switch",
         "arrive": "move", "fly": "move"}  # fmt: skip
"""Event -> the kind of arrow that shows it; nothing shows what comes from off the map."""

REFUSED = ("move-to", "retreat-to", "advance-to", "attack")
"""Actions that a crossed-out arrow shows when a rule refuses them."""

COMING = ("mobilize", "deploy", "return", "rebuild", "reinforce", "form", "arrive", "drop", "place")
"""Events that put units on the map, or markers elsewhere on it."""


@dataclass(frozen=True, slots=True)
class Leg:
    """An arrow: units move, retreat or attack from one space to another.

    kind  "move", "retreat", "attack", "switch"; "refused" for what a rule forbids
    unit  the first of them; "" when it doesn't matter
    """

    kind: str
    start: str
    end: str
    side: str
    unit: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class ExampleBoard:
    """What the figure of an example shows.

    units     space -> (counter id, face) of the units in it at the start
    arriving  the same for those that enter it from off the map, shown pale
    legs      arrows, in order
    spaces    those that the figure must show
    """

    units: Mapping[str, tuple[tuple[str, str], ...]]
    arriving: Mapping[str, tuple[tuple[str, str], ...]]
    legs: tuple[Leg, ...]
    spaces: tuple[str, ...]


def example_board(
    game: Game, example: Example, log: Sequence[LogLine], stage: ExampleStage | None = None
) -> ExampleBoard:
    """The board of `example` with what the referee logged, or of one stage of it: the units where earlier actions have
    left them, what happens then. Without a log, only the units at the start; those put on the map arrive pale.
    """
    before, during = stage_lines(log, stage) if stage else ((), log)
    units, spaces = _start(game, example), {str(name) for name in space_ids(game.map)}
    at = {name: place for place, stack in units.items() for name, _ in stack}
    faces = {name: face for stack in units.values() for name, face in stack}
    activated = {str(c.id) for c in game.all_counters() if c.group.back == "activated"}
    for entry in before:
        event, names = entry.get("event"), entry.get("units", ())
        if event == "turn":
            faces |= dict.fromkeys(activated, "front")
        elif event == "activate":
            faces |= dict.fromkeys(activated.intersection(names), "back")
        elif event == "eliminate":
            at |= dict.fromkeys(names, "")
        elif event and entry.get("at") is not None:
            at |= dict.fromkeys(names, entry.get("at"))
    standing: dict[str, tuple[tuple[str, str], ...]] = {}
    for name, place in at.items():
        if place in spaces:
            standing[place] = (*standing.get(place, ()), (name, faces.get(name, "front")))
    sides = {str(c.id): c.side or "" for c in game.all_counters()}
    legs: list[Leg] = []
    eventful: list[str] = []
    arriving: dict[str, tuple[tuple[str, str], ...]] = {}
    attackers: Sequence[str] = ()
    for entry in during:
        _follow(entry, at, sides, spaces, legs, eventful)
        event, names, place = entry.get("event"), entry.get("units", ()), entry.get("at")
        if event == "attack":
            attackers = names
        elif event == "attack-too" and place in spaces:
            legs += [Leg("attack", at[u], place, sides.get(u, ""), u) for u in attackers if at.get(u) in spaces]
        if event in COMING and place in spaces:
            arriving[place] = (*arriving.get(place, ()), *((u, "front") for u in names))
    legs += _refused(example, at, sides, spaces)
    told = [str(name) for name in example.figure.spaces] if example.figure else []
    shown = [s for leg in legs for s in (leg.start, leg.end)] + eventful + told or list(standing)
    return ExampleBoard(standing, arriving, tuple(dict.fromkeys(legs)), tuple(dict.fromkeys(shown)))


def stage_lines(log: Sequence[LogLine], stage: ExampleStage) -> tuple[list[LogLine], list[LogLine]]:
    """The lines of `log` before a stage, and those of its actions."""
    before: list[LogLine] = []
    during: list[LogLine] = []
    done = 0
    for entry in log:
        done += entry.get("do") is not None
        if done < stage.first:
            before.append(entry)
        elif done <= stage.last:
            during.append(entry)
    return before, during


def _start(game: Game, example: Example) -> dict[str, tuple[tuple[str, str], ...]]:
    """Place -> the units in it at the start of `example`, with their faces; boxes off the map, too.

    An example that names none begins as the scenario does.
    """
    units: dict[str, tuple[tuple[str, str], ...]] = {}
    given, scenario = example.position.units, standard_scenario(game)
    if given is None and scenario is not None:
        given = scenario.position.units
    for place, stack in (given or {}).items():
        units[str(place)] = tuple((u, "front") if isinstance(u, str) else (str(u.id), "back") for u in stack)
    return units


def _refused(example: Example, at: Mapping[str, str], sides: Mapping[str, str], spaces: set[str]) -> list[Leg]:
    """The arrow of the example's last action, when the example says that a rule refuses it."""
    if example.expect.refused is None or not example.actions:
        return []
    verb, *words = (str(word) for word in example.actions[-1])
    chosen = [str(action[1]) for action in example.actions[:-1] if len(action) > 1 and str(action[1]) in at]
    if verb not in REFUSED or not words or words[0] not in spaces or not chosen or at[chosen[-1]] not in spaces:
        return []
    return [Leg("refused", at[chosen[-1]], words[0], sides.get(chosen[-1], ""), chosen[-1])]


def _follow(
    entry: LogLine, at: dict[str, str], sides: Mapping[str, str], spaces: set[str], legs: list[Leg], eventful: list[str]
) -> None:
    """Add the arrows of one log line to `legs` and update `at`, where the units are."""
    event, place, units = entry.get("event"), entry.get("at"), entry.get("units", ())
    if not event or not units or (place is None and event != "reduce"):
        return
    if event in KINDS and place in spaces:
        for unit in units:
            start = entry.get("from", at.get(unit))
            if start in spaces and start != place:
                legs.append(Leg(KINDS[event], start, place, sides.get(unit, ""), unit))
    if event in ("eliminate", "reduce", "surrender", "disperse", "deploy", "return", "mobilize"):
        eventful += [s for s in (at.get(unit) for unit in units) if s in spaces]
        if place in spaces:
            eventful.append(place)
    if "from" in entry.data or event in ("mobilize", "deploy", "rebuild", "reinforce", "form", "fly", "place"):
        at |= {unit: place for unit in units}
