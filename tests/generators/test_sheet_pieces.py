"""Pieces of a sheet: what they are called, what they have read, and that each is drawn again by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.draw.scene import Group, Piece, Stamp, Text
from pnp.generators.charts import CHART_PIECES, build_charts
from pnp.generators.charts_parts import chit
from pnp.generators.counter_reads import Reads, watched
from pnp.generators.counter_sheet import build_counter_sheets
from pnp.generators.counter_sheet_faces import SHEET_PIECES
from pnp.generators.sheet_pieces import Values, drawing, drawn_again, in_pieces, picture, piece_name
from pnp.generators.typeset.block import Drawing
from pnp.sources import load_game


@pytest.fixture(scope="module")
def game():
    return load_game("putins-war")


def with_factor(game, group: str, name: str, value: int):
    groups = tuple(g.model_copy(update={"factors": {**g.factors, name: value}}) if g.id == group else g for g in game.counters.groups)
    return replace(game, counters=game.counters.model_copy(update={"groups": groups}))


def pieces_in(nodes) -> dict[str, Piece]:
    found = {}
    for node in nodes:
        if isinstance(node, Piece):
            found[node.name] = node
        elif isinstance(node, Group):
            found |= pieces_in(node.children)
    return found


def pieces_of(document) -> dict[str, Piece]:
    return {name: piece for page in document.pages for name, piece in pieces_in(page.scene.children).items()}


def test_without_a_watch_nothing_is_a_piece(game):
    assert picture(game, lambda: Stamp(()), "chit") == Stamp(())
    assert not pieces_of(build_counter_sheets(game, "a4", "fronts"))
    book = watched(game, Reads())  # a book is no sheet in pieces
    assert not pieces_in(chit(book, book.all_counters()[0], 0, 0, 10))


def test_a_piece_has_read_what_it_shows_and_the_rest_has_not(game):
    seen, reads = in_pieces(game)
    first, second, *_ = seen.all_counters()

    def draw() -> Group:
        return Stamp((Text(0, 0, str(first.factors), "sans-bold", 9),))

    assert isinstance(picture(seen, draw, "chit", "a"), Piece)
    _ = second.name
    assert reads.parts == {'["chit", "a"]': {(str(first.id), "factors")}, "rest": {(str(second.id), "name")}}


def test_what_is_in_a_piece_is_no_piece_of_its_own(game):
    seen, reads = in_pieces(game)

    def outer() -> Drawing:
        return Drawing((picture(seen, lambda: Stamp((Text(0, 0, "1", "sans-bold", 9),)), "inner"),), 4.0, 5.0)

    drawn = drawing(seen, outer, "outer")
    assert (list(pieces_in(drawn.nodes)), drawn.width_mm, drawn.height_mm) == (['["outer"]'], 4.0, 5.0)
    assert reads.sizes == {'["outer"]': (4.0, 5.0)} and not pieces_in(drawn.nodes[0].children)


def test_nothing_is_no_piece_and_what_it_has_read_the_rest_has_read(game):
    seen, reads = in_pieces(game)
    counter = seen.all_counters()[0]
    assert drawing(seen, lambda: Drawing((), 0.0, float(len(counter.factors) * 0)), "none").nodes == ()
    assert reads.parts["rest"] == {(str(counter.id), "factors")}


@pytest.mark.parametrize("sheet", ["counters", "charts"])
def test_each_piece_of_a_sheet_is_drawn_again_by_its_name(game, sheet):
    """Of the changed game, it is what a new sheet of that game holds; only those that have read the factor differ."""
    build = (lambda g: build_charts(g, "a4")) if sheet == "charts" else (lambda g: build_counter_sheets(g, "a4", "long"))
    kinds = {**CHART_PIECES, **SHEET_PIECES}
    seen, reads = in_pieces(game)
    before = pieces_of(build(seen))
    group = next(g for g in game.counters.groups if g.factors)
    changed = with_factor(game, group.id, next(iter(group.factors)), 7)
    old, new = Values(game), Values(changed)
    stale = {name for name in before if old.of(reads.parts.get(name, ())) != new.of(reads.parts.get(name, ()))}

    again, more = in_pieces(changed)
    after = pieces_of(build(in_pieces(changed)[0]))
    assert before.keys() == after.keys() and len(before) > 5
    assert {name for name in before if before[name].children != after[name].children} <= stale
    assert 0 < len(stale) < len(before)
    for name in before:
        assert drawn_again(again, more, name, kinds)[0] == after[name].children


def test_a_name_that_means_nothing_is_an_error(game):
    seen, reads = in_pieces(game)
    for name in (piece_name("no such kind"), piece_name("chit", "nobody", "front"), piece_name("face", "nobody", "", "front", 10.0, 0, 0, 0, 0), "{", "7"):
        with pytest.raises((LookupError, ValueError, TypeError)):
            drawn_again(seen, reads, name, {**CHART_PIECES, **SHEET_PIECES})
        assert not reads.inside


def test_values_differ_where_a_piece_has_read(game):
    group = next(g for g in game.counters.groups if g.factors)
    first, second = Values(game), Values(with_factor(game, group.id, next(iter(group.factors)), 7))
    assert first.of([(f"group {group.id}", "name")]) == second.of([(f"group {group.id}", "name")])
    assert first.of([(f"group {group.id}", "factors")]) != second.of([(f"group {group.id}", "factors")])
