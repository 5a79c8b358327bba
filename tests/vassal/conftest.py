"""The modules of Putin's War, March of Justice and Winter War, made once for all tests of this folder, and tools to
harm them.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.vassal import build_module
from pnp.vassal.format.reader import Module, read_module

ROOT = Path(__file__).resolve().parents[2]
DPI = 60.0
"""Half the real resolution: the board's picture is what takes the time."""


@pytest.fixture(scope="session")
def games(putins_war):
    """Putin's War in English and Italian: two languages show what a third would."""
    from pnp.translate import localised

    return {code: localised(putins_war, code) for code in ("en", "it")}


@pytest.fixture(scope="session")
def plan(putins_war):
    """The map's plan, in draft."""
    from pnp.generators.maps.sheet import plan_sheet

    return plan_sheet(putins_war, draft=True)


@pytest.fixture(scope="session")
def layout(putins_war, plan):
    """The board in pixels."""
    from pnp.vassal.layout import board_layout

    return board_layout(putins_war, plan, DPI)


@pytest.fixture(scope="session")
def archive(putins_war, games, plan) -> bytes:
    """The module as bytes."""
    return build_module(putins_war, games, plan, dpi=DPI)


@pytest.fixture(scope="session")
def module(archive) -> Module:
    """The module read back."""
    return read_module(archive)


@pytest.fixture(scope="session")
def march():
    """March of Justice in English."""
    from pnp.sources import load_game

    return load_game(ROOT / "sources" / "march_of_justice")


@pytest.fixture(scope="session")
def march_games(march):
    """March of Justice in English and Italian: two languages show what a third would."""
    from pnp.translate import localised

    return {code: localised(march, code) for code in ("en", "it")}


@pytest.fixture(scope="session")
def march_plans(march_games):
    """The map's plan in each language, in draft."""
    from pnp.generators.maps.sheet import plan_sheet

    return {code: plan_sheet(game, draft=True) for code, game in march_games.items()}


@pytest.fixture(scope="session")
def march_layout(march, march_plans):
    """The board in pixels."""
    from pnp.vassal.layout import board_layout

    return board_layout(march, march_plans["en"], DPI)


class Kept:
    """A cache for the costly pictures: (kind, key) -> picture."""

    def __init__(self) -> None:
        self.pictures: dict[tuple[str, str], bytes] = {}

    def __call__(self, kind, key, make):
        if (kind, key) not in self.pictures:
            self.pictures[kind, key] = make()
        return self.pictures[kind, key]


@pytest.fixture(scope="session")
def march_kept() -> Kept:
    """What the first build of March of Justice has kept."""
    return Kept()


@pytest.fixture(scope="session")
def march_archive(march, march_games, march_plans, march_kept) -> bytes:
    """The module as bytes."""
    plan_of = march_plans.__getitem__
    return build_module(march, march_games, march_plans["en"], dpi=DPI, store=march_kept, plan_of=plan_of)


@pytest.fixture(scope="session")
def march_module(march_archive) -> Module:
    """The module read back."""
    return read_module(march_archive)


@pytest.fixture(scope="session")
def march_light(march_archive) -> bytes:
    """The module of March of Justice with its largest pictures made tiny: what is broken in tests is elsewhere."""
    tiny = b'<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>'
    with zipfile.ZipFile(io.BytesIO(march_archive)) as archive:
        large = [n for n in archive.namelist() if n.endswith(".svg") and archive.getinfo(n).file_size > 40_000]
    return repacked(march_archive, dict.fromkeys(large, tiny))


TINY = b'<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>'


@pytest.fixture(scope="session")
def winter():
    """Winter War in English."""
    from pnp.sources import load_game

    return load_game(ROOT / "sources" / "winter_war")


@pytest.fixture(scope="session")
def portfolio_context():
    """The Russian Portfolio in English, on the board that its module has."""
    from pnp.sources import load_game
    from pnp.vassal.context import Context
    from pnp.vassal.image_names import image_names
    from pnp.vassal.layout import board_layout

    game = load_game(ROOT / "sources" / "russian_portfolio")
    return Context(game, game, board_layout(game, measured_plan(game), 120.0), image_names(game))


@pytest.fixture(scope="session")
def winter_plan(winter):
    """As much of the map's plan as a module measures."""
    return measured_plan(winter)


def measured_plan(game):
    """As much of the plan of a map of hexes as a module measures: tracks and boxes. Hexes are where the grid says."""
    from pnp.maps.parts import MapPlan
    from pnp.maps.tracks import plan_track

    return MapPlan(
        size_mm=game.map.size_mm, frame_mm=game.map.frame_mm, spaces={}, regions={}, borders=(), links=(),
        rivers=(), lakes=(),
        towns=(), curved=(), tracks={track.id: plan_track(track) for track in game.map.tracks},
        boxes={box.id: box.rect_mm for box in game.map.boxes if box.rect_mm}, left_out=(), problems=(),
    )  # fmt: skip


@pytest.fixture(scope="session")
def winter_layout(winter, winter_plan):
    """The board in pixels."""
    from pnp.vassal.layout import board_layout

    return board_layout(winter, winter_plan, 120.0)


@pytest.fixture(scope="session")
def winter_archive(winter, winter_plan, winter_layout) -> bytes:
    """The module of Winter War in English, with a blank board and without drawn tables."""
    from PIL import Image

    def keep(kind, key, make):
        if kind == "vassal-counters":
            return make()
        if kind != "vassal-board":
            return TINY
        blank = io.BytesIO()
        Image.new("P", winter_layout.size).save(blank, "PNG")
        return blank.getvalue()

    return build_module(winter, {"en": winter}, winter_plan, store=keep)


@pytest.fixture(scope="session")
def winter_module(winter_archive) -> Module:
    """The module read back."""
    return read_module(winter_archive)


@pytest.fixture
def winter_changed(winter_archive) -> Callable[..., Module]:
    """The module of Winter War with entries replaced, as `changed` does for Putin's War."""

    def make(entries) -> Module:
        return read_module(repacked(winter_archive, entries))

    return make


@pytest.fixture
def march_changed(march_light) -> Callable[..., Module]:
    """The module of March of Justice with entries replaced, as `changed` does for Putin's War."""

    def make(entries) -> Module:
        return read_module(repacked(march_light, entries))

    return make


@pytest.fixture
def changed(archive) -> Callable[..., Module]:
    """The module with entries replaced: changed({"name": content or function of the old content, or None to leave it
    out}).
    """

    def make(entries) -> Module:
        return read_module(repacked(archive, entries))

    return make


def repacked(archive: bytes, entries) -> bytes:
    """`archive` with some entries replaced, left out (None) or added."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(buffer, "w") as new:
        for name in [*old.namelist(), *(n for n in entries if n not in old.namelist())]:
            value = entries.get(name, old.read(name) if name in old.namelist() else b"")
            if callable(value):
                value = value(old.read(name))
            if value is not None:
                new.writestr(name, value)
    return buffer.getvalue()


def packed(**entries: bytes) -> bytes:
    """An archive of `entries`; `__` in a name stands for a full stop."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name.replace("__", "."), data)
    return buffer.getvalue()
