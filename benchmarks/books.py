"""How the rulebooks are set: pages, divided words, ladders of hyphens, gaps between words, how full the pages are."""

from __future__ import annotations

from functools import partial

from pnp.generators.book.rulebook import Book, set_rulebook
from pnp.generators.maps.sheet import plan_sheet
from pnp.press.played import play_examples, told
from pnp.sources import load_game
from pnp.sources.find import game_folders
from pnp.translate import localised


def measure() -> dict[str, str]:
    """A line for each rulebook on A4."""
    figures: dict[str, str] = {}
    for name in game_folders(()):
        english = load_game(name)
        plays = play_examples(english)
        for language in english.info.languages:
            game = english if language == "en" else localised(english, language)
            played = told(plays, language)
            book = set_rulebook(
                game, "a4", logs=played.logs, facts=played.facts, board=partial(plan_sheet, game)
            )  # fmt: skip
            figures[f"{name} {language}"] = shown(book)
    return figures


def shown(book: Book) -> str:
    """The figures of one book in words."""
    lines, last = book.lines, max(book.filled, default=0)
    least = min((share for page, share in book.filled.items() if page != last), default=1.0)
    gaps = f"gaps {lines.tightest:.2f}-{lines.loosest:.2f}" if lines.justified else "none justified"
    return (
        f"{book.page_count} pages, {lines.lines} lines, {lines.divided_share:.1%} divided, ladders of {lines.ladder}, "
        f"shortest word {lines.shortest} letters, {gaps}, emptiest page {least:.0%} full"
    )
