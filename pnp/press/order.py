"""What is asked of a build, and what it reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from pnp.draw.pdf_x import Profile
from pnp.errors import Problem
from pnp.model.game import Game
from pnp.output import content_hash
from pnp.sources.settings import Settings

Status = Literal["built", "cached", "skipped", "failed"]

NEEDED: Mapping[str, tuple[str, ...]] = {
    "map": ("game", "map", "style"), "counters": ("game", "map", "counters", "style"),
}  # fmt: skip
"""Product -> the files without which it can't be made; what it takes from others it can do without. The others need
all.
"""

Progress = Callable[[str], None]
"""Called with the path of each product that has been dealt with."""

PRODUCTS = (
    "map", "displays", "counters", "cards", "scenarios", "charts", "rulebook", "booklet", "screen", "vassal",
)  # fmt: skip
"""What `--only` takes."""


PRESS_PRODUCTS = ("map", "displays", "counters", "cards", "scenarios", "charts", "rulebook")
"""What is made for a printing house."""


@dataclass(frozen=True)
class Edition:
    """For whom the sheets are made.

    press         in four inks, with a bleed, for a printing house
    profile       the ICC profile of its press, to claim PDF/X-4
    low_ink       without large tints
    outline_text  type in drawings as outlines, for machines without the fonts
    """

    press: bool = False
    profile: Profile | None = None
    low_ink: bool = False
    outline_text: bool = False

    @property
    def key(self) -> str:
        """What the bytes of products depend on."""
        profile = content_hash(self.profile.name, self.profile.data) if self.profile else ""
        return repr((self.press, profile, self.low_ink, self.outline_text))


@dataclass(frozen=True)
class Order:
    """What is asked for.

    languages, papers, only   empty = all
    settings                  this user's: how far the printer shifts the back, size of counters, gutter
    edition                   for whom the sheets are made
    """

    out: Path
    languages: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    force: bool = False
    workers: int = 2
    settings: Settings = field(default_factory=Settings)
    edition: Edition = Edition()

    @property
    def needed(self) -> frozenset[str] | None:
        """The files in which no error may be; None = all."""
        if not self.only or not set(self.only) <= set(NEEDED):
            return None
        return frozenset(file for product in self.only for file in NEEDED[product])


@dataclass(frozen=True)
class Product:
    """One file of the output, with the keys of DESIGN §10."""

    game: str
    product: str
    language: str
    paper: str
    path: str
    bytes: int
    sha256: str
    status: Status
    reason: str = ""

    def as_json(self) -> dict[str, object]:
        """The row of the report."""
        return dict(vars(self))


@dataclass
class BuildReport:
    """What became of an order for one game.

    remarks   what could be better about what was made
    lacking   the machine lacks something that a product needs
    warnings  what is wrong in files without which the order could be carried out
    """

    products: list[Product] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    remarks: list[Problem] = field(default_factory=list)
    lacking: bool = False

    def add_problem(self, problem: Problem, game: Game) -> None:
        """Report a problem with its line, and once: many products may fail for one reason."""
        if problem in self.problems:
            return
        where = problem.where
        text = next((source.text for source in game.files.values() if where and source.path == where.path), "")
        lines = text.split("\n")
        source_line = lines[where.line - 1] if where and 0 < where.line <= len(lines) else ""
        self.problems.append(replace(problem, source_line=problem.source_line or source_line))

    def add(self, other: BuildReport) -> None:
        """Take over what another report says."""
        self.products += other.products
        self.problems += other.problems
        self.warnings += other.warnings
        self.remarks += other.remarks
        self.lacking |= other.lacking

    @property
    def failed(self) -> bool:
        """Whether a product could not be made for a fault in what was given."""
        return bool(self.problems) or any(product.status == "failed" for product in self.products)
