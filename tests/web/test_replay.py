"""Pictures and page of a game that was played."""

from __future__ import annotations

import io
import json
import re

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from pnp.api import load_game, play_game, rules_of
from pnp.generators.maps.sheet import plan_sheet
from pnp.referee.replay import replay
from pnp.vassal.board.picture import board_image
from pnp.web.board_view import board_view
from pnp.web.replay import frames, picture_files, player_turns, replay_page

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def played():
    game = load_game("march-of-justice")
    rules = rules_of(game)
    return rules, play_game(rules, {"wagner": "random"}, seed=5)


@pytest.fixture(scope="module")
def view(played):
    rules, _ = played
    return board_view(rules.game, plan_sheet(rules.game), dpi=24)


def test_a_frame_for_each_decision_and_the_start(played):
    rules, log = played
    decisions = list(frames(rules, log))
    assert len(decisions) == 1 + len(log.of("do"))
    assert decisions[-1].position == rules.position(replay(rules, log))
    assert decisions[-1].number == len(log)


def test_player_turns_keep_the_start_and_the_last_of_each(played):
    rules, log = played
    turns = list(player_turns(frames(rules, log)))
    assert [frame.turn for frame in turns] == sorted(frame.turn for frame in turns)
    assert turns[-1].position == rules.position(replay(rules, log))


def test_a_counter_is_where_the_position_has_it(played, view):
    rules, _ = played
    placed = {item.unit: item for item in view.placed(rules.scenario.position)}
    x, y = view.layout.spaces["rostov"].stack
    assert abs(placed["wagner"].x - x) <= view.layout.px(view.layout.counter_mm)
    assert abs(placed["wagner"].y - y) <= view.layout.px(view.layout.counter_mm)
    assert placed["wagner"].face == "front"


def test_pictures_are_named_in_order_and_differ_by_what_moved(played, view):
    rules, log = played
    files = dict(picture_files(rules, log, view, to=40))
    names = list(files)
    assert names[0] == "000-start.png" and names == sorted(names)
    assert re.fullmatch(r"001-turn-01-[a-z-]+\.png", names[1])
    first, last = (Image.open(io.BytesIO(files[name])) for name in (names[0], names[-1]))
    assert first.size == last.size and first.tobytes() != last.tobytes()


def test_pictures_are_the_same_each_time(played, view):
    rules, log = played
    assert next(picture_files(rules, log, view, to=0)) == next(picture_files(rules, log, view, to=0))


def test_the_board_looks_as_the_module_shows_it(played, view):
    """Through SVG and cairosvg it is what our own painter draws for VASSAL, but for how edges are smoothed."""
    painted = Image.open(io.BytesIO(board_image(view.game, view.plan, view.layout))).convert("RGB")
    differences = ImageChops.difference(view.board, painted)

    assert view.board.size == painted.size == view.layout.size
    assert max(ImageStat.Stat(differences).mean) < 1  # of 255
    assert max(high for _, high in differences.filter(ImageFilter.BoxBlur(3)).getextrema()) < 10


def test_the_page_holds_all_it_shows(played, view):
    rules, log = played
    page = replay_page(rules, log, view)
    assert not re.findall(r'(?:src|href)="(?!data:)', page)
    assert "http" not in re.sub(r"data:[^\"]*", "", page)
    data = json.loads(re.search(r"const DATA = (\{.*?\}), PICTURES", page)[1])
    assert len(data["frames"]) == 1 + len(log.of("do"))
    assert len(data["frames"][0]["m"]) == len(view.placed(rules.scenario.position))


def test_a_name_cannot_end_the_script(played, view):
    rules, log = played
    page = replay_page(rules, log, view, to=3)
    script = page[page.index("<script>"):]
    assert script.count("</script>") == 1


def test_a_step_looks_at_what_the_decision_names(played, view):
    rules, log = played
    page = replay_page(rules, log, view, to=60)
    steps = json.loads(re.search(r"const DATA = (\{.*?\}), PICTURES", page)[1])["frames"]
    decisions = list(frames(rules, log, to=60))
    number = next(i for i, frame in enumerate(decisions) if frame.ids and frame.ids[-1] in view.layout.spaces)

    assert steps[number]["f"] == list(view.layout.spaces[decisions[number].ids[-1]].stack)
    assert "f" not in steps[0]


def test_players_are_called_by_their_sides(played, view):
    rules, log = played
    assert "Wagner" in re.search(r"<p>([^<]*random[^<]*)</p>", replay_page(rules, log, view, to=3))[1]


@pytest.mark.slow
def test_pictures_of_hexes_have_few_colours_and_all_counters(winter_view):
    """A board of one blue and counters with their own colours: a palette that has both."""
    picture = Image.open(io.BytesIO(winter_view.picture(next(iter(winter_view.game.scenarios.values())).position)))
    colours = picture.convert("RGB").getcolors(100_000)
    x, y = winter_view.layout.boxes["soviet-turn-6"].slots["heavy-artillery"]

    assert picture.mode == "P" and len(colours) <= 256
    assert max(colours)[1] == pytest.approx((20, 90, 200), abs=4)
    ground = tuple(int(winter_view.game.style.sides["soviet"].ground[i : i + 2], 16) for i in (1, 3, 5))
    assert any(
        picture.convert("RGB").getpixel((x + dx, y - 12)) == pytest.approx(ground, abs=12) for dx in (-20, -18, 18, 20)
    )


@pytest.fixture(scope="module")
def winter_view():
    """Winter War on an empty board of one colour."""
    from pnp.maps.parts import MapPlan
    from pnp.maps.tracks import plan_track
    from pnp.vassal.layout import board_layout
    from pnp.web.board_view import BoardView, as_png

    game = load_game("winter-war")
    plan = MapPlan(
        size_mm=game.map.size_mm, frame_mm=game.map.frame_mm, spaces={}, regions={}, borders=(), links=(), rivers=(),
        lakes=(),
        towns=(), curved=(), tracks={track.id: plan_track(track) for track in game.map.tracks},
        boxes={box.id: box.rect_mm for box in game.map.boxes if box.rect_mm}, left_out=(), problems=(),
    )  # fmt: skip
    layout = board_layout(game, plan, 96.0)
    return BoardView(game, plan, layout, lambda: as_png(Image.new("RGB", layout.size, (20, 90, 200))))
