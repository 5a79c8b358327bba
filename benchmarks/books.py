"""How the rulebooks are set: pages, divided words, ladders of hyphens, gaps between words, how level the columns end.

`python -m benchmarks.books [GAME…]` prints the table alone, without the yardstick.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from pnp.generators.book.rulebook import Book, set_rulebook
from pnp.generators.book.share import BookShare
from pnp.generators.maps.sheet import plan_sheet
from pnp.press.played import play_examples, told
from pnp.sources import load_game
from pnp.sources.find import game_folders
from pnp.translate import localised

PAPERS = ("a4", "letter")

UNEVEN_MM = 4.0
"""White at the foot of a column that the eye takes for level."""


def measure() -> dict[str, str]:
    """A line for each rulebook on each paper, and the white of them all."""
    return dict(_figures(()))


def _figures(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Name and figures of each rulebook of the games `names`, all when none is named; finally of all together."""
    feet, cuts = list[float](), 0
    for name in names or game_folders(()):
        english = load_game(name)
        plays = play_examples(english)
        for language in english.info.languages:
            game = english if language == "en" else localised(english, language)
            played, share, plan = told(plays, language), BookShare(), plan_sheet(game)
            for paper in PAPERS:
                book = set_rulebook(game, paper, logs=played.logs, facts=played.facts, board=plan, share=share)
                feet += feet_mm(book)
                cuts += book.cuts
                yield f"{english.id} {language} {paper}", shown(book)
    yield "all", f"{_white(feet)}, {cuts} sentences cut by figures"


def feet_mm(book: Book) -> list[float]:
    """The white in mm at the foot of each column, without those of the last page of text."""
    return [foot for _, feet in sorted(book.white.items())[:-1] for foot in feet]


def shown(book: Book) -> str:
    """The figures of one book in words."""
    lines = book.lines
    gaps = f"gaps {lines.tightest:.2f}-{lines.loosest:.2f}" if lines.justified else "none justified"
    return (
        f"{book.page_count} pages, {lines.lines} lines, {lines.divided_share:.1%} divided, ladders of {lines.ladder}, "
        f"shortest word {lines.shortest} letters, {gaps}, {_white(feet_mm(book))}, "
        f"{away(book)}, {book.cuts} sentences cut"
    )


def away(book: Book) -> str:
    """How far examples and wide tables stand from the text that leads to them."""
    pages = book.figures.values()
    seen = sum(text // 2 == box // 2 for text, box in pages)
    farthest = max((box - text for text, box in pages), default=0)
    return f"{seen} of {len(pages)} figures on the spread of their text, none more than {farthest} pages on"


def _white(feet: Sequence[float]) -> str:
    uneven = [foot for foot in feet if foot > UNEVEN_MM]
    mean = sum(feet) / max(1, len(feet))
    return f"white {sum(uneven):.0f} mm at the foot of {len(uneven)} of {len(feet)} columns, {mean:.1f} mean"


if __name__ == "__main__":
    for book_name, figures in _figures(sys.argv[1:]):
        print(f"{book_name:<36} {figures}", flush=True)
