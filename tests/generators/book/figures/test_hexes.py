"""Examples on pieces of a hex map: arrows and odds from the log, zones and supply from the referee, moves crossed out.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise

import pytest

from pnp.draw.scene import Group, Node, Path, Scatter, Stroke, Text, texts_in
from pnp.draw.text import width_mm
from pnp.errors import SourceError
from pnp.generators.book.figures.contact import added_up, fight_strip, fights_of
from pnp.generators.book.figures.frame import MOST_MM, STAGE_MM, freest
from pnp.generators.book.figures.hexes import HexBoard, hex_figure
from pnp.generators.book.figures.marks import COLOURS, CROSS, MOVING, SUPPLY, hexagon, side_colour, supply_nodes
from pnp.generators.book.figures.situation import example_board
from pnp.generators.book.figures.standing import CHIT_MM, PALE
from pnp.generators.maps.hex.piece import piece_of
from pnp.generators.maps.sheet import plan_sheet
from pnp.generators.sheets.bounds import marks
from pnp.model.figure import BoardFacts, SupplyLine
from pnp.model.log import LogLine
from pnp.model.rules import Example, ExampleStage
from pnp.press.played import play_examples
from pnp.sources import load_game
from pnp.units import mixed_number

ROOM_MM = 77.0


@pytest.fixture(scope="module")
def game():
    return load_game("winter-war")


@pytest.fixture(scope="module")
def board(game):
    return HexBoard(game, plan_sheet(game, draft=True))


def example(**values) -> Example:
    made = {
        "id": "some",
        "title": "Some",
        "rules": ["Combat"],
        "text": "Story.",
        "position": {},
        "actions": [],
        "expect": {},
    }
    return Example.model_validate({**made, **values})


def lines(*rows: dict) -> list[LogLine]:
    return [LogLine(n, "draw" if "draw" in row else "event", row) for n, row in enumerate(rows, 1)]


ATTACK = example(
    position={
        "units": {
            "2464": ["rifle-corps-1", "rifle-division-1"],
            "2564": ["rifle-corps-2"],
            "2463": ["finnish-division-1"],
        }
    },
    figure={"zones": ["finnish"]},
)
FIGHT = lines(
    {"event": "attack", "units": ["rifle-corps-1", "rifle-division-1", "rifle-corps-2"], "at": "2463", "by": "soviet"},
    {"event": "fight", "units": ["finnish-division-1"], "odds": "46:12", "column": "3-1"},
    {"draw": "d6", "for": "combat-results", "value": 4},
    {"event": "result", "at": "2463", "table": "combat-results", "column": "3-1", "row": "4", "code": "Ex"},
)
REFUSED = example(
    position={"units": {"2335": ["finnish-battalion-1"], "2535": ["rifle-regiment-1"]}},
    actions=[["choose-unit", "rifle-regiment-1"], ["move-to", "2435"], ["move-to", "2336"]],
    expect={"refused": "Zones of Control B"},
)
MOVE = lines({"event": "move", "units": ["rifle-regiment-1"], "at": "2435", "from": "2535"})


def texts_of(nodes: tuple[Node, ...]) -> list[str]:
    return [node.text for _, node, _ in marks(nodes) if isinstance(node, Text)]


# Reckoning --------------------------------------------------------------------------------------------


def test_a_fight_on_odds_is_worked_out_in_brackets(game):
    """FACTS 4.6: 20 + 6 + 20 = 46 against 6, doubled on a fortification: 3-1; a 4 is De, in brackets Ex."""
    (fight,) = fights_of(game, ATTACK, FIGHT)

    assert (fight.attack, fight.defence, fight.column, fight.die, fight.code, fight.bracketed) == (
        46,
        12,
        "3-1",
        4,
        "Ex",
        True,
    )
    assert fight.sums == ("20 + 6 + 20 = 46", "2 × 6 = 12")
    strip = fight_strip(game, fight, ROOM_MM)
    told = texts_of(strip.nodes)
    assert "46 : 12" in told and "3–1" in told and "Ex (in brackets)" in told
    figures = [(n.x, width_mm(n.text, n.font, n.size_pt) / 2) for n in strip.nodes
               if isinstance(n, Text) and n.font == "sans-semibold" and n.anchor == "middle"]  # fmt: skip
    assert all(a + half + 2.0 < b - own for (a, half), (b, own) in pairwise(figures))


def test_a_log_that_the_table_contradicts_stops_the_book(game):
    wrong = FIGHT[:-1] + lines(
        {"event": "result", "at": "2463", "table": "combat-results", "column": "3-1", "row": "4", "code": "Ae"}
    )

    with pytest.raises(SourceError, match="the tables give column 3-1"):
        fights_of(game, ATTACK, wrong)


def test_shifts_and_what_a_rule_makes_of_a_result_are_shown(game):
    """46 to 12 is 3-1; two columns to the right and one back are 4-1, where a 4 is De, read as Ae."""
    shifted = (
        *FIGHT[:2],
        *lines({"event": "shift", "value": 2}, {"event": "shift", "value": -1}, {"draw": "d6", "value": 4}),
        *lines(
            {"event": "result", "at": "2463", "table": "combat-results", "column": "4-1", "row": "4", "code": "De"},
            {"event": "upgrade", "at": "2463", "code": "Ae"},
        ),
    )

    (fight,) = fights_of(game, ATTACK, shifted)

    assert (fight.shift, fight.column, fight.code, fight.read_as) == (1, "4-1", "De", "Ae")
    told = texts_of(fight_strip(game, fight, ROOM_MM).nodes)
    assert [text for text in told if text in ("46 : 12", "1R", "4–1", "De → Ae")] == ["46 : 12", "1R", "4–1", "De → Ae"]


def test_units_with_results_of_their_own_have_fights_of_their_own(game):
    """One die, two results: the second column further right; the same twice is one."""
    same = {"event": "result", "at": "2463", "table": "combat-results", "column": "3-1", "row": "4", "code": "De"}
    log = (*FIGHT[:-1], *lines(same, same, {"event": "shift", "units": ["finnish-division-1"], "value": 1}))
    log += (*lines({**same, "units": ["finnish-division-1"], "column": "4-1"}, same),)

    assert [(fight.shift, fight.column) for fight in fights_of(game, ATTACK, log)] == [(None, "3-1"), (1, "4-1")]


def test_the_referee_of_declared_games_logs_what_a_strip_shows():
    """Two Rivers: 5 + 4 + 1 against 4 + 3 is +3; the river and the guns cancel out."""
    declared = load_game("two-rivers")
    (play,) = play_examples(declared, only="across-the-orve")

    (fight,) = fights_of(declared, play.example, play.log)

    assert (fight.attack, fight.defence, fight.column, fight.die, fight.code) == (10, 7, "+3", 5, "R1")


def test_halves_are_printed_as_halves_and_sums_only_where_they_come_out(game):
    assert [mixed_number(Fraction(n, 2)) for n in (9, 8, 1)] == ["4½", "4", "½"]
    assert added_up(game, ["finnish-division-1", "finnish-regiment-1"], "defence", Fraction(16)) == "2 × (6 + 2) = 16"
    assert added_up(game, ["finnish-division-1"], "defence", Fraction(6)) == ""
    assert added_up(game, ["finnish-division-1"], "defence", Fraction(3)) == ""


# What happens -----------------------------------------------------------------------------------------


def test_each_attacking_hex_has_an_arrow_and_the_odds_stand_above_the_target(board):
    situation = example_board(board.game, ATTACK, FIGHT)
    drawn = hex_figure(board, ATTACK, FIGHT, BoardFacts(zones={"finnish": ("2463", "2464", "2564", "2363")}), ROOM_MM)

    assert [(leg.kind, leg.start, leg.end) for leg in situation.legs] == [
        ("attack", "2464", "2463"),
        ("attack", "2564", "2463"),
    ]
    assert drawn.width_mm == pytest.approx(ROOM_MM) and drawn.height_mm <= MOST_MM + 12
    told = texts_of(drawn.nodes)
    assert "3–1" in told and "attack" in told and "Finnish zone of control" in told


def test_one_attack_on_two_hexes_has_an_arrow_to_each(game):
    log = [FIGHT[0], *lines({"event": "attack-too", "at": "2563", "by": "soviet"})]
    both = example(
        position={
            "units": {
                "2464": ["rifle-corps-1"],
                "2564": ["rifle-corps-2"],
                "2463": ["finnish-division-1"],
                "2563": ["ski-patrol-1"],
            }
        }
    )

    assert [(leg.start, leg.end) for leg in example_board(game, both, log).legs] == [
        ("2464", "2463"), ("2564", "2463"), ("2464", "2563"), ("2564", "2563"),
    ]  # fmt: skip


def test_a_unit_from_off_the_map_is_shown_and_attacks_from_where_it_came(game):
    """Its hex belongs to the piece, and the arrow of its attack begins there."""
    defended = example(position={"units": {"2463": ["finnish-division-1"]}})
    log = lines(
        {"event": "reinforce", "units": ["rifle-corps-1"], "at": "2464"},
        {"event": "attack", "units": ["rifle-corps-1"], "at": "2463", "by": "soviet"},
    )
    situation = example_board(game, defended, log)
    assert situation.arriving == {"2464": (("rifle-corps-1", "front"),)}
    assert [(leg.kind, leg.start, leg.end) for leg in situation.legs] == [("attack", "2464", "2463")]


def test_a_unit_that_arrives_and_goes_on_is_shown_where_it_ends(board):
    """Pale in both hexes: of the first, at the edge of the map, little may be left in the piece."""
    log = lines(
        {"event": "reinforce", "units": ["rifle-regiment-1"], "at": "2535"},
        {"event": "move", "units": ["rifle-regiment-1"], "at": "2435", "from": "2535"},
    )
    story = example(position={"units": {"2335": ["finnish-battalion-1"]}})
    figure = hex_figure(board, story, log, BoardFacts(), ROOM_MM)
    assert sum(opacity == PALE for opacity in opacities_of(figure.nodes)) == 2


def opacities_of(nodes) -> list[float]:
    groups = [node for node in nodes if isinstance(node, Group)]
    return [group.opacity for group in groups] + [one for group in groups for one in opacities_of(group.children)]


def test_a_refused_move_is_crossed_out_with_its_rule(board):
    situation = example_board(board.game, REFUSED, MOVE)
    drawn = hex_figure(board, REFUSED, MOVE, BoardFacts(), ROOM_MM)

    assert [(leg.kind, leg.start, leg.end) for leg in situation.legs] == [
        ("move", "2535", "2435"),
        ("refused", "2435", "2336"),
    ]
    told = texts_of(drawn.nodes)
    assert "4B" in told and "not allowed" in told
    crosses = [
        n
        for _, n, _ in marks(drawn.nodes)
        if isinstance(n, Path) and n.stroke and n.stroke.colour == CROSS and n.stroke.cap == "round"
    ]
    assert len(crosses) == 4  # two strokes on the map, two in the legend


def test_a_move_goes_through_the_hexes_that_the_unit_entered(board):
    log = lines({"event": "move", "units": ["rifle-regiment-1"], "at": "2435", "from": "2635"})
    away = example(position={"units": {"2635": ["rifle-regiment-1"]}})
    facts = BoardFacts(ways={("rifle-regiment-1", "2635", "2435"): ("2534", "2434", "2435")})
    straight = hex_figure(board, away, log, BoardFacts(), ROOM_MM)
    around = hex_figure(board, away, log, facts, ROOM_MM)

    assert around.height_mm > straight.height_mm  # the row above is part of the piece now


# Supply and zones -------------------------------------------------------------------------------------


def test_an_arrow_has_the_colour_of_what_it_does(board):
    """Red to attack, navy to move, and the legend has the arrows that the board has."""
    moved = hex_figure(board, REFUSED, MOVE, BoardFacts(), ROOM_MM)
    battle = example(position={"units": {"2335": ["finnish-battalion-1"], "2435": ["rifle-division-1"]}})
    attack = lines({"event": "attack", "units": ["rifle-division-1"], "at": "2335", "by": "soviet"})
    fought = hex_figure(board, battle, attack, BoardFacts(), ROOM_MM)

    def tips(drawn, colour):
        return sum(isinstance(node, Path) and node.fill == colour for _, node, _ in marks(drawn.nodes))

    assert (tips(moved, MOVING), tips(moved, COLOURS["attack"])) == (2, 0)
    assert (tips(fought, MOVING), tips(fought, COLOURS["attack"])) == (0, 2)


def test_a_stage_has_the_units_where_the_one_before_left_them(board):
    """First it comes up to the battalion; then it attacks: its odds stand in the second figure alone."""
    story = example(position={"units": {"2335": ["finnish-battalion-1"], "2635": ["rifle-division-1"]}})
    log = lines(
        {"do": ["move-to", "2435"]},
        {"event": "move", "units": ["rifle-division-1"], "at": "2435", "from": "2635"},
        {"do": ["attack"]},
        {"event": "attack", "units": ["rifle-division-1"], "at": "2335", "by": "soviet"},
        {"event": "fight", "units": ["finnish-battalion-1"], "odds": "6:1", "column": "6-1"},
    )
    first, second = (
        hex_figure(board, story, log, BoardFacts(), ROOM_MM, ExampleStage(paragraph=n, first=n, last=n)) for n in (1, 2)
    )

    assert "6–1" not in texts_of(first.nodes) and "6–1" in texts_of(second.nodes)
    assert opacities_of(first.nodes).count(PALE) == 1 and PALE not in opacities_of(second.nodes)
    assert max(first.height_mm, second.height_mm) < STAGE_MM + 5.0


def test_a_plate_stands_where_it_hides_neither_counters_nor_arrows():
    """Below a counter; above one that is attacked from below; at a side where something lies above, too."""
    counter, frame = (-4.8, -4.8, 4.8, 4.8), (-60.0, -60.0, 60.0, 60.0)
    from_below, above = [(0.0, 5.0 + n) for n in range(8)], (-9.0, -14.0, 9.0, -5.0)
    (below, plate, _), (upper, *_), (beside, *_) = (
        freest(counter, "3–1", [counter, *others], points, frame, 1.0)
        for others, points in (([], []), ([], from_below), ([above], from_below))
    )

    assert below[0] == 0.0 and plate[1] == pytest.approx(4.8)
    assert upper[0] == 0.0 and upper[1] < -4.8
    assert beside[0] > 4.8 and abs(beside[1]) < 4.8


def test_plates_and_counters_of_a_figure_lie_beside_each_other(board):
    """Rule, number and odds of neighbouring hexes; a counter has one size in the whole figure."""
    crowded = example(
        position={"units": {"2565": ["finnish-division-1"], "2566": ["rifle-division-1", "rifle-corps-1"]}},
        text="From 2566 against 2565.",
    )
    log = lines({"event": "attack", "units": ["rifle-division-1"], "at": "2565"}, {"event": "fight", "column": "2-1"})
    drawn = hex_figure(board, crowded, log, BoardFacts(), ROOM_MM)
    boxes = {n.text: box for _, n, box in marks(drawn.nodes) if isinstance(n, Text) and n.font == "condensed-bold"}
    counters = [box for _, n, box in marks(drawn.nodes) if isinstance(n, Path) and n.stroke and
                n.stroke.colour == "#3a352f"]  # fmt: skip

    assert {"2565", "2566", "2–1"} <= set(boxes) and len(counters) == 3
    shown = [boxes["2565"], boxes["2566"], boxes["2–1"], *counters]
    assert not any(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for a, b in combinations(shown, 2))
    assert len({round(x1 - x0, 2) for x0, _, x1, _ in counters}) == 1


def test_no_word_of_the_map_lies_below_an_arrow(board):
    """The name that the arrow would part is missing, the numbers beside its way stand."""
    along = example(position={"units": {"2563": ["rifle-division-1"]}})
    moved = lines({"event": "move", "units": ["rifle-division-1"], "from": "2563", "at": "2565"})
    drawn = hex_figure(board, along, moved, BoardFacts(), ROOM_MM)

    printed, shown = ({" ".join(text.text.split()) for text in texts_in(nodes)}
                      for nodes in ([layer for one in board.words for layer in one.layers], drawn.nodes))  # fmt: skip

    assert "MANNERHEIM LINE" in printed - shown and {"2464", "2564"} <= shown


def test_a_name_that_counters_hide_stands_on_a_plate_and_none_at_the_frame(board):
    """Murmansk was named in the text alone; a frame cut off the dot of Skopin, and the top of POLTAVA."""
    along = example(position={"units": {"2565": ["finnish-division-1"], "2363": ["finnish-division-2"]}})
    drawn = hex_figure(board, along, [], BoardFacts(), ROOM_MM)
    words = {node.text: (node.font, box) for _, node, box in marks(drawn.nodes) if isinstance(node, Text)}
    names = [words[space.name] for space in board.game.map.spaces if space.name in words]

    assert words["Terijoki"][0] == "condensed-bold" and len(names) > 1
    assert all(x0 > 1.5 and x1 < ROOM_MM - 1.5 for _, (x0, _, x1, _) in names)


def test_a_line_of_supply_counts_its_hexes(board):
    centres = {"a": (0.0, 0.0), "b": (10.0, 0.0), "c": (20.0, 0.0), "d": (30.0, 0.0)}
    line = SupplyLine("u", (("unit", ("a", "b", "c")), ("headquarters", ("c", "d")), ("rail", ("d", "a"))))
    nodes = supply_nodes([line, line], centres, 1.0)

    assert texts_of(tuple(nodes)) == ["1", "2", "1"]
    (band,) = [n for n in nodes if isinstance(n, Path) and n.stroke and n.stroke.opacity < 1]
    assert band.stroke.colour == SUPPLY


def test_an_isolated_unit_has_a_broken_frame_and_the_legend_says_why(board):
    alone = example(position={"units": {"2545": ["rifle-regiment-1"], "2245": ["finnish-battalion-1"]}})
    plain = hex_figure(board, alone, [], BoardFacts(), ROOM_MM)
    cut = hex_figure(board, alone, [], BoardFacts(isolated=("rifle-regiment-1",)), ROOM_MM)

    def frames(nodes):
        return [
            n
            for _, n, _ in marks(nodes)
            if isinstance(n, Path) and n.stroke and n.stroke.colour == CROSS and n.stroke.dash_mm
        ]

    assert frames(plain.nodes) == [] and len(frames(cut.nodes)) == 2
    assert "isolated" in texts_of(cut.nodes)


def test_a_pale_side_is_hatched_in_its_ink(game):
    assert side_colour(game, "finnish") == game.style.sides["finnish"].ink
    assert side_colour(game, "soviet") == game.style.sides["soviet"].ground


def test_a_hexagon_with_a_corner_at_the_top():
    corners = hexagon((0.0, 0.0), 10.0, 30.0)

    assert min(corners, key=lambda c: c[1]) == (0.0, -10.0)
    assert max(x for x, _ in corners) == 8.66


# The piece --------------------------------------------------------------------------------------------


def test_nothing_on_the_map_is_no_figure(board):
    waiting = example(position={"units": {"soviet-turn-2": ["rifle-regiment-19"]}})

    assert hex_figure(board, waiting, [], BoardFacts(), ROOM_MM) is None


def test_a_piece_too_wide_to_read_is_no_figure(board):
    far = example(position={"units": {"1203": ["ski-patrol-1"], "3669": ["rifle-corps-1"]}})

    assert hex_figure(board, far, [], BoardFacts(), ROOM_MM) is None


def test_counters_never_become_too_small_to_read(board):
    wide = example(position={"units": {"2545": ["rifle-regiment-1"], "3554": ["headquarters-1"]}})
    drawn = hex_figure(board, wide, [], BoardFacts(), ROOM_MM)
    # The second rectangle of a counter is its outline.
    sizes = [
        x1 - x0
        for _, n, (x0, _, x1, _) in marks(drawn.nodes)
        if isinstance(n, Path) and n.stroke and n.stroke.colour == "#3a352f"
    ]

    assert len(sizes) == 2 and min(sizes) >= CHIT_MM - 0.01


def test_a_piece_keeps_fills_lines_trees_and_words_that_lie_in_it():
    square = Path(
        (("M", -50.0, -50.0), ("L", 50.0, -50.0), ("L", 50.0, 50.0), ("L", -50.0, 50.0), ("Z",)), fill="#00ff00"
    )
    away = Path((("M", 60.0, 60.0), ("L", 70.0, 60.0), ("L", 70.0, 70.0), ("Z",)), fill="#00ff00")
    wire = Path(
        (("M", -90.0, 5.0), ("L", -40.0, 5.0), ("L", 5.0, 5.0), ("C", 6, 6, 7, 7, 8, 8), ("L", 90.0, 80.0)),
        stroke=Stroke("#000000", 1.0),
    )
    trees = Scatter(((square,),), (0.0, 5.0, 5.0, 1.0, 0.0, 80.0, 5.0, 1.0))
    words = [Text(2.0, 5.0, "in", "condensed-regular", 5.0), Text(9.5, 5.0, "cut off", "condensed-regular", 5.0)]
    (kept,) = piece_of([Group((square, away, wire, trees, *words), layer="all")], (0.0, 0.0, 10.0, 10.0))

    ground, line, strewn, word = kept.children
    assert len(ground.segments) == 5
    assert all(-3.0 <= v <= 13.0 for s in ground.segments for v in s[1:])
    assert [s[0] for s in line.segments] == ["M", "L", "C", "L"]
    assert strewn.places == (0.0, 5.0, 5.0, 1.0)
    assert word.text == "in"
    (bare,) = piece_of([Group((words[0], ground))], (0.0, 0.0, 10.0, 10.0), [(1.0, 1.0, 9.0, 9.0)])
    assert [type(n) for n in bare.children] == [Path]
