"""Products made again from the file that lies there: only changed pieces are drawn, and the bytes are those of a cold build."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.build import again
from pnp.build.cache import Cache
from pnp.build.products import make_one
from pnp.build.recipes import recipes_for
from pnp.build.workshop import Earlier, Workshop
from pnp.draw.scene import Group, Path, Scene, Text, rect
from pnp.generators.charts_parts import chit
from pnp.sources import load_game

READ_ME = "read-me-first-a4.pdf"
SHEET, BACK, OUTLINES, CHARTS = "counters-a4-long.pdf", "counters-main-back.svg", "counters-main-outlines.svg", "charts-a4.pdf"


@pytest.fixture(scope="module")
def game():
    return load_game("winter-war")


def changed(game, group="heavy-artillery", **update):
    groups = tuple(g.model_copy(update=update) if g.id == group else g for g in game.counters.groups)
    return replace(game, counters=game.counters.model_copy(update={"groups": groups}))


class Builder:
    """Builds single products in one folder, and counts those that were made whole."""

    def __init__(self, folder) -> None:
        self.folder, self.whole, self.drawn, self.records = folder, 0, [], {}

    def watched(self, monkeypatch) -> Builder:
        """This, counting."""
        kept, drawn_again = again._kept, again.drawn_again
        monkeypatch.setattr(again, "_kept", lambda *args: self.count() or kept(*args))
        monkeypatch.setattr(again, "drawn_again", lambda game, reads, name, kinds: self.drawn.append(name) or drawn_again(game, reads, name, kinds))
        return self

    def count(self) -> None:
        self.whole += 1

    def make(self, game, *names, earlier=True, before=lambda shop: None) -> list[bytes]:
        """The products of `game` as they lie there after a build in a process of its own."""
        self.whole, self.drawn = 0, []
        shop = Workshop({"en": game}, Cache(self.folder / ".cache"))
        recipes = {recipe.path.rpartition("/")[2]: recipe for recipe in recipes_for(shop, ("a4",))}
        if earlier:
            shop.earlier = {path: Earlier(self.folder / path, made.sha256, made.pages, made.content) for path, made in self.records.items()}
        before(shop)
        found = []
        for name in names:
            made = make_one(shop, recipes[name], self.folder)
            assert made.problem is None
            if not made.same:
                self.records[recipes[name].path] = made
            found.append((self.folder / recipes[name].path).read_bytes())
        shop.save_parts()
        return found


@pytest.fixture
def builder(tmp_path, monkeypatch):
    return Builder(tmp_path).watched(monkeypatch)


@pytest.fixture
def cold(tmp_path_factory, builder):
    """Bytes of products that are made from nothing."""

    def make(game, *names):
        whole, drawn = builder.whole, builder.drawn
        found = Builder(tmp_path_factory.mktemp("cold")).make(game, *names)
        builder.whole, builder.drawn = whole, drawn
        return found

    return make


MORE = {"attack": 8, "defence": 4, "movement": 2}


def test_another_factor_changes_only_the_faces_that_show_it(game, builder, cold):
    """Heavy artillery: two counters, backs like the fronts."""
    names = (SHEET, BACK, OUTLINES)
    before = builder.make(game, *names)
    assert builder.whole == 3
    after = builder.make(changed(game, factors=MORE), *names)
    assert builder.whole == 0
    assert after == cold(changed(game, factors=MORE), *names)
    assert [old == new for old, new in zip(before, after, strict=True)] == [False, False, True]
    assert 0 < len(builder.drawn) <= 8 and all("heavy-artillery" in name for name in builder.drawn)


def test_what_was_exchanged_is_exchanged_again(game, builder, cold):
    """Where pieces stand after the first exchange is known for the second, and back again."""
    first = builder.make(game, SHEET, BACK)
    builder.make(changed(game, factors={**MORE, "defence": 12}), SHEET, BACK)
    assert builder.make(changed(game, factors=MORE), SHEET, BACK) == cold(changed(game, factors=MORE), SHEET, BACK)
    assert builder.make(game, SHEET, BACK) == first and builder.whole == 0


def test_charts_show_the_new_factor_in_every_place(game, builder, cold):
    builder.make(game, CHARTS)
    after = builder.make(changed(game, factors=MORE), CHARTS)
    assert builder.whole == 0
    assert {name.split('"')[1] for name in builder.drawn} == {"chit", "unit-front", "odds", "losses"}
    assert after == cold(changed(game, factors=MORE), CHARTS)


def test_another_name_makes_charts_anew(game, builder, cold):
    """A name stands on its own line of the charts' list, and may wrap."""
    builder.make(game, CHARTS)
    after = builder.make(changed(game, name="Very heavy artillery of the high command"), CHARTS)
    assert after == cold(changed(game, name="Very heavy artillery of the high command"), CHARTS)


