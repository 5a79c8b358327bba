"""A game in all its languages, and what several of its products share: map geometry, played examples, kept parts."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.build.cache import Cache, engine_hash, geometry_hash
from pnp.build.shelf import Shelf
from pnp.errors import PnpError, SourceError, did_you_mean
from pnp.model.game import Game
from pnp.output import content_hash
from pnp.sources.settings import Settings
from pnp.units import PAPERS_MM

if TYPE_CHECKING:
    from pnp.build.recipes import Recipe


@dataclass(frozen=True)
class Earlier:
    """A product that is out of date, and lies there as it was last made.

    content  hash of all that it shows, where its recipe tells it
    """

    file: Path
    sha256: str
    pages: int
    content: str


@dataclass
class Workshop:
    """One game in all its languages, and what its products share.

    pages   path -> page count, filled as products are made or found up to date
    earlier path -> the product that lies there
    told    language -> the examples as told in it, filled as they are asked for
    opened  files of kept parts that were used here, by name
    hashes  (language, part) -> hash of what the part says, where it is known
    recalled  some models were read by an earlier build, and don't know their places in the files
    """

    games: dict[str, Game]
    cache: Cache
    settings: Settings = field(default_factory=Settings)
    pages: dict[str, int] = field(default_factory=dict)
    earlier: dict[str, Earlier] = field(default_factory=dict)
    told: dict[str, Any] = field(default_factory=dict)
    opened: dict[str, Any] = field(default_factory=dict)
    hashes: Mapping[tuple[str, str], str] = field(default_factory=dict)
    recalled: bool = False

    @classmethod
    def open(
        cls, folder: Path, languages: Sequence[str], cache: Cache, *, settings: Settings | None = None, recall: bool = True
    ) -> Workshop:
        """Load the game in all its languages. Raises SourceError; PnpError for a language it lacks.

        recall  take what earlier builds have read of unchanged files
        """
        shelf = Shelf(cache.parts(f"{folder.name}-sources"), folder)
        english = shelf.english(recall=recall)
        for language in languages:
            if language not in english.info.languages:
                hint = did_you_mean(language, english.info.languages)
                raise PnpError(f"{english.id} has no language {language!r}; {hint}")
        games = shelf.games(english)
        return cls(games, cache, settings or Settings(), hashes=shelf.hashes, recalled=bool(shelf.rows))

    def seed(self) -> dict[str, Any]:
        """What another process needs to open the same workshop."""
        return {"folder": str(self.game.folder), "cache": str(self.cache.folder), "settings": self.settings.model_dump()}

    @classmethod
    def from_seed(cls, seed: dict[str, Any]) -> Workshop:
        """The workshop of `seed()`."""
        return cls.open(Path(seed["folder"]), (), Cache(Path(seed["cache"])), settings=Settings(**seed["settings"]))

    @property
    def game(self) -> Game:
        """The game in English."""
        return self.games["en"]

    @functools.cached_property
    def part_hashes(self) -> dict[tuple[str, str], str]:
        """(language, part) -> hash of the part's data and texts in that language."""
        found = {}
        for language, game in self.games.items():
            for name, part in game.source_parts().items():
                found[language, name] = self.hashes.get((language, name)) or content_hash(part.model_dump_json())
            found[language, "headings"] = content_hash(*(file.headings().model_dump_json() for file in game.rules))
            found[language, "words"] = content_hash(repr(sorted(game.words.messages.items())))
        return found

    def key(self, recipe: Recipe) -> str:
        """Hash of all that `recipe` depends on."""
        return self._key(recipe, self.part_hashes)

    def base(self, recipe: Recipe) -> str:
        """Hash of all that `recipe` depends on but the names and factors of counters; of pages too, where it counts them."""
        from pnp.generators.counter_reads import bare_counters

        bare = {(language, "counters"): content_hash(bare_counters(game)) for language, game in self.games.items() if language == recipe.language}
        counted = repr(self.counted(recipe.language)) if recipe.counts_pages else ""
        return content_hash(self._key(recipe, {**self.part_hashes, **bare}), counted)

    def counted(self, language: str) -> dict[str, int]:
        """The pages of each file in a language, as far as they are counted."""
        prefix = f"{self.game.id}/{language}/"
        return {path.removeprefix(prefix): n for path, n in sorted(self.pages.items()) if path.startswith(prefix)}

    def _key(self, recipe: Recipe, hashes: Mapping[tuple[str, str], str]) -> str:
        languages = [recipe.language] if recipe.language else sorted(self.games)
        parts = [
            f"{language}:{name}:{digest}"
            for (language, name), digest in sorted(hashes.items())
            if language in languages and (name == "words" or _covers(recipe.parts, name))
        ]
        extra = self.settings.model_dump_json() if recipe.product in ("counters", "read-me-first") else ""
        if recipe.product == "map" and self.settings.enlarge != 1.0:
            extra = str(self.settings.enlarge)
        return content_hash(engine_hash(), recipe.path, recipe.paper, extra, *parts)

    @property
    def counter_mm(self) -> float | None:
        """Edge of a counter by the user's settings; None as the game says."""
        from pnp.generators.large_edition import counter_edge_mm

        return counter_edge_mm(self.game, float(self.settings.enlarge), self.settings.counter_size_mm)

    def plan(self, language: str) -> Any:
        """The map's geometry and fitted labels in `language`; kept in the cache by its own content."""
        return self._plans(language)

    @functools.cache  # noqa: B019  one workshop lives as long as its build
    def _plans(self, language: str) -> Any:
        from pnp.generators.map_sheet import plan_key, plan_sheet
        from pnp.maps.hex_sheet import in_words_of

        game, ground = self.games[language], self.ground
        key = content_hash(geometry_hash(), plan_key(game))
        if ground is None:
            return self.cache.value_for("plan", key, lambda: plan_sheet(game))
        # The ground is the same in all languages, so a plan is kept without it.
        plan = self.cache.value_for("plan", key, lambda: replace(plan_sheet(game, ground=ground), hexes=None))
        return replace(plan, hexes=in_words_of(ground, game.map))

    @functools.cached_property
    def ground(self) -> Any:
        """The ground of a hex map, kept in the cache by its own content; None for other maps."""
        if self.game.map.kind != "hexes":
            return None
        from pnp.generators.map_sheet import ground_sheet

        return self.cache.value_for("ground", self._ground_key, lambda: ground_sheet(self.game))

    @functools.cached_property
    def _ground_key(self) -> str:
        from pnp.maps.hex_sheet import ground_key

        return content_hash(geometry_hash("hex_ground"), ground_key(self.game.map))

    def keep_ground(self) -> None:
        """Lay out the ground of a hex map, unless it is kept: processes that need it read it. Raises PnpError."""
        if self.game.map.kind == "hexes" and not self.cache.holds("ground", self._ground_key):
            _ = self.ground

    @functools.cache  # noqa: B019
    def map_scene(self, language: str) -> Any:
        """The printed map, in the large edition larger."""
        from pnp.build.again import rest_of
        from pnp.generators.large_edition import enlarged
        from pnp.generators.map_sheet import draw_map

        watch, plan = self.watch(language), self.plan(language)
        with watch.reads.of(rest_of("map")):
            return enlarged(draw_map(watch.game, plan, key=self.quiet_key(language)), float(self.settings.enlarge))

    def quiet_key(self, language: str) -> str:
        """A hash of all that the parts of a map sheet may know that show no counters."""
        known = ("game", "map", "charts", "style", "scenarios/", "headings", "words")
        hashes = sorted((name, digest) for (code, name), digest in self.part_hashes.items() if code == language and _covers(known, name))
        return content_hash(geometry_hash(), *(part for pair in hashes for part in pair))

    @functools.cache  # noqa: B019
    def map_key(self, language: str) -> str:
        """A hash of all that the printed map shows."""
        from pnp.generators.map_sheet import sheet_key

        game = self.games[language]
        words = repr(sorted(game.words.messages.items()))
        return content_hash(engine_hash(), sheet_key(self.map_scene(language)), game.info.model_dump_json(), words)

    @functools.cache  # noqa: B019
    def figures(self, language: str) -> dict[str, Any]:
        """Tables and pieces of the board that the rulebook has drawn on one paper and shows on another."""
        return {}

    @functools.cache  # noqa: B019
    def watch(self, language: str) -> Any:
        """The game in `language`, whose sheets come out in pieces."""
        from pnp.build.again import Watch

        return Watch(self.games[language])

    @functools.cache  # noqa: B019
    def faces(self, language: str) -> dict[tuple[object, ...], Any]:
        """Faces of counters that one sheet has drawn and others show."""
        return {}

    def played(self, language: str) -> Any:
        """How the referee played the examples, told in `language`. Raises SourceError when one fails."""
        from pnp.build.played import told_again

        if language not in self.told:
            keep = self.parts(language, "plays").bytes_for
            self.told[language] = told_again(self.plays, self.games[language], keep)
        return self.told[language]

    @property
    def plays(self) -> Any:
        """The examples as the referee played them. Raises SourceError when one fails."""
        if isinstance(self._plays, SourceError):
            raise self._plays
        return self._plays

    @functools.cached_property
    def _plays(self) -> Any:
        """The same, or what failed: they are played once either way."""
        from pnp.build.played import play_examples

        try:
            return play_examples(self.game)
        except SourceError as error:
            return error

    def parts(self, language: str, workload: str) -> Any:
        """What earlier builds have left of the maps or books in `language`."""
        name = f"{self.game.id}-{language}-{workload}"
        if name not in self.opened:
            self.opened[name] = self.cache.parts(name)
        return self.opened[name]

    @functools.cache  # noqa: B019
    def book_parts(self, language: str) -> Any:
        """What earlier builds have left of the rulebooks in `language`."""
        from pnp.generators.rulebook_kept import BookLayout, BookParts, KeptLines

        parts = self.parts(language, "books")
        layouts = {paper: found for paper in PAPERS_MM if isinstance(found := parts.value(f"layout {paper}"), BookLayout)}
        drawn = parts.value("drawn")
        lines = KeptLines(lambda: parts.value("lines"))
        return BookParts(parts.bytes_for, lines, layouts, drawn if isinstance(drawn, dict) else {})

    def keep_book(self, language: str, paper: str) -> None:
        """Keep what the rulebook of `language` on `paper` has left."""
        book, parts = self.book_parts(language), self.parts(language, "books")
        if book.lines.changed:
            parts.keep_value("lines", dict(book.lines))
            book.lines.changed = False
        parts.keep_value(f"layout {paper}", book.layouts[paper])
        parts.keep_value("drawn", book.drawn)

    def save_parts(self) -> None:
        """Write what was made in this process and may serve again."""
        for parts in self.opened.values():
            parts.save()

    __hash__ = object.__hash__


def warm_up() -> None:
    """Import the libraries that the recipes use, once for all workers that are forked from this process."""
    for name in ("draw.pdf", "draw.png", "generators.counter_sheet", "generators.map_tiles", "generators.charts",
                 "generators.rulebook", "vassal.archive", "build.played"):  # fmt: skip
        importlib.import_module(f"pnp.{name}")


def _covers(parts: Sequence[str], name: str) -> bool:
    return name in parts or any(part.endswith("/") and name.startswith(part) for part in parts)
