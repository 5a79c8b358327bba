"""A played game to look at: a picture of the board at each player-turn, or a page to step through.

In: rules, a log and a `BoardView`. Out: PNG files, or one HTML file that holds everything it shows and fetches nothing.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from pnp.model.game import Game
from pnp.model.log import Log, LogLine
from pnp.model.position import PositionSource
from pnp.players.telling import line_as_text
from pnp.referee.engine import Rules
from pnp.referee.replay import walk
from pnp.web.board_view import BoardView, PlacedCounter, as_jpeg
from pnp.web.html import page

MOST_FRAMES = 20_000
"""Decisions that a page shows; a longer game is cut off there, and the page says so."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The board after a decision, or after a whole player-turn.

    turn, side, phase  of the decision; side is the one whose phase it is, None where it is nobody's
    sentences          what happened
    number             lines of the log up to here
    ids                ids of the units and places that the decision is about
    """

    turn: int
    side: str | None
    phase: str
    sentences: tuple[str, ...]
    position: PositionSource
    number: int
    ids: tuple[str, ...] = ()


def frames(rules: Rules, log: Log, *, to: int | None = None, lang: str = "en", name: str = "log") -> Iterator[Frame]:
    """The start, then a frame for each decision. Raises SourceError for a log that differs."""
    lines_read = 0
    turn, side, phasing, phase = 1, None, None, ""
    for number, state in walk(rules, log, to=to, name=name):
        lines = log[lines_read:number]
        decision = next((line for line in lines if line.kind == "do"), None)
        if decision is not None:
            turn, phase = int(decision.get("turn", turn)), str(decision.get("phase", phase))
            side = phasing
        ids = tuple(str(part) for part in decision.get("do", ())[1:]) if decision is not None else ()
        sentences = tuple(text for line in lines if (text := line_as_text(rules, line, lang, decisions=True)))
        lines_read, phasing = number, rules.phasing_side(state)
        yield Frame(turn, side, phase, sentences, rules.position(state), number, ids)


def player_turns(decisions: Iterator[Frame]) -> Iterator[Frame]:
    """The start, and the last frame of each player-turn with the sentences of all its decisions."""
    sentences: list[str] = []
    last: Frame | None = None
    for index, frame in enumerate(decisions):
        if index == 0:
            yield frame
            continue
        if last is not None and (frame.turn, frame.side) != (last.turn, last.side):
            yield _with(last, sentences)
            sentences = []
        sentences += frame.sentences
        last = frame
    if last is not None:
        yield _with(last, sentences)


def _with(frame: Frame, sentences: Sequence[str]) -> Frame:
    return Frame(frame.turn, frame.side, frame.phase, tuple(sentences), frame.position, frame.number)


def heading(game: Game, frame: Frame, *, first: bool = False) -> str:
    """The caption of a picture: "Turn 3 · Russia"."""
    words = game.words
    if first:
        return words.text("{game}: the start", game=game.info.printed_title)
    parts = [words.text("Turn {turn}", turn=frame.turn)]
    names = {side.id: side.name for side in game.info.sides}
    phases = {phase.id: phase.name for phase in game.info.all_phases}
    parts.append(names.get(frame.side or "", phases.get(frame.phase, "")))
    return " · ".join(part for part in parts if part)


def picture_files(
    rules: Rules, log: Log, view: BoardView, *, to: int | None = None, lang: str = "en", name: str = "log"
) -> Iterator[tuple[str, bytes]]:
    """(file name, PNG) of the start and of the end of each player-turn, in order."""
    for index, frame in enumerate(player_turns(frames(rules, log, to=to, lang=lang, name=name))):
        who = "start" if index == 0 else f"turn-{frame.turn:02}-{frame.side or frame.phase}"
        yield f"{index:03}-{who}.png", view.picture(frame.position, heading(view.game, frame, first=index == 0))


# The page ---------------------------------------------------------------------------------------------------


def replay_page(
    rules: Rules, log: Log, view: BoardView, *, to: int | None = None, lang: str = "en", name: str = "log"
) -> str:
    """The HTML that steps through a log, decision by decision or by player-turns."""
    game = view.game
    words = game.words
    shown_frames: list[Frame] = []
    placed: list[tuple[PlacedCounter, ...]] = []
    for frame in frames(rules, log, to=to, lang=lang, name=name):
        if len(shown_frames) >= MOST_FRAMES:
            break
        shown_frames.append(frame)
        placed.append(view.placed(frame.position))
    faces = sorted({(item.unit, item.face) for items in placed for item in items})
    data = {
        "size": list(view.layout.size),
        "counter": view.layout.px(view.picture_mm),
        "frames": _steps(view, shown_frames, placed, faces),
        "names": {unit: counter.name for unit, counter in sorted(view.counters.items())},
    }
    pictures, index = _pictures(view, faces)
    ended = log.end if to is None else None
    values = {
        "language": game.language,
        "title": words.text("{game}: a game replayed", game=game.info.printed_title),
        "subtitle": _subtitle(game, log, ended),
        "board": Markup(_url(as_jpeg(view.board), "image/jpeg")),
        "pictures": Markup(json.dumps(pictures)),
        "faces": Markup(json.dumps(index)),
        "data": Markup(_script_json(data)),
        "words": {
            "first": words.text("Start"), "turn_back": words.text("Player-turn back"), "back": words.text("Step back"),
            "play": words.text("Play"), "pause": words.text("Pause"), "on": words.text("On"),
            "turn_on": words.text("Player-turn on"),
            "last": words.text("End"), "zoom": words.text("Zoom"), "fit": words.text("Whole board"),
            "step": words.text("Step"),
            "hint": words.text("Arrow keys step; with Shift by player-turns. Space plays."),
        },
        "credit": f"{game.info.credits.statement} {game.info.credits.map_sources}",
    }  # fmt: skip
    return page("replay.html", values)


def _subtitle(game: Game, log: Log, ended: LogLine | None) -> str:
    sides = {side.id: side.name for side in game.info.sides}
    players = ", ".join(f"{sides.get(side, side)}: {player}" for side, player in sorted(log.head.players.items()))
    names = {outcome.id: outcome.name for outcome in game.info.outcomes}
    result = names.get(str(ended.get("end")), "") if ended else ""
    parts = (
        game.scenarios[log.head.scenario].name,
        players,
        game.words.text("seed {seed}", seed=log.head.seed),
        result,
    )
    return " · ".join(part for part in parts if part)


def _steps(
    view: BoardView, shown_frames: Sequence[Frame], placed: Sequence[tuple[PlacedCounter, ...]],
    faces: Sequence[tuple[str, str]]
) -> list[dict[str, Any]]:
    """What changes from frame to frame: a counter's place in the stack order, its face and its point; and where to
    look.
    """
    number = {face: index for index, face in enumerate(faces)}
    steps: list[dict[str, Any]] = []
    before: dict[str, list[int]] = {}
    for index, (frame, items) in enumerate(zip(shown_frames, placed, strict=True)):
        now = {item.unit: [number[item.unit, item.face], item.x, item.y, level] for level, item in enumerate(items)}
        moved = {unit: spot for unit, spot in now.items() if before.get(unit, [])[:3] != spot[:3]}
        gone = [unit for unit in before if unit not in now]
        step = {"h": heading(view.game, frame, first=index == 0), "t": list(frame.sentences), "m": moved, "g": gone}
        look = _look_at(view, frame.ids, now)
        steps.append(step | {"f": look} if look else step)
        before = now
    return steps


def _look_at(view: BoardView, ids: Sequence[str], now: Mapping[str, Sequence[int]]) -> list[int] | None:
    """The point of the last unit or place that a decision names."""
    for name in reversed(ids):
        if name in view.layout.spaces:
            return list(view.layout.spaces[name].stack)
        if name in now:
            return list(now[name][1:3])
    return None


def _pictures(view: BoardView, faces: Sequence[tuple[str, str]]) -> tuple[list[str], list[int]]:
    """The distinct pictures, and for each face the index of its own; counters that look alike share one."""
    pictures: list[str] = []
    numbers: dict[bytes, int] = {}
    index = []
    for unit, face in faces:
        data = view.counter_png(unit, face)
        if data not in numbers:
            numbers[data] = len(pictures)
            pictures.append(_url(data, "image/png"))
        index.append(numbers[data])
    return pictures, index


def _url(data: bytes, kind: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"


def _script_json(data: Mapping[str, Any]) -> str:
    """JSON that is safe inside a script: nothing in it can end the script or open a comment."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