def test_more_than_a_factor_makes_it_whole(game, builder, cold):
    builder.make(game, SHEET)
    larger = changed(game, suffix="*")
    assert builder.make(larger, SHEET) == cold(larger, SHEET)
    assert builder.whole == 1
    tinted = replace(larger, style=game.style.model_copy(update={"palette": {**game.style.palette, "accent": "#123456"}}))
    builder.make(tinted, SHEET)
    assert builder.whole == 1


def test_a_letter_that_no_other_counter_shows_makes_it_whole(game, builder, cold):
    """The fonts in the file hold only what it shows."""
    builder.make(game, SHEET)
    odd = changed(game, factors={**MORE, "defence": "Q"})
    assert builder.make(odd, SHEET) == cold(odd, SHEET)
    assert builder.whole == 1


def test_a_file_that_is_not_as_it_was_left_is_made_whole(game, builder, cold):
    builder.make(game, SHEET)
    path = builder.folder / "winter-war/en" / SHEET
    path.write_bytes(path.read_bytes().replace(b"/Length", b"/Lenght"))
    now = changed(game, factors=MORE)
    assert builder.make(now, SHEET) == cold(now, SHEET)
    assert builder.whole == 1
    path.unlink()
    assert builder.make(game, SHEET) == cold(game, SHEET)
    assert builder.whole == 1
    builder.make(now, SHEET, earlier=False)
    assert builder.whole == 1


@pytest.mark.parametrize("left", [
    None, 7, "text", (1, 2), ("", "", ((), ""), {}, {}, (), None), ("base", "sha", ((), ""), {"x": 1}, {}, (), None),
])  # fmt: skip
def test_what_another_program_has_left_is_no_fault(game, builder, left):
    (first,) = builder.make(game, OUTLINES)
    parts = Cache(builder.folder / ".cache").parts("winter-war-en-counters-pieces")
    parts.keep_value(f"winter-war/en/{OUTLINES}", left)
    parts.save()
    assert builder.make(game, OUTLINES) == [first]
    assert builder.whole == 1


def test_pieces_that_mean_nothing_or_lie_nowhere_are_no_fault(game, builder, cold):
    """A kept value that looks right, with the right hashes, but another content."""
    builder.make(game, BACK)
    parts = Cache(builder.folder / ".cache").parts("winter-war-en-counters-pieces")
    base, digest, rest, pieces, streams, texts, around = parts.value(f"winter-war/en/{BACK}")
    name = next(name for name in pieces if "heavy-artillery" in name)
    now = changed(game, factors=MORE)
    for bad in ({'["face", 3]': pieces[name]}, {"{": pieces[name]}, {name: (*pieces[name][:3], ("x", 5))}):
        parts.keep_value(f"winter-war/en/{BACK}", (base, digest, rest, bad, streams, texts, around))
        parts.save()
        assert builder.make(now, BACK) == cold(now, BACK)
        builder.make(game, BACK, earlier=False)
    parts.keep_value(f"winter-war/en/{BACK}", (base, digest, rest, pieces, {0: (0, ((0, 10**12, name, 0),))}, texts, around))
    parts.save()
    assert builder.make(now, BACK) == cold(now, BACK)


