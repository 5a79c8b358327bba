"""A module put together from kept fragments: byte for byte the one that is made anew, whatever has changed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from pnp.vassal import archive
from pnp.vassal import assembly as assembled
from pnp.vassal.assembly import Assembly
from pnp.vassal.keeping import Keeper
from pnp.vassal.layout import board_layout
from pnp.vassal.layout_kept import kept_layout, layout_bytes, layout_of


class Store:
    """What builds keep."""

    def __init__(self, rows=()) -> None:
        self.rows: dict[tuple[str, str], bytes] = dict(rows)

    def __call__(self, kind, key, make):
        if (kind, key) not in self.rows:
            self.rows[kind, key] = make()
        return self.rows[kind, key]


@pytest.fixture(scope="module")
def winter_games(winter):
    """Winter War in English and Finnish."""
    from pnp.translate import localised

    return {code: localised(winter, code) for code in ("en", "fi")}


@pytest.fixture(scope="module")
def first(winter_games, winter_layout):
    """What a first build has left, and its texts."""
    keep = Store()
    texts = _all(winter_games, winter_layout, keep)
    return keep.rows, texts


@pytest.fixture
def keep(first) -> Store:
    return Store(first[0])


def _changed(games, group_id: str, **changes):
    def one(game):
        groups = tuple(g.replaced(**changes) if g.id == group_id else g for g in game.counters.groups)
        return replace(game, counters=game.counters.replaced(groups=groups))

    return {language: one(game) for language, game in games.items()}


def _told(name, make, drawn):
    """`make`, which tells `drawn` that it was called."""
    return lambda self, *asked: drawn.append((name, asked[0])) or make(self, *asked)


def _all(games, layout, keep=None) -> dict[str, bytes]:
    """The texts of a module: build file, language files, saved games; no pages."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(archive, "help_page", lambda game: b"")
        patch.setattr(archive, "kept_rules", lambda game, keeper: b"")
        made = archive._texts(Assembly(games, layout, "layout", Keeper(keep)))
        return {name: data for name, data in made if not name.endswith(".html")}


@pytest.mark.parametrize(
    ("group", "changes"),
    [
        ("heavy-artillery", {"factors": {"attack": 8, "defence": 7, "movement": 2}}),
        ("finnish-battalion", {"factors": {"attack": (2, *[1] * 14), "defence": 1, "movement": 3}}),
        ("heavy-artillery", {"name": "Heavier artillery"}),
    ],
)
def test_what_is_kept_makes_the_same_as_from_scratch(winter_games, winter_layout, first, keep, group, changes):
    before = first[1]
    changed = _changed(winter_games, group, **changes)
    warm = _all(changed, winter_layout, keep)
    assert sorted(warm) == ["Module_fi.properties", "buildFile.xml", "historical.vsav", "standard.vsav"]
    assert warm == _all(changed, winter_layout)
    assert warm["buildFile.xml"] != before["buildFile.xml"]
    assert _all(winter_games, winter_layout, keep) == before


def test_a_changed_factor_costs_the_pieces_of_its_group(winter_games, winter_layout, keep, monkeypatch):
    drawn: list[tuple[str, object]] = []
    for name in ("_drawn_pieces", "_drawn_frame", "_built"):
        monkeypatch.setattr(Assembly, name, _told(name, getattr(Assembly, name), drawn))
    _all(_changed(winter_games, "tank-corps", factors={"attack": 6, "defence": 3, "movement": 3}), winter_layout, keep)
    assert [what for what in drawn if what[0] != "_built"] == [("_drawn_pieces", "tank-corps")]
    assert len(drawn) == 2  # and the frame of the palette


def test_a_new_number_of_a_piece_changes_it(winter_games, winter_layout, first, keep):
    english = winter_games["en"]
    pieces = {**english.gpids.pieces, "tank-corps": english.gpids.next}
    games = {**winter_games, "en": replace(english, gpids=english.gpids.replaced(pieces=pieces, next=english.gpids.next + 1))}
    warm = _all(games, winter_layout, keep)
    assert warm == _all(games, winter_layout)
    assert warm["standard.vsav"] != first[1]["standard.vsav"]


def test_another_layout_is_another_module(winter_games, winter, winter_plan):
    keep = Store()
    small, large = (board_layout(winter, winter_plan, dpi) for dpi in (60.0, 120.0))
    Assembly(winter_games, small, "small", Keeper(keep)).pieces("tank-corps")
    found = Assembly(winter_games, large, "large", Keeper(keep)).pieces("tank-corps")
    assert found == Assembly(winter_games, large, "", Keeper()).pieces("tank-corps")


def test_markers_of_areas_have_no_palette(putins_war, layout):
    fragment = Assembly({"en": putins_war}, layout, "", Keeper()).fragment(assembled.PALETTE, lambda *_: [])
    assert fragment == assembled.Fragment("", {"en": []})


@pytest.mark.parametrize("which", ["layout", "march_layout", "winter_layout"])
def test_a_kept_layout_is_the_same(request, which):
    layout = request.getfixturevalue(which)
    assert layout_of(layout_bytes(layout)) == layout
    assert layout_bytes(layout_of(layout_bytes(layout))) == layout_bytes(layout)


def test_the_plan_is_asked_for_once_in_all_builds(winter, winter_plan):
    keep, asked = Store(), []

    def plan():
        asked.append(1)
        return winter_plan

    first = kept_layout(winter, plan, 60.0, Keeper(keep))
    stronger = _changed({"en": winter}, "tank-corps", factors={"attack": 6, "defence": 3, "movement": 3})["en"]
    assert kept_layout(stronger, plan, 60.0, Keeper(keep)) == first
    assert len(asked) == 1
    boxes = tuple(box.replaced(rect_mm=(1.0, 1.0, 30.0, 30.0)) if box.rect_mm else box for box in winter.map.boxes)
    kept_layout(replace(winter, map=winter.map.replaced(boxes=boxes)), plan, 60.0, Keeper(keep))
    assert len(asked) == 2


def test_a_stronger_unit_of_an_area_map(games, layout):
    """Its piece stands in the map's own stacks too."""
    keep = Store()
    _all(games, layout, keep)
    changed = _changed(games, "armored-division", factors={"combat": 5})
    assert _all(changed, layout, keep) == _all(changed, layout)


def test_fragments_are_plain_values(winter_games, winter_layout):
    """They are kept as JSON, which knows no tuples: what is made and what is read again are the same."""
    made = Assembly(winter_games, winter_layout, "", Keeper()).pieces("tank-corps")
    assert json.loads(json.dumps(made)) == made
    assert list(made["placed"]) == list(winter_games["en"].scenarios)
    assert made["slots"]["xml"].count("<VASSAL.build.widget.PieceSlot ") == 1
    assert ["Piece.Tank corps", "Panssarijoukot"] in made["slots"]["pairs"]["fi"]
