"""The screen: text wrapped at words, columns, colour where the terminal has it; or sentences for a screen reader.

Whatever is shown is text and nothing else: markup is not read, and characters that control a terminal or turn the
direction of writing are left out. So names from sources and catalogues can't draw on it.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TextIO

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from pnp.players.person.neighbourhood import Spans

STYLES = {
    "": "", "dim": "dim", "own": "green", "enemy": "red", "focus": "bold yellow", "offered": "bold cyan",
    "side": "blue", "head": "black on yellow", "number": "bold yellow", "strong": "bold", "rule": "cyan",
    "refused": "red", "bar": "yellow",
}  # fmt: skip
"""Style of a piece of text -> what `rich` calls it."""
NARROWEST, WIDEST = 40, 140
"""Columns that a line is laid out for, whatever the terminal says."""
_ASCII = str.maketrans({
    **dict.fromkeys("─", "-"), **dict.fromkeys("│", "|"), **dict.fromkeys("═", "="), **dict.fromkeys("║", "#"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"), "▶": ">", "·": ".", "×": "x", "♣": "f", "▲": "M", "≈": "~", "■": "#", "█": "#",
    "–": "-", "→": ">", "…": "~", "’": "'", "−": "-",
})  # fmt: skip
"""Signs of our own on a terminal that has no others than ASCII."""


_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
"""Unicode categories: control, format (such as overrides of the direction), private, half a character, separators."""


def clean(text: str) -> str:
    """`text` without characters that control a terminal, hide, or turn the direction of writing; line ends stay."""
    if text.isprintable():
        return text
    return "".join(c for c in text.replace("\t", " ") if c == "\n" or unicodedata.category(c) not in _UNSEEN)


class Screen:
    """What a person reads and types.

    plain  sentences instead of columns, marks and colours
    """

    def __init__(self, *, plain: bool = False, out: TextIO | None = None, width: int | None = None) -> None:
        out = out or sys.stdout
        self.plain = plain
        able = out.isatty() and os.environ.get("TERM") != "dumb"
        coloured = able and not plain and not os.environ.get("NO_COLOR")
        columns = width or _columns_of(out)
        self.width = min(max(columns, NARROWEST), WIDEST)
        self._ascii = not (getattr(out, "encoding", None) or "utf-8").lower().startswith("utf")
        self._console = Console(
            file=out, width=self.width, color_system="auto" if coloured else None, no_color=not coloured,
            force_terminal=coloured, legacy_windows=False, markup=False, emoji=False, highlight=False,
        )  # fmt: skip

    def text(self, text: str, style: str = "") -> Text:
        """A piece of text, safe to show."""
        safe = clean(text)
        return Text(safe.translate(_ASCII) if self._ascii else safe, style=STYLES[style] if not self.plain else "")

    def say(self, text: str, style: str = "", *, indent: int = 0) -> None:
        """A paragraph for each line of `text`, wrapped at words; lines that follow are indented by two more."""
        for line in text.split("\n"):
            room = self.width - indent - 2
            wrapped = self.text(line, style).wrap(self._console, room if room > 10 else self.width)
            for number, part in enumerate(wrapped or [Text("")]):
                part.rstrip()
                self._print(Text(" " * (indent + (2 if number else 0))) + part)

    def spans(self, lines: Iterable[Spans], *, indent: int = 2) -> None:
        """Lines of a small map, as they are."""
        for spans in lines:
            line = Text(" " * indent)
            for piece, style in spans:
                line.append_text(self.text(piece, style))
            self._print(line)

    def rows(
        self, rows: Sequence[Sequence[tuple[str, str]]], *, right: Sequence[int] = (0,), whole: Sequence[int] = ()
    ) -> None:  # fmt: skip
        """Rows of cells with their styles, in columns; as sentences on a plain screen.

        right  columns that are set to the right
        whole  columns that are not wrapped on a screen of 80 columns or more
        """
        if self.plain:
            for row in rows:
                head, *rest = [clean(text) for text, _ in row]
                parts = ", ".join(part for part in rest if part)
                self.say(f"{head}: {parts}." if head and parts else f"{head or parts}.")
            return
        used = [i for i in range(max(map(len, rows), default=0)) if any(i < len(row) and row[i][0] for row in rows)]
        grid = Grid(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False, collapse_padding=True)
        widest = {index: max(len(row[index][0]) for row in rows if index < len(row)) for index in used}
        kept = {index for index in used if index == 0 and widest[0] <= self.width // 2}
        kept |= {index for index in whole if self.width >= 80}
        least = 14  # less on a screen that is too narrow, where letters would be lost
        while least > 1 and sum((w if i in kept else min(w, least)) + 2 for i, w in widest.items()) > self.width - 2:
            least -= 1
        for index in used:
            grid.add_column(
                justify="right" if index in right else "left", overflow="fold", min_width=min(widest[index], least),
                no_wrap=index in kept,
            )  # fmt: skip
        for row in rows:
            grid.add_row(*(self.text(*row[i]) if i < len(row) else Text("") for i in used))
        with self._console.capture() as caught:
            self._console.print(grid, width=self.width - 2)
        for line in caught.get().rstrip("\n").split("\n"):
            self._console.file.write(f"  {line.rstrip()}\n")
        self._console.file.flush()

    def _print(self, line: Text) -> None:
        line.rstrip()
        self._console.print(line, soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """The line that is typed; from a file it is shown as well. Raises EOFError, KeyboardInterrupt."""
        self._console.print(self.text(f"{prompt}: ", "strong"), end="", soft_wrap=True)
        self._console.file.flush()
        line = input()
        if not sys.stdin.isatty():
            self._print(self.text(line))  # so that what is kept of a script can be read
        return line


def _columns_of(out: TextIO) -> int:
    """The columns of the terminal; COLUMNS wins, 80 where there is none."""
    given = os.environ.get("COLUMNS", "")
    if given.isascii() and given.isdigit() and len(given) < 6:
        return int(given)
    try:
        return os.get_terminal_size(out.fileno()).columns or 80
    except (OSError, ValueError, AttributeError):
        return 80
