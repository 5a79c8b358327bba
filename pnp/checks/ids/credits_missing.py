"""credits-missing: the game says whose idea it is, and that this is not the original.

The credits name the original with its year, who did what, the sources of the map and the terms. The statement names
the game and says that it is an independent reconstruction; it stands on every product.

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

SEVERITY = "error"


def check(survey: Survey) -> Iterator[Problem]:
    info = survey.game.info
    credits = info.credits
    for field in ("original", "statement", "map_sources", "licence"):
        if not getattr(credits, field).strip():
            yield problem(
                f"the credits have no {field.replace('_', ' ')}", credits.where(field), "complete the credits"
            )
    if not credits.lines:
        yield problem("the credits name nobody", credits.where("lines"), "say who designed the original")
    for line in credits.lines:
        if not any(name.strip() for name in line.names):
            yield problem(f"nobody is named for {line.role!r}", line.where("names"), "name them, or remove the line")
    if str(info.year) not in credits.original:
        yield problem(f"the original's year {info.year} is not told", credits.where("original"), "write title and year")
    for words in (info.title, "independent"):
        if words.casefold() not in credits.statement.casefold():
            hint = "for example: An independent reconstruction of <title> (<year>), design <names>; not published …"
            misspelt = words == info.title and info.printed_title.casefold() in credits.statement.casefold()
            where = info.where("title") if misspelt else credits.where("statement")
            yield problem(f"the statement does not say {words!r}", where, hint)