# Maps, from a small board ------------------------------------------------------------------------------

POSTER, TILES, DRAWING = MAP = ("map-poster.pdf", "map-a4.pdf", "map.svg")


@pytest.fixture
def board(monkeypatch):
    """A map of 400 × 300 mm with two counters on it, one of them twice."""

    def map_scene(self, language):
        watch = self.watch(language)
        counters = {c.group.id: c for c in watch.game.all_counters()}
        with watch.reads.of(again.rest_of("map")):
            nodes = [node for x in (40, 200) for node in chit(watch.game, counters["heavy-artillery"], x, 150, 11.0)]
            nodes += chit(watch.game, counters["cavalry"], 100, 30, 11.0)
        return Scene(400, 300, (Path(rect(0, 0, 400, 300), fill="#ffffff"), Group(tuple(nodes), layer="furniture"), Text(9, 9, "0123456789", "condensed-bold", 9)))

    monkeypatch.setattr(Workshop, "map_scene", map_scene)


def test_a_map_gets_another_picture_of_a_counter(game, builder, cold, board):
    builder.make(game, *MAP)
    assert builder.whole == 3
    after = builder.make(changed(game, factors=MORE), *MAP)
    assert builder.whole == 0 and len(builder.drawn) == 1
    assert after == cold(changed(game, factors=MORE), *MAP)


def test_a_map_without_the_changed_counter_is_not_written_again(game, builder, board):
    builder.make(game, *MAP)
    times = [(builder.folder / path).stat().st_mtime_ns for path in builder.records]
    builder.make(changed(game, "rifle-corps", factors=MORE), *MAP)
    assert builder.whole == 0 and builder.drawn == []
    assert [(builder.folder / path).stat().st_mtime_ns for path in builder.records] == times


def test_tiles_are_cut_anew_when_crosses_move(game, builder, cold, board, monkeypatch):
    builder.make(game, *MAP)
    monkeypatch.setattr("pnp.generators.map_seams._spared", lambda texts, x, y, dx, dy: (x + 1.0, y))
    after = builder.make(changed(game, factors=MORE), *MAP)
    assert builder.whole == 1
    assert after == cold(changed(game, factors=MORE), *MAP)


def test_a_changed_map_is_drawn_whole_unless_it_shows_the_same(game, builder, cold, board):
    builder.make(game, *MAP)
    named = replace(game, map=game.map.model_copy(update={"title": "Not shown on this board"}))
    builder.make(named, *MAP)
    assert builder.whole == 0
    both = changed(named, factors=MORE)
    assert builder.make(both, *MAP) == cold(both, *MAP)
    assert builder.whole == 3


# Read me first -----------------------------------------------------------------------------------------


def test_a_page_that_shows_no_counter_is_made_again_for_other_pages_only(game, builder, cold):
    builder.make(game, READ_ME)
    assert builder.make(changed(game, factors=MORE), READ_ME) == cold(game, READ_ME)
    assert (builder.whole, builder.drawn) == (0, [])
    more = lambda shop: shop.pages.update({f"winter-war/en/{CHARTS}": 9})  # noqa: E731
    assert builder.make(game, READ_ME, before=more) != cold(game, READ_ME)
    assert builder.whole == 1


def test_the_backs_that_are_explained_show_the_new_factors(builder, cold):
    """In March of Justice the first unit with a reduced back. No other figures have its font, so the page is made whole."""
    game = load_game("march-of-justice")
    group = next(g for g in game.counters.groups if g.type and g.back == "reduced")
    name, value = next(iter(group.factors.items()))
    now = changed(game, group.id, factors={**group.factors, name: 3 if value != 3 else 2})
    builder.make(game, READ_ME)
    assert builder.make(now, READ_ME) == cold(now, READ_ME) != cold(game, READ_ME)
    assert builder.whole == 1 and '["side", "wagner", "front"]' in builder.drawn
