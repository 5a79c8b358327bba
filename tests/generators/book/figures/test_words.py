"""Words of the map in figures, on a map of areas too."""

from itertools import combinations

import pytest

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Halo, Path, Text, rect
from pnp.generators.book.figures.board import PlaceBoard, board_figure
from pnp.generators.book.figures.example import ROOM_MM
from pnp.generators.book.figures.words import PLATE_PT, is_named, legible
from pnp.generators.maps.sheet import plan_sheet
from pnp.generators.sheets.bounds import marks
from pnp.press.played import play_examples, told
from pnp.sources import load_game

PLATE = mix("#ffffff", "#fff4c8", 0.6)


def printed(nodes, scale=1.0):
    """The texts of `nodes` and their sizes in print."""
    for node in nodes:
        if isinstance(node, Group):
            yield from printed(node.children, scale * node.transform[0])
        elif isinstance(node, Text):
            yield node.text, round(node.size_pt * scale, 2)


def test_small_words_grow_to_five_points_or_are_left_out():
    ground = Path(rect(0, 0, 9, 9), fill="#ffffff")
    words = [Text(0, 0, name, "sans-bold", size, halo=Halo("#ffffff", 2.0)) for name, size in (("a", 12), ("b", 8))]

    shown = list(legible((ground, Group((*words, Text(0, 0, "c", "sans-bold", 6.0)))), 0.5))

    assert shown[0] == ground
    assert list(printed(shown, 0.5)) == [("a", 6.0), ("b", 5.0)]
    assert shown[1].children[1].halo == Halo("#ffffff", 2.5)


def test_a_badge_goes_with_the_word_on_it():
    """Ground of 90 mm, a plate of 6 by 4 mm with a ring, its figure of 4 pt; a plate elsewhere stays."""
    boxes = ((0, 0, 90, 90), (10, 10, 6, 4), (9, 9, 8, 6), (30, 30, 6, 4))
    ground, plate, ring, other = (Path(rect(*box)) for box in boxes)
    word = Text(13.0, 13.0, "+5", "sans-bold", 4.0, anchor="middle")
    assert legible((ground, other, ring, plate, word), 0.5) == [ground, other]
    assert legible((ground, plate, ring, other, word), 0.5) == [ground, plate, ring, other]


@pytest.mark.parametrize(("text", "named"), [("into 2563, then", True), ("12563", False), ("2563a", False)])
def test_a_name_is_a_word(text, named):
    assert is_named("2563", text) is named


def test_figure_on_a_map_of_areas_names_the_areas():
    """Two Rivers: the Crown attacks over the Orve, and the figure says where, and where to the defenders go."""
    game = load_game("two-rivers")
    example = next(e for e in game.all_examples() if e.in_rulebook)
    log = told(play_examples(game), "en").logs[example.id]

    figure = board_figure(PlaceBoard(game, plan_sheet(game)), example, log, ROOM_MM)

    plates = [text for text, size in printed(figure.nodes) if size == PLATE_PT]
    assert {"Kronhald", "Corvane", "Dunmark", "Delmouth"} <= set(plates)
    assert figure.width_mm == pytest.approx(ROOM_MM)


def test_plates_of_neighbours_stand_clear_of_each_other(putins_war, planned):
    """Dnipropetrovs'ka lay over half of Kharkivs'ka; symbols of areas lay under plates."""
    example = next(e for e in putins_war.all_examples() if e.stages)
    log = told(play_examples(putins_war), "en").logs[example.id]
    for stage in example.stages:
        figure = board_figure(PlaceBoard(putins_war, planned), example, log, ROOM_MM, stage)
        boxes = [box for _, node, box in marks(figure.nodes) if isinstance(node, Path) and node.fill == PLATE]

        assert len(boxes) >= 2
        assert not any(meet(*pair) for pair in combinations(boxes, 2))


def meet(one, other) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
