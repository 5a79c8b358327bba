"""Sources that earlier builds have read: the same game as read anew, only what changed is read, problems still tell their lines."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest

from pnp.build import Order, build_game
from pnp.build import shelf as shelf_module
from pnp.build.cache import Cache, _seal, _unpickled_bytes, engine_hash, without_places
from pnp.build.shelf import Shelf
from pnp.build.workshop import Workshop
from pnp.errors import SourceError
from pnp.sources import load_game
from pnp.translate import localised

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(ROOT / "sources" / "putins_war", tmp_path / "putins_war")
    return tmp_path / "putins_war"


@pytest.fixture
def cache(tmp_path):
    return Cache(tmp_path / "cache")


@pytest.fixture
def read(monkeypatch):
    """The files that were read and validated, by name."""
    import pnp.sources.load as load

    names, real = [], load.read_text
    monkeypatch.setattr(load, "read_text", lambda data, shown: names.append(Path(shown).name) or real(data, shown))
    return names


def replace_in(path, old, new):
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_a_game_from_the_shelf_is_the_game_as_read(folder, cache, read):
    Workshop.open(folder, (), cache)
    read.clear()
    again = Workshop.open(folder, (), cache)
    assert read == [] and again.recalled
    english = load_game(folder)
    assert again.games == {"en": english, "it": localised(english, "it")}
    assert list(again.games) == ["en", "it"]
    assert again.games["it"].words == localised(english, "it").words
    assert again.games["en"].files == english.files
    fresh = Workshop({"en": english, "it": localised(english, "it")}, cache)
    assert again.part_hashes == fresh.part_hashes


def test_only_a_changed_file_is_read_and_translated(folder, cache, read):
    Workshop.open(folder, (), cache)
    read.clear()
    replace_in(folder / "counters.yaml", "combat: [4, 3, 3, 3]", "combat: [4, 3, 3, 2]")
    again = Workshop.open(folder, (), cache)
    assert read == ["counters.yaml"]
    english = load_game(folder)
    assert again.games == {"en": english, "it": localised(english, "it")}


def test_a_changed_translation_reaches_every_part(folder, cache):
    Workshop.open(folder, (), cache)
    replace_in(folder / "locale" / "it.po", 'msgstr "L’invasione, 2022"', 'msgstr "L’invasione"')
    assert Workshop.open(folder, (), cache).games["it"].scenarios["standard"].name == "L’invasione"


def test_a_language_less_leaves_the_others(folder, cache):
    Workshop.open(folder, (), cache)
    replace_in(folder / "game.yaml", "languages: [en, it]", "languages: [en]")
    assert list(Workshop.open(folder, (), cache).games) == ["en"]


def test_another_version_of_the_program_reads_all(folder, cache, read, monkeypatch):
    Workshop.open(folder, (), cache)
    read.clear()
    monkeypatch.setattr("pnp.build.cache.engine_hash", lambda: "another")
    assert not Workshop.open(folder, (), cache).recalled
    assert "counters.yaml" in read and "game.yaml" in read


def test_a_mistake_in_one_file_is_told_with_its_line_though_others_are_kept(folder, cache):
    Workshop.open(folder, (), cache)
    replace_in(folder / "scenarios" / "standard.yaml", "id: standard", "id: Standard!")
    with pytest.raises(SourceError) as caught:
        Workshop.open(folder, (), cache)
    assert [(p.where.path.rsplit("/", 1)[-1], p.where.line) for p in caught.value.problems] == [("standard.yaml", 2)]


def test_a_problem_of_a_product_tells_its_line_though_its_file_is_kept(folder, tmp_path):
    order = Order(tmp_path / "out", only=("charts", "rulebook"), languages=("en",), papers=("a4",), workers=1)
    replace_in(folder / "examples" / "20-combat.yaml", "eliminated: [armored-division-1]", "eliminated: [armored-division-2]")
    first = build_game(folder, order)
    again = build_game(folder, order)
    assert [p.where.line for p in first.problems] == [30]
    assert again.problems == first.problems
    assert again.problems[0].source_line.strip() == "position:"
    assert [p.status for p in first.products] == ["built", "failed"]
    assert [p.status for p in again.products] == ["cached", "failed"]
    forced = build_game(folder, Order(**{**vars(order), "force": True}))
    assert [p.status for p in forced.products] == ["built", "failed"]


def test_what_a_stranger_kept_is_not_taken_for_sources(folder, cache, read):
    Workshop.open(folder, (), cache)
    path = cache.folder / "putins_war-sources.parts"
    found = _unpickled_bytes(path.read_bytes()[16:])
    style = next(name for name in found["rows"] if name.startswith("style "))
    counters = next(name for name in found["rows"] if name.startswith("counters "))
    rows = {**found["rows"], style: found["rows"][counters], counters: (0, pickle.dumps(print))}
    data = pickle.dumps({"engine": engine_hash(), "rows": rows})
    path.write_bytes(_seal(data) + data)
    read.clear()
    assert Workshop.open(folder, (), cache).games["en"] == load_game(folder)
    assert sorted(set(read[:2])) == ["counters.yaml", "style.yaml"]


def test_models_are_kept_without_their_places(folder):
    game = load_game(folder)
    kept = _unpickled_bytes(without_places(game.counters))
    assert kept == game.counters
    assert game.counters.groups[0].where("id").line > 1
    assert kept.groups[0].where("id") is None
    assert kept.model_dump_json(exclude_unset=True) == game.counters.model_dump_json(exclude_unset=True)


def test_rows_of_another_shape_are_refused():
    assert not shelf_module._is_row({"en": 3}, "map")
    assert not shelf_module._is_row({}, "map")
    assert not shelf_module._is_row(None, "map")
    assert not shelf_module._is_row({"en": (object(), "")}, "no-such-part")


def test_a_shelf_of_no_folder_is_empty(tmp_path):
    assert Shelf(Cache(tmp_path).parts("x-sources"), tmp_path / "none").rows == {}
