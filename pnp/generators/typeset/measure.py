"""How well a text is set: divided words, ladders of them, gaps of justified lines. For tests and the benchmark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pnp.generators.typeset.items import run_width
from pnp.generators.typeset.paragraph import TextLine

MARKS = "([“‘«„\"'.,;:!?)]”’»"


@dataclass(frozen=True, slots=True)
class LineFigures:
    """What was counted over many paragraphs.

    lines, justified   how many there are, and how many fill their column
    divided            lines that end in a word with a hyphen
    ladder             most such lines one below the other
    shortest           letters of the shortest word that is divided; 0 when none is
    tightest, loosest  gap between words of the justified lines, as a share of the font's space
    """

    lines: int
    justified: int
    divided: int
    ladder: int
    shortest: int
    tightest: float
    loosest: float

    @property
    def divided_share(self) -> float:
        """The share of the lines that end in a hyphen."""
        return self.divided / self.lines if self.lines else 0.0


def line_figures(paragraphs: Iterable[Sequence[TextLine]]) -> LineFigures:
    """The figures of `paragraphs`, each the lines of one as set."""
    lines = justified = divided = ladder = 0
    lengths: list[int] = []
    gaps = [1.0]
    for paragraph in paragraphs:
        row = 0
        for number, line in enumerate(paragraph):
            lines += 1
            if line.gaps and line.space:
                justified += 1
                gaps.append(1.0 + line.space / run_width(" ", line.runs[0].look))
            ends = line.text.endswith("-") and not line.last
            row = row + 1 if ends else 0
            ladder = max(ladder, row)
            if ends:
                divided += 1
                whole = line.text.split()[-1][:-1] + paragraph[number + 1].text.split()[0]
                lengths.append(len(whole.strip(MARKS)))
    return LineFigures(lines, justified, divided, ladder, min(lengths, default=0), min(gaps), max(gaps))
