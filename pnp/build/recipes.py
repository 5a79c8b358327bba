"""What each product is made from, and how.

A `Recipe` names its product, path, language and paper, the source parts it shows, and the function that makes it out
of a `Workshop`: the game in each language, and what several products share (map geometry, played examples).
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pnp.build.cache import Cache, engine_hash, geometry_hash
from pnp.errors import PnpError, SourceError, did_you_mean
from pnp.model.game import Game
from pnp.output import content_hash
from pnp.sources import load_game
from pnp.sources.settings import Settings

ALL_PARTS = ("game", "map", "counters", "charts", "style", "errata", "gpids", "rules/", "scenarios/", "examples/")
LAYOUTS = ("long", "short", "fold", "fronts")

Make = Callable[["Workshop"], tuple[bytes, int]]
"""Bytes of the product and its number of pages (0 when it isn't a PDF)."""


@dataclass(frozen=True)
class Recipe:
    """How one file is made.

    path          under the output folder
    language      "" when the file serves all languages
    parts         source parts it depends on; a name that ends in "/" stands for a folder
    workload      products of one workload and language share costly work and stay in one process
    weight        rough cost, so that the heaviest starts first
    counts_pages  shows the page counts of the others, so it is made last
    content       a hash of all that it shows, found with little work: the same content needs not be written again
    """

    product: str
    path: str
    language: str
    paper: str
    parts: tuple[str, ...]
    make: Make
    workload: str
    weight: int = 1
    counts_pages: bool = False
    content: Callable[[Workshop], str] | None = None


@dataclass
class Workshop:
    """One game in all its languages, and what its products share.

    pages   path -> page count, filled as products are made or found up to date
    shown   path -> what a file shows that lies there, by its hash, and its pages
    told    language -> the examples as told in it, filled as they are asked for
    opened  files of kept parts that were used here, by name
    """

    games: dict[str, Game]
    cache: Cache
    settings: Settings = field(default_factory=Settings)
    pages: dict[str, int] = field(default_factory=dict)
    shown: dict[str, tuple[str, int]] = field(default_factory=dict)
    told: dict[str, Any] = field(default_factory=dict)
    opened: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def open(
        cls, folder: Path, languages: Sequence[str], cache: Cache, *, settings: Settings | None = None
    ) -> Workshop:
        """Load the game in all its languages. Raises SourceError; PnpError for a language it lacks."""
        from pnp.translate import localised

        english = load_game(folder)
        for language in languages:
            if language not in english.info.languages:
                hint = did_you_mean(language, english.info.languages)
                raise PnpError(f"{english.id} has no language {language!r}; {hint}")
        games = {code: localised(english, code) for code in english.info.languages}
        return cls(games, cache, settings or Settings())

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
                found[language, name] = content_hash(part.model_dump_json())
            found[language, "words"] = content_hash(repr(sorted(game.words.messages.items())))
        return found

    def key(self, recipe: Recipe) -> str:
        """Hash of all that `recipe` depends on."""
        languages = [recipe.language] if recipe.language else sorted(self.games)
        parts = [
            f"{language}:{name}:{digest}"
            for (language, name), digest in sorted(self.part_hashes.items())
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
        from pnp.maps.hex_sheet import ground_key

        key = content_hash(geometry_hash("hex_ground"), ground_key(self.game.map))
        return self.cache.value_for("ground", key, lambda: ground_sheet(self.game))

    @functools.cache  # noqa: B019
    def map_scene(self, language: str) -> Any:
        """The printed map, in the large edition larger."""
        from pnp.generators.large_edition import enlarged
        from pnp.generators.map_sheet import draw_map

        return enlarged(draw_map(self.games[language], self.plan(language), kept=True), float(self.settings.enlarge))

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

    def played(self, language: str) -> Any:
        """How the referee played the examples, told in `language`. Raises SourceError when one fails."""
        from pnp.build.played import told

        if language not in self.told:
            self.told[language] = told(self.plays, language)
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
        from pnp.generators.rulebook_kept import BookParts

        parts = self.parts(language, "books")
        lines, layouts = parts.value("lines"), parts.value("layouts")
        return BookParts(parts.bytes_for, lines if isinstance(lines, dict) else {}, layouts if isinstance(layouts, dict) else {})

    def keep_book(self, language: str) -> None:
        """Keep what the rulebook of `language` has left."""
        book, parts = self.book_parts(language), self.parts(language, "books")
        parts.keep_value("lines", book.lines)
        parts.keep_value("layouts", book.layouts)

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


def recipes_for(workshop: Workshop, papers: Sequence[str]) -> list[Recipe]:
    """Every product of the game in the papers given, in the order of the report."""
    found: list[Recipe] = []
    for language in workshop.games:
        found += _map_recipes(workshop.game, language, papers)
        found += _counter_recipes(workshop.game, language, papers)
        found += _book_recipes(workshop.game, language, papers)
    found.append(
        Recipe("vassal", f"{workshop.game.id}/{workshop.game.id}.vmod", "", "", ALL_PARTS, _module, "vassal", 7)
    )
    return found


def _map_recipes(game: Game, language: str, papers: Sequence[str]) -> Iterator[Recipe]:
    base, parts = f"{game.id}/{language}", ("game", "map", "charts", "style", "scenarios/")
    if any(panel.kind == "set-up" for panel in game.map.panels):  # counters are pictured
        parts = (*parts, "counters")

    def poster(shop: Workshop) -> tuple[bytes, int]:
        from pnp.generators.map_tiles import poster as draw_poster

        return _pdf(draw_poster(shop.games[language], shop.map_scene(language)), shop.parts(language, "map").bytes_for)

    def svg(shop: Workshop) -> tuple[bytes, int]:
        from pnp.draw import svg as backend

        keep = shop.parts(language, "map").bytes_for
        return backend.render(shop.map_scene(language), metadata=_credit(shop.games[language]), keep=keep), 0

    def content(shop: Workshop) -> str:
        return shop.map_key(language)

    yield Recipe("map", f"{base}/map-poster.pdf", language, "", parts, poster, "map", 8, content=content)
    for paper in papers:
        yield Recipe("map", f"{base}/map-{paper}.pdf", language, paper, parts, _tiles(language, paper), "map", 8, content=content)
    yield Recipe("map", f"{base}/map.svg", language, "", parts, svg, "map", 8, content=content)


def _tiles(language: str, paper: str) -> Make:
    def make(shop: Workshop) -> tuple[bytes, int]:
        from pnp.generators.map_tiles import tiles

        return _pdf(tiles(shop.games[language], shop.map_scene(language), paper), shop.parts(language, "map").bytes_for)

    return make


def _counter_recipes(game: Game, language: str, papers: Sequence[str]) -> Iterator[Recipe]:
    base, parts = f"{game.id}/{language}", ("game", "counters", "style")
    if any(group.arrives for group in game.counters.groups):  # a counter names the space where it arrives
        parts = ("game", "map", "counters", "style")
    for paper in papers:
        for layout in LAYOUTS:
            path = f"{base}/counters-{paper}-{layout}.pdf"
            yield Recipe("counters", path, language, paper, parts, _sheets(language, paper, layout), "counters", 3)
    for sheet in game.counters.sheets:
        for face in ("front", "back", "outlines"):
            path = f"{base}/counters-{sheet.id}-{face}.svg"
            yield Recipe("counters", path, language, "", parts, _counter_svg(language, sheet.id, face), "counters", 3)


def _sheets(language: str, paper: str, layout: str) -> Make:
    def make(shop: Workshop) -> tuple[bytes, int]:
        from pnp.generators.counter_sheet import build_counter_sheets

        own = shop.settings
        document = build_counter_sheets(
            shop.games[language], paper, layout, size_mm=shop.counter_mm, gutter_mm=own.gutter_mm,
            back_offset_mm=own.back_offset_mm,
        )  # fmt: skip
        return _pdf(document)

    return make


def _counter_svg(language: str, sheet: str, face: str) -> Make:
    def make(shop: Workshop) -> tuple[bytes, int]:
        from pnp.draw import svg as backend
        from pnp.generators.counter_sheet import counter_svg

        game = shop.games[language]
        return backend.render(counter_svg(game, sheet, face, size_mm=shop.counter_mm), metadata=_credit(game)), 0

    return make


def _book_recipes(game: Game, language: str, papers: Sequence[str]) -> Iterator[Recipe]:
    base = f"{game.id}/{language}"
    charts = ("game", "map", "counters", "charts", "style", "scenarios/")
    book = tuple(p for p in ALL_PARTS if p != "gpids")
    for paper in papers:
        yield Recipe("charts", f"{base}/charts-{paper}.pdf", language, paper, charts, _charts(language, paper), "books", 5)
        yield Recipe("rulebook", f"{base}/rulebook-{paper}.pdf", language, paper, book, _rulebook(language, paper), "books", 5)
    for paper in papers:
        yield Recipe(
            "read-me-first", f"{base}/read-me-first-{paper}.pdf", language, paper, book,
            _read_me(language, paper), "books", 5, counts_pages=True,
        )  # fmt: skip


def _charts(language: str, paper: str) -> Make:
    def make(shop: Workshop) -> tuple[bytes, int]:
        from pnp.generators.charts import build_charts

        return _bytes(build_charts(shop.games[language], paper), keep=shop.parts(language, "books").bytes_for)

    return make


def _rulebook(language: str, paper: str) -> Make:
    def make(shop: Workshop) -> tuple[bytes, int]:
        from pnp.generators.rulebook import build_rulebook

        game, played = shop.games[language], shop.played(language)
        board = shop.plan(language) if game.map.kind in ("points", "hexes") else None
        made = build_rulebook(
            game, paper, played=played.told, logs=played.logs, board=board, figures=shop.figures(language),
            facts=played.facts, parts=shop.book_parts(language),
        )  # fmt: skip
        shop.keep_book(language)
        return _bytes(made)

    return make


def _read_me(language: str, paper: str) -> Make:
    def make(shop: Workshop) -> tuple[bytes, int]:
        from pnp.generators.large_edition import enlarged_game
        from pnp.generators.read_me_first import build_read_me_first

        prefix = f"{shop.game.id}/{language}/"
        pages = {path.removeprefix(prefix): n for path, n in sorted(shop.pages.items()) if path.startswith(prefix)}
        return _bytes(build_read_me_first(enlarged_game(shop.games[language], float(shop.settings.enlarge)), paper, pages))

    return make


def _module(shop: Workshop) -> tuple[bytes, int]:
    from pnp.vassal import build_module

    def keep(kind: str, key: str, make: Callable[[], bytes]) -> bytes:
        return shop.cache.bytes_for(kind, content_hash(engine_hash(), key), make)  # drawn by this code, not by an older one

    return build_module(shop.game, shop.games, shop.plan("en"), keep=keep, plan_of=shop.plan), 0


def _pdf(document: Any, keep: Any = None) -> tuple[bytes, int]:
    from pnp.draw import pdf

    return pdf.render(document, keep=keep), len(document.pages)


def _bytes(made: Any, keep: Any = None) -> tuple[bytes, int]:
    """A finished PDF (bytes) or a `Document`, as bytes with its page count."""
    if not isinstance(made, bytes):
        return _pdf(made, keep)
    return made, made.count(b"/Type /Page\n") or made.count(b"/Type /Page ")


def _credit(game: Game) -> dict[str, str]:
    """Metadata of an SVG file."""
    info = game.info
    return {"title": info.printed_title, "rights": info.credits.licence, "description": f"{info.credits.statement} {info.credits.map_sources}"}
