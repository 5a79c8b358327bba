"""A fault, what makes it, and the sources that it is made from."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from corpus.catalogue import Catalogue
from corpus.text import Edit, Page, Spot
from pnp.sources.load import SINGLE_FILES

SEED = 20260105
EACH = 6
"""Cases that one derived mutation gives in one game, unless it says otherwise."""


@dataclass(frozen=True)
class Draft:
    """One fault, not yet made.

    what   in a few words, for people
    edits  that make it
    at     files and lines; the finding must stand at one of them
    files  whole files instead: path -> content, None = gone
    """

    what: str
    edits: tuple[Edit, ...]
    at: tuple[tuple[str, int], ...]
    files: dict[str, bytes | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Skip:
    """A change that leaves a legal game, or another fault than the one meant: not counted.

    reason  the rule that says so
    """

    reason: str


@dataclass(frozen=True)
class Mutation:
    """A kind of mistake.

    make    gives the drafts in one game; its name is the mutation's name
    codes   the finding must have one of them
    family  of checks that should find it
    each    the most cases that are drawn in one game; named mutations give all they have
    """

    make: Callable[[Sources], Iterator[Draft | Skip]]
    codes: tuple[str, ...]
    family: str
    derived: bool
    each: int = EACH

    @property
    def name(self) -> str:
        """For people."""
        return self.make.__name__.replace("_", " ")


@dataclass(frozen=True)
class Case:
    """One fault in one game."""

    mutation: Mutation
    game: str
    draft: Draft

    @property
    def name(self) -> str:
        """For people; every case has another."""
        file, line = self.draft.at[0]
        return f"{self.game}: {self.mutation.name}: {self.draft.what} ({file}:{line})"


class Sources:
    """The sources of a game as text.

    pages       path in the folder -> YAML file
    catalogues  path in the folder -> PO file
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.found: dict[str, tuple[Spot, ...]] = {}
        self.pages = {
            path.relative_to(folder).as_posix(): Page(path.relative_to(folder).as_posix(), path.read_text("utf-8"))
            for path in sorted(folder.rglob("*.yaml"))
            if path.parent != folder or path.stem in SINGLE_FILES
        }
        self.catalogues = {
            path.relative_to(folder).as_posix(): Catalogue(path.relative_to(folder).as_posix(), path.read_text("utf-8"))
            for path in sorted((folder / "locale").glob("*.po"))
        }

    def find(self, *patterns: str) -> tuple[Spot, ...]:
        """Values by `FILE:PATH`, FILE a file's name without `.yaml` or a folder's name."""
        return tuple(spot for pattern in patterns for spot in self._found(pattern))

    def _found(self, pattern: str) -> tuple[Spot, ...]:
        if pattern not in self.found:
            file, path = pattern.split(":", 1)
            names = [n for n in self.pages if file in ("*", n.removesuffix(".yaml"), n.partition("/")[0])]
            self.found[pattern] = tuple(spot for name in names for spot in self.pages[name].find(path))
        return self.found[pattern]

    def values(self, *patterns: str) -> list[str]:
        """The texts at the patterns."""
        return [spot.value for spot in self.find(*patterns) if spot.kind == "scalar"]

    @cached_property
    def units(self) -> dict[str, dict]:
        """Counter id -> its group, numbered as the rules of the format say."""
        found = {}
        for group in self.pages["counters.yaml"].data["groups"]:
            if group.get("numbered", True) is False:
                found[group["id"]] = group
            else:
                found |= {f"{group['id']}-{n}": group for n in range(1, group["count"] + 1)}
        return found

    @cached_property
    def ids(self) -> set[str]:
        """Every id that anything has, and every word that could be one."""
        return set(
            re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", "\n".join(p.text.lower() for p in self.pages.values()))
        ) | set(self.units)

    @cached_property
    def cases(self) -> list[Spot]:
        """The ids of all cases of the rules."""
        return [spot for spot in self.find("rules:**/cases/*/id")]

    @cached_property
    def addresses(self) -> set[str]:
        """All addresses of the rules."""
        return {spot.value for spot in self.cases}

    @cached_property
    def texts(self) -> list[Spot]:
        """The texts of the cases."""
        return [spot for spot in self.find("rules:**/cases/*/text")]

    @cached_property
    def all_words(self) -> Counter[str]:
        """Every word of every English source, small."""
        return Counter(w.lower() for page in self.pages.values() for w in re.findall(r"[\w’'-]+", page.text))


def cases_of(game: Sources, mutations: tuple[Mutation, ...]) -> tuple[list[Case], Counter[tuple[str, str]]]:
    """The cases of a game, and what was skipped: (mutation, rule) -> how often."""
    cases, skipped = [], Counter()
    for mutation in mutations:
        drafts = []
        for made in mutation.make(game):
            if isinstance(made, Skip):
                skipped[mutation.name, made.reason] += 1
            else:
                drafts.append(made)
        drafts = list({(draft.what, draft.at[:1]): draft for draft in drafts}.values())  # two ways to the same fault
        dice = random.Random(f"{SEED} {game.folder.name} {mutation.name}")
        if mutation.derived and len(drafts) > mutation.each:
            drafts = dice.sample(drafts, mutation.each)
        if not drafts:
            skipped[mutation.name, "the game has nothing of the kind"] += 1
        cases += [Case(mutation, game.folder.name, draft) for draft in drafts]
    return cases, skipped


def changed(text: str, edits: list[Edit]) -> str:
    """`text` with the edits made."""
    for edit in sorted(edits, key=lambda e: -e.start):
        text = text[: edit.start] + edit.new + text[edit.end :]
    return text


def slip(word: str, taken: set[str] | Counter[str], dice: random.Random) -> str:
    """`word` with two letters swapped, one doubled or one lost, as in a hasty hand; "" when each way gives a word that
    is taken.
    """
    ways = []
    for at in range(1, len(word) - 1):
        if word[at].isalpha() and word[at + 1].isalpha() and word[at] != word[at + 1]:
            ways.append(word[:at] + word[at + 1] + word[at] + word[at + 2 :])
            ways.append(word[:at] + word[at] + word[at:])
            ways.append(word[:at] + word[at + 1 :])
    dice.shuffle(ways)
    return next((way for way in ways if way.lower() not in taken), "")


def dice_for(game: Sources, what: str) -> random.Random:
    """Dice for choices inside one mutation; the same each time."""
    return random.Random(f"{SEED} {game.folder.name} {what}")


def at(*spots: Spot | None) -> tuple[tuple[str, int], ...]:
    """Where these values stand, as a draft's places."""
    return tuple((spot.file, spot.line) for spot in spots if spot)


def lines_of(spot: Spot) -> tuple[tuple[str, int], ...]:
    """Every line of a value, with its key's."""
    return tuple((spot.file, line) for line in range(spot.key_line, spot.last_line + 1))
