"""Texts of the rules, and what is found in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.case import Sources
from corpus.text import Edit, Spot

BOLD = re.compile(r"\*\*([^*\n{]+?)\*\*")
REFERENCE = re.compile(r"\[\[([^\]|]+?)\]\]")
VALUE = re.compile(r"\{\{ ([a-z0-9_.]+) \}\}", re.IGNORECASE)
_STOP = frozenset(
    """
    about after again against all also and another any are away back been before below between both but came can
    case come comes could does done down each either else every first for from gives goes has have here hold holds
    how into its itself just last left less like made make makes many may means more most must nobody none not
    nothing now number off once one only other others out over own part place put rule rules same see some stand
    stands still take takes than that the their them then there these they this those through two under until upon
    use used uses way were what when where which while who whole will with without would you your turn turns unit
    units three four
    """.split()
)


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


def stems(text: str) -> set[str]:
    """The first letters of the words that tell what a text is about."""
    bare = re.sub(r"\{\{[^}]*\}\}|\[\[[^\]]*\]\]|@\w+ [\w-]+", " ", text)
    return {w[:5] for w in re.findall(r"[a-z]{4,}", bare.lower()) if w not in _STOP}


def subjects_of(game: Sources) -> dict[str, set[str]]:
    """Address -> stems of the title and text of the case and of the cases below it, with the tables that it shows."""
    found: dict[str, set[str]] = {}
    for spot in game.cases:
        case = spot.page.spots[spot.path[:-1]]
        words = " ".join(
            s.value for s in spot.page.find("/".join((*map(str, case.path), "**"))) if s.path[-1] in ("text", "title")
        )
        for table in re.findall(r"@table ([a-z0-9-]+)|table\.([a-z0-9_]+)", words):
            name = (table[0] or table[1]).replace("_", "-")
            for own in game.find("charts:tables/*"):
                if own.page.spots[(*own.path, "id")].value == name:
                    words += " " + own.raw
        found[spot.value] = stems(words + " " + spot.value)
    return found
