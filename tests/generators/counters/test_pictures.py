"""The game's own pictures on counters, on the sample game of the checks: tanks are silhouettes."""

from pathlib import Path

import pytest

from pnp.draw.scene import Group, Text
from pnp.draw.scene import Path as Shape
from pnp.generators.counters.face import draw_counter
from pnp.model.pictures import FullPicture
from pnp.sources import load_game

NO_REACH = (0.0, 0.0, 0.0, 0.0)


@pytest.fixture(scope="module")
def game():
    return load_game(Path(__file__).parents[2] / "checks" / "fixture_game")


def shapes(node) -> list[Shape]:
    if isinstance(node, Group):
        return [shape for child in node.children for shape in shapes(child)]
    return [node] if isinstance(node, Shape) else []


def words(node) -> list[str]:
    if isinstance(node, Group):
        return [word for child in node.children for word in words(child)]
    return [node.text] if isinstance(node, Text) else []


def with_group(game, name: str, **values: object):
    """The game with other values of a group, and the first counter of it."""
    groups = tuple(g.replaced(**values) if g.id == name else g for g in game.counters.groups)
    from dataclasses import replace

    changed = replace(game, counters=game.counters.replaced(groups=groups))
    return changed, next(c for c in changed.all_counters() if c.group.id == name)


def picture_of(game, **options: object) -> FullPicture:
    tank = game.counters.group("tank").silhouette
    other = FullPicture(file=tank.file, **options)
    other.read_as(tank.content)
    return other


def test_a_silhouette_stands_where_the_symbol_would(game):
    """The drawing is 60 × 28 within 60 × 30; 12.975 mm of room between the safe edges, below the size mark."""
    tank = next(c for c in game.all_counters() if c.group.id == "tank")
    drawn = [s for s in shapes(draw_counter(game, tank, size_mm=15.875)) if len(s.segments) == 16]
    (outline,) = drawn
    xs = [x for _, *values in outline.segments for x in values[::2]]
    assert min(xs) + max(xs) == pytest.approx(15.875, abs=0.01)
    assert words(draw_counter(game, tank)) == ["4"]


def test_a_silhouette_may_have_the_colours_of_its_side(game):
    changed, tank = with_group(game, "tank", silhouette=picture_of(game, tint="side"))
    ink = changed.style.sides["red"].ink
    assert ink in {s.fill for s in shapes(draw_counter(changed, tank)) if len(s.segments) == 16}


def test_a_face_is_all_that_is_printed(game):
    changed, tank = with_group(game, "tank", face=picture_of(game))
    assert words(draw_counter(changed, tank)) == []
    assert words(draw_counter(changed, tank, "back")) == ["4"]  # its back is its own
    changed, tank = with_group(game, "tank", face=picture_of(game), back="same")
    assert words(draw_counter(changed, tank, "back")) == []


def test_each_counter_may_have_its_own(game):
    changed, tank = with_group(game, "tank", silhouette=(None, picture_of(game, fit="stretch")))
    second = [c for c in changed.all_counters() if c.group.id == "tank"][1]
    assert tank.picture("silhouette") is None
    assert second.picture("silhouette").fit == "stretch"


def test_a_background_lies_under_everything_and_is_cut_at_the_edge(game):
    changed, tank = with_group(game, "tank", background=picture_of(game), silhouette=None)
    drawn = draw_counter(changed, tank, size_mm=15.875, reach=NO_REACH)
    first = drawn.children[1]
    assert isinstance(first, Group) and first.clip is not None
    assert {round(x, 3) for _, *values in first.clip.segments for x in values[::2]} == {0, 15.875}
    assert words(drawn) == ["4"]


def test_a_marker_takes_a_picture_for_its_drawing(game):
    changed, turn = with_group(game, "turn", silhouette=picture_of(game))
    drawn = draw_counter(changed, turn)
    assert any(len(s.segments) == 16 for s in shapes(drawn)) and words(drawn) == ["TURN"]
