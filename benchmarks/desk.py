"""The desk: from a save to the picture that a page is told of, with the watcher and the processes of `pnp serve`.

`python -m benchmarks.desk [NAME…] [--saves N]` prints this table alone. What the browser needs to show a picture comes
on top of it.
"""

from __future__ import annotations

import argparse
import gc
import queue
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pnp.desk.preview.catalogue import Wish
from pnp.desk.preview.room import PreviewRoom
from pnp.desk.preview.worker import Job, Worker
from pnp.desk.seats import Seats
from pnp.output import write_atomic
from pnp.sources import load_game
from pnp.sources.assets import data_dir
from pnp.sources.new_game import new_game
from pnp.sources.settings import Settings
from pnp.vassal.format.gpids import write_gpids

SAVES = 20
MAP_HEXES = (30, 22)
LONGEST_S = 240.0
NEW = "bench-map"


@dataclass(frozen=True)
class Edit:
    """A save to be timed: `old` and `new` in a file take turns while a product is looked at.

    new     with "#" for a letter that is another at each save
    goal_s  of 95 of 100 saves
    first   the page that is looked at, from 0
    """

    game: str
    product: str
    file: str
    old: str
    new: str
    goal_s: float
    first: int = 0


EDITS = {
    "counter": Edit(
        "winter-war", "counters-a4-long", "counters.yaml", "attack: 6, defence: 6", "attack: 7, defence: 6", 0.5
    ),
    "table": Edit(
        "winter-war", "charts-a4", "charts.yaml", "{die: 1, results: [Ae, Ae", "{die: 1, results: [Ae, Ar", 1.0
    ),
    "case": Edit("the-ford", "rulebook-a4", "rules/10-rules.yaml", " may ", " # may ", 1.0, 2),
    "case, long book": Edit("winter-war", "rulebook-a4", "rules/20-movement.yaml", " never ", " # never ", 1.0, 5),
    "map, 660 hexes": Edit(NEW, "map-poster", "map.yaml", "", "", 2.0),
}


def measure(names: tuple[str, ...] = (), saves: int = SAVES) -> dict[str, str]:
    """The median and the 95th of 100 of the first picture, and of the finished one where a draft comes before it."""
    found = {}
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for game in ("winter_war", "the_ford", "common"):
            shutil.copytree(data_dir("sources") / game, folder / game)
        for name, text in new_game(NEW, "hexes", *MAP_HEXES).items():
            write_atomic(folder / NEW / name, text)
        write_gpids(load_game(folder / NEW))
        for name in names or tuple(EDITS):
            found |= _timed(name, EDITS[name], folder, saves)
    return found


def _timed(name: str, edit: Edit, folder: Path, saves: int) -> dict[str, str]:
    game = folder / (edit.game.replace("-", "_") if edit.game != NEW else NEW)
    source = game / edit.file
    text = source.read_text("utf-8")
    first, finished = [], []
    with _watched(game, folder / "output", edit) as messages:
        for number in range(saves):
            other = _changed(edit, text, number)
            assert other != text
            started = time.perf_counter()
            source.write_text(other if number % 2 == 0 or edit.game == NEW or "#" in edit.new else text, "utf-8")
            seen: list[float] = []
            for message in _until_built(messages, number + 2):
                seen += [time.perf_counter() - started] if message["kind"] == "sheet" else []
                if message["kind"] == "sheet" and not message["draft"] and len(finished) <= number:
                    finished.append(seen[-1])
            first.append(seen[0])
    source.write_text(text, "utf-8")
    cpu, half, most = _processor_s(edit, game, folder), _share(first, 50), _share(first, 95)
    told = f"{cpu:.2f} s of CPU to the picture; {half:.2f} s, 95 of 100 within {most:.2f} s (goal {edit.goal_s} s)"
    if _share(finished, 50) > 1.5 * _share(first, 50):
        told += f"; a draft, finished after {_share(finished, 50):.2f} s"
    return {f"{name}, saved to told, {saves} saves": told}


def _changed(edit: Edit, text: str, number: int) -> str:
    """The text after a save: with another letter for each where a book that was set before would be found again."""
    if edit.game == NEW:
        return _other_map(text, number)
    return text.replace(edit.old, edit.new.replace("#", chr(ord("A") + number)), 1)


def _processor_s(edit: Edit, game: Path, folder: Path) -> float:
    """Seconds of the processor from reading the sources to the first picture, in a warm process; median of three."""
    worker, times, source = Worker(), [], game / edit.file
    gc.disable()  # as the process of the desk does
    text = source.read_text("utf-8")
    for number in range(4):
        if number:
            source.write_text(_changed(edit, text, 10 + number), "utf-8")
        wish = Wish(f"{load_game(game).id}/en/{edit.product}.pdf", None, edit.first)
        # A cache of its own: what the saves before have left there would be found.
        job = Job("sheets", 1, game, folder / f"cache-{edit.product}", Settings(), wish)
        started = time.process_time()
        events = worker.do(job)
        next(events)
        times.append(time.process_time() - started)
        if not number or edit.game != NEW:
            list(events)
    gc.enable()
    return sorted(times[1:])[1]


def _other_map(text: str, number: int) -> str:
    """The map with another letter in a row of terrain for each save."""
    lines = text.split("\n")
    at = next(n for n, line in enumerate(lines) if line.strip().startswith("rows:")) + 3
    letters = lines[at].split('"')
    row = letters[1]
    column = 3 + number
    letters[1] = row[:column] + ("." if row[column] != "." else "w") + row[column + 1 :]
    return "\n".join([*lines[:at], '"'.join(letters), *lines[at + 1 :]])


@contextmanager
def _watched(game: Path, output: Path, edit: Edit) -> Iterator[queue.Queue[dict[str, Any]]]:
    """What the room tells while a product is looked at, from when its first picture is there."""
    messages: queue.Queue[dict[str, Any]] = queue.Queue()
    room = PreviewRoom(load_game(game), output, lambda seat, message: messages.put(message))
    room.start()
    try:
        path = f"{room.game.id}/en/{edit.product}.pdf"
        room.handle(Seats([]).author, {"kind": "look", "id": "1", "path": path, "first": edit.first})
        list(_until_built(messages, 1))
        time.sleep(3)  # the checks and the second process
        yield messages
    finally:
        room.stop()


def _until_built(messages: queue.Queue[dict[str, Any]], version: int) -> Iterator[dict[str, Any]]:
    while True:
        message = messages.get(timeout=LONGEST_S)
        assert message["kind"] != "failed", message["problems"][:1]
        if message.get("v") == version:
            yield message
            if message["kind"] == "built":
                return


def _share(times: list[float], percent: int) -> float:
    """The time within which `percent` of 100 lie."""
    return sorted(times)[min(len(times) - 1, -(-len(times) * percent // 100) - 1)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", help=", ".join(EDITS))
    parser.add_argument("--saves", type=int, default=SAVES)
    options = parser.parse_args()
    for one in options.names or EDITS:
        for key, value in measure((one,), options.saves).items():
            print(f"{key:<44} {value}", flush=True)
