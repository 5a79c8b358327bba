"""Texts of the rules, and what is found in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.case import Sources
from corpus.text import Edit, Spot

BOLD = re.compile(r"\*\*([^*\n{]+?)\*\*")
REFERENCE = re.compile(r"\[\[([^\]|]+?)\]\]")
VALUE = re.compile(r"\{\{ ([a-z0-9_.]+) \}\}", re.IGNORECASE)


def inside(spot: Spot, pattern: re.Pattern[str]) -> Iterator[tuple[re.Match[str], int, int]]:
    """Matches in the raw text of a value: the match, its place in the file, and its line."""
    for match in pattern.finditer(spot.raw):
        start = spot.start + match.start()
        yield match, start, spot.page.line_at(start)


def swap(spot: Spot, start: int, old: str, new: str) -> Edit:
    """Write `new` where `old` stands in the file."""
    return Edit(spot.file, start, start + len(old), new)


def case_of(spot: Spot) -> str:
    """The address of the case that a text belongs to."""
    own = spot.page.get((*spot.path[:-1], "id"))
    return own.value if own else ""


def english(game: Sources) -> list[Spot]:
    """Texts that readers see: of cases, examples, tables, phases, scenarios."""
    return [
        *game.texts,
        *game.find(
            "examples:examples/*/text",
            "charts:tables/*/rows/*/text",
            "charts:tables/*/steps/*/text",
            "game:phases/*/text",
            "game:options/*/text",
            "game:outcomes/*/text",
            "scenarios:text",
        ),
    ]


def code_lines(game: Sources) -> dict[tuple[str, int], set[str]]:
    """(file of the procedures, line) -> addresses on its `Rule:` line."""
    from pnp.sources.assets import PACKAGE
    from pnp.sources.find import shown_path

    found = {}
    for path in sorted((PACKAGE / "games" / game.folder.name).glob("*.py")):
        for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
            if "Rule:" in line:
                found[shown_path(path), number] = {
                    p.strip(" .`\"'") for p in re.split(r"[,;]| and ", line.partition("Rule:")[2])
                }
    return found
