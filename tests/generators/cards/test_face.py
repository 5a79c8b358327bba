"""The front and the back of a card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from pnp.checks import check_game
from pnp.checks.procedures import procedures_of
from pnp.draw.scene import Group, Node, Path, Scene, Text
from pnp.errors import SourceError
from pnp.generators.cards.art import CardMap
from pnp.generators.cards.face import band_colours, card_scene, fit_words
from pnp.generators.cards.layout import LEAST_PT, card_layout, foot_texts, text_drawing
from pnp.generators.maps.sheet import plan_sheet
from pnp.model.cards import CardsSource
from pnp.model.pictures import PictureContent
from pnp.sources.reader import read_text
from pnp.sources.validate import validate
from tests.card_games import with_cards, woods


@pytest.fixture(scope="module")
def maps() -> CardMap:
    return CardMap(woods(), lambda: plan_sheet(woods()))


def nodes_in(nodes: tuple[Node, ...]) -> Iterator[Node]:
    for node in nodes:
        yield node
        if isinstance(node, Group):
            yield from nodes_in(node.children)


def texts(scene: Scene) -> list[Text]:
    return [node for node in nodes_in(scene.children) if isinstance(node, Text)]


def card(**fields):
    return {"id": "storm", "title": "Storm", "text": "Nobody moves.", **fields}


def test_a_front_says_value_letter_title_text_when_and_case():
    game = with_cards(card(value=3, letter="K", once=True, when={"turns": "1-2"}, rule="2.2"))
    shown = {text.text: text for text in texts(card_scene(game, "storm"))}
    assert set(shown) == {"3", "K", "Storm", "Nobody moves.", "Turns 1–2", "once a game", "2.2"}
    assert shown["3"].size_pt == 19.0 and shown["Storm"].size_pt == 12.6
    assert min(text.size_pt for text in shown.values()) >= LEAST_PT


def test_a_scene_is_the_trimmed_card():
    scene = card_scene(with_cards(card(), size="tarot"), "storm")
    assert (scene.width_mm, scene.height_mm) == (70.0, 120.0)
    assert isinstance(scene.children[0], Group) and scene.children[0].clip is not None


def test_a_long_text_is_set_smaller_and_a_longer_one_refused():
    """No text is smaller than 6.5 pt."""
    longer = with_cards(card(text="Nobody moves. " * 60, art={"symbol": "wave"}), size="bridge")
    middle = with_cards(card(text="Nobody moves. " * 20, art={"symbol": "wave"}), size="bridge")
    deck = middle.cards.decks[0]
    layout = card_layout(deck, pictured=True)
    drawing = text_drawing(middle, middle.cards.cards[0], layout, "#000000")
    assert LEAST_PT <= drawing.least_pt < 8.0
    assert drawing.height_mm <= layout.words[3]
    with pytest.raises(SourceError, match="too long at 6"):
        fit_words(longer, longer.cards.cards[0], deck)


def test_a_refused_text_is_told_with_its_line():
    text = "decks: [{id: d, name: D}]\ncards:\n  - id: storm\n    title: Storm\n    text: " + "on and on " * 400
    game = replace(woods(), cards=validate(CardsSource, read_text(text.encode(), "cards.yaml")))
    with pytest.raises(SourceError) as caught:
        fit_words(game, game.cards.cards[0], game.cards.decks[0])
    (problem,) = caught.value.problems
    assert (problem.code, problem.where.path, problem.where.line) == ("card-text", "cards.yaml", 5)


def test_a_title_takes_two_lines_before_it_is_refused():
    game = with_cards(card(title="The General Who Came Too Late"))
    lines = [text.text for text in texts(card_scene(game, "storm")) if "G" in text.text or "Late" in text.text]
    assert lines == ["The General Who Came", "Too Late"] or len(lines) == 2
    with pytest.raises(SourceError, match="doesn't fit on two lines"):
        card_scene(with_cards(card(title="Immeasurable " * 12)), "storm")


def test_a_symbol_stands_in_its_line():
    """A symbol takes the room of two figures, on the baseline."""
    game = with_cards(card(text="One :infantry: moves."))
    layout = card_layout(game.cards.decks[0], pictured=False)
    drawing = text_drawing(game, game.cards.cards[0], layout, "#102030")
    assert "One" in drawing.nodes[0].text and drawing.nodes[0].text.endswith("moves.")
    inked = [n for n in nodes_in(drawing.nodes) if isinstance(n, Path) and n.stroke and n.stroke.colour == "#102030"]
    xs = [segment[1] for path in inked for segment in path.segments if len(segment) > 1]
    assert inked and 5.0 < min(xs) < max(xs) < 20.0
    with pytest.raises(SourceError, match="unknown symbol :infantery:"):
        card_scene(with_cards(card(text="One :infantery: moves.")), "storm")


def test_values_of_the_game_stand_in_the_text():
    game = with_cards(card(text="Stack {{ parameter.stack_limit }} units."))
    assert "Stack 2 units." in {text.text for text in texts(card_scene(game, "storm"))}


def test_a_picture_shows_the_map_a_counter_and_a_symbol(maps):
    art = {"at": "0202", "counter": "tank-1", "symbol": "wave", "across_mm": 120}
    game = with_cards(card(art=art))
    shown = {text.text for text in texts(card_scene(game, "storm", maps=maps))}
    assert {"ALDER", "0401"} <= shown and "4" in "".join(shown) and "0202" not in shown  # beneath the counter


@pytest.mark.parametrize(
    ("art", "message"),
    [
        ({"at": "9999"}, "unknown space '9999'"), ({"counter": "tank-9"}, "unknown counter 'tank-9'"),
        ({"symbol": "wafe"}, "wafe"),
    ],
)
def test_what_a_picture_lacks_is_told(maps, art, message):
    with pytest.raises(SourceError, match=message):
        card_scene(with_cards(card(art=art)), "storm", maps=maps)


def test_sides_are_told_apart_by_their_bands():
    game = with_cards(card(side="red"))
    red, blue, both = (band_colours(game, side) for side in ("red", "blue", None))
    assert red.ground == game.style.sides["red"].ground != blue.ground
    assert both.ground not in (red.ground, blue.ground)


def test_low_ink_has_a_strip_for_a_band():
    game = with_cards(card(side="red"))
    game = replace(game, style=game.style.replaced(ink="low"))
    fills = {node.fill for node in nodes_in(card_scene(game, "storm").children) if isinstance(node, Path)}
    assert "#ffffff" in fills and "#fffdf6" not in fills
    assert {text.colour for text in texts(card_scene(game, "storm"))} == {"#1d1b18"}


def test_a_foot_says_how_long_a_card_stays():
    game = with_cards(card(stays="turn", when={"turns": "3"}), card(id="rain", title="Rain", stays="game", note="wet"))
    assert [foot_texts(game, one) for one in game.cards.cards] == [("Turn 3", "to the end of the turn"), ("", "wet")]


def test_a_back_names_the_game_and_the_deck(maps):
    shown = [text.text for text in texts(card_scene(with_cards(card()), "storm", "back", maps=maps))]
    assert "DECLARED WAR" in shown and "EVENTS" in shown


def test_an_unknown_card_is_a_key_error():
    with pytest.raises(KeyError):
        card_scene(with_cards(card()), "calm")
    with pytest.raises(KeyError):
        card_scene(replace(woods(), cards=None), "storm")


def test_a_picture_of_ones_own_fills_the_window():
    """A black square as SVG, cut to the window, in the colour of the side."""
    game = with_cards(card(side="red", art={"picture": {"file": "art/square.svg", "tint": "side"}}))
    data = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9H0Z"/></svg>'
    content = PictureContent("svg", "art/square.svg", "1", data, 9.0, 9.0)
    game.cards.cards[0].art.picture.read_as(content)
    fills = [node.fill for node in nodes_in(card_scene(game, "storm").children) if isinstance(node, Path)]
    assert fills.count(game.style.sides["red"].ground) == 2  # the band and the square


def test_the_check_of_symbols_looks_at_pictures_too():
    game = with_cards(card(art={"symbol": "wafe"}), card(id="calm", title="Calm", art={"symbol": "wave"}))
    problems = [problem for problem in check_game(game, select=("missing-symbol",)).problems]
    assert len(problems) == 1 and "wafe" in problems[0].message


def test_an_event_may_mix_deeds_and_sentences():
    """Checks that compare the entries of a list read such a list, too."""
    event = [{"deed": "restore", "units": {"side": "own"}}, "points own 1"]
    game = with_cards(card(event=event), card(id="calm", title="Calm", event=event[::-1]))
    assert list(check_game(game, select=("entry-twice",)).problems) == []


def test_the_case_of_an_event_counts_as_carried_out():
    """And a card, whose event stands on it, may name a case that speaks of all events."""
    idle, busy = (with_cards(card(rule="Fog", **more)) for more in ({}, {"event": "points own 1"}))
    counts = [sum(line.address == "Fog" for line in procedures_of(game).declared) for game in (idle, busy)]
    assert counts[1] == counts[0] + 1
    assert list(check_game(busy, select=("rule-subject",)).problems) == []
