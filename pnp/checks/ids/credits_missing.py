"""credits-missing: the game says whose idea it is, and that this is not the original.

The credits name who did what, the sources of the map and the terms, and for a game with a `year` the original. The
statement names the game, and for a reconstruction says that it is an independent one; it stands on every product.

Passes: game.yaml credits/licence = MIT
Fails:  game.yaml credits/lines = []
Fails:  game.yaml credits/lines/0/names = []
Fails:  game.yaml credits/licence = ""
Fails:  game.yaml credits/statement = Have fun!
Fails:  game.yaml credits/original = Tiny War, made for these tests
Mend:   complete the credits.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.model.info import Credits

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    info = survey.game.info
    credits = info.credits
    if credits == Credits():
        hint = "add `credits:` with `lines` on who did what, and `licence`; then `statement` stands on every product"
        yield problem("the game doesn't say whose it is", info.where("id"), hint)
        return
    reconstructed = ("original",) if info.year is not None else ()
    for field in (*reconstructed, "statement", "map_sources", "licence"):
        if not getattr(credits, field).strip():
            yield problem(
                f"the credits have no {field.replace('_', ' ')}", credits.where(field), "complete the credits"
            )
    if not credits.lines:
        yield problem("the credits name nobody", credits.where("lines"), "say who designed the original")
    for line in credits.lines:
        if not any(name.strip() for name in line.names):
            yield problem(f"nobody is named for {line.role!r}", line.where("names"), "name them, or remove the line")
    if info.year is not None and str(info.year) not in credits.original:
        yield problem(f"the original's year {info.year} is not told", credits.where("original"), "write title and year")
    statement = _plain(credits.statement)
    for words in (info.title, "independent") if credits.original else (info.title,):
        if _plain(words) not in statement:
            hint = "for example: An independent reconstruction of <title> (<year>), design <names>; not published …"
            misspelt = words == info.title and _plain(info.printed_title) in statement
            where = info.where("title") if misspelt else credits.where("statement")
            yield problem(f"the statement does not say {words!r}", where, hint)


def _plain(text: str) -> str:
    """`text` in small letters, with apostrophes as a typewriter has them."""
    return text.casefold().replace("’", "'")
