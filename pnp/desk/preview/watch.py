"""Watching the files of a game: what was saved, and which lines of it are other than before."""

from __future__ import annotations

import difflib
import os
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from pnp.sources.find import shown_path

DEBOUNCE_MS, STEP_MS = 60, 20
"""Saves are collected for so long: editors write a file in several steps, or several files."""

SUFFIXES = (".yaml", ".po", ".csv", ".xlsx", ".ods", ".svg", ".png", ".jpg", ".ttf")

TEXTS = (".yaml", ".po", ".csv", ".svg")

MOST_BYTES = 4_000_000
MOST_COMPARED = 2_000
"""Lines; when more differ, the file is another."""

MOST_LINES = 40
"""Changed lines that are told."""

Saved = Callable[[Mapping[str, tuple[str, str]]], None]
"""Told the files that were saved, as they are shown: the texts before and after, "" of what is no text."""


class Watcher:
    """Watches folders, those of a game and its series, in a thread of its own."""

    def __init__(self, folders: Iterable[Path], saved: Saved) -> None:
        self.saved = saved
        self.folders = [Path(os.path.abspath(folder)) for folder in folders]
        self._texts: dict[str, str] = {}
        self._paths: dict[str, Path] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="pnp desk watcher", daemon=True)
        for path in (path for folder in self.folders for path in folder.rglob("*.*") if path.suffix in SUFFIXES):
            self._read(path)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(2.0)

    @property
    def count(self) -> int:
        """How many files are watched."""
        return len(self._paths)

    def lines(self, path: str) -> list[str]:
        """The lines of the file that is shown as `path`, as last saved."""
        return self._texts.get(path, "").split("\n")

    def absolute(self, path: str) -> Path | None:
        """Where that file lies."""
        return self._paths.get(path)

    def _watch(self) -> None:
        from watchfiles import watch

        for changes in watch(
            *self.folders, debounce=DEBOUNCE_MS, step=STEP_MS, stop_event=self._stop, rust_timeout=500,
            yield_on_timeout=False, watch_filter=lambda change, path: path.endswith(SUFFIXES),
            raise_interrupt=False,
        ):  # fmt: skip
            self.take(Path(path) for _, path in changes)

    def take(self, paths: Iterable[Path]) -> None:
        """These files may have changed."""
        news = {}
        for path in sorted(set(paths)):
            name = shown_path(path)
            before = self._texts.get(name, "")
            self._read(path)
            after = self._texts.get(name, "")
            if before != after or path.suffix not in TEXTS:
                news[name] = (before, after)
        if news:
            self.saved(news)

    def _read(self, path: Path) -> None:
        name = shown_path(path)
        try:
            data = path.read_bytes() if path.stat().st_size <= MOST_BYTES else b""
        except OSError:  # it is gone
            self._texts.pop(name, None)
            self._paths.pop(name, None)
            return
        self._paths[name] = path
        self._texts[name] = data.decode("utf-8", "replace") if path.suffix in TEXTS else ""


def changed_lines(before: str, after: str) -> list[dict[str, object]]:
    """The lines of `after` that are other than in `before`: number, and the old and new text where as many lines stood
    there.
    """
    old, new = before.split("\n"), after.split("\n")
    head = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    most = min(len(old), len(new)) - head
    tail = next((n for n in range(most) if old[-1 - n] != new[-1 - n]), most)
    was, now = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(was) + len(now) > MOST_COMPARED:
        return []
    rows: list[dict[str, object]] = []
    for what, i, j, k, m in difflib.SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        for offset in range(m - k if what != "equal" else 0):
            earlier = was[i + offset].strip()[:200] if j - i == m - k else ""
            rows.append({"n": head + k + offset + 1, "was": earlier, "is": now[k + offset].strip()[:200]})
    return rows[:MOST_LINES]
