"""Cards in the module: decks, discards, private hands, pictures, set-ups."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace

import pytest

from pnp.generators.maps.sheet import plan_sheet
from pnp.model.position import PositionSource
from pnp.sources import load_game
from pnp.sources.new_game import new_game
from pnp.vassal import build_module
from pnp.vassal.context import Context
from pnp.vassal.format.encoding import key_list
from pnp.vassal.format.gpids import numbered
from pnp.vassal.format.reader import read_module
from pnp.vassal.format.saved_games import read_saved_game
from pnp.vassal.format.traits import decode_command
from pnp.vassal.image_names import image_names
from pnp.vassal.layout import board_layout
from pnp.vassal.pieces.cards import card_commands, deck_places, hand_sides
from pnp.vassal.saves.reading import read_position
from pnp.vassal.saves.setups import position_to_vsav
from pnp.vassal.verify.module import check_generated
from tests.vassal.module_and_game import game_problems


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """A new game of nine places with its 18 cards."""
    folder = tmp_path_factory.mktemp("small")
    for name, text in new_game("small", "points", 3, 3, cards=True).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return numbered(load_game(folder))


@pytest.fixture(scope="module")
def plan(game):
    return plan_sheet(game, draft=True)


@pytest.fixture(scope="module")
def archive(game, plan):
    return build_module(game, {}, plan, dpi=60.0)


@pytest.fixture(scope="module")
def module(archive):
    return read_module(archive)


def test_cards_bring_no_problem(module, game, plan):
    bare = read_module(build_module(replace(game, cards=None), {}, plan, dpi=60.0))
    others = {found.message for found in check_generated(bare)}
    assert [found.message for found in check_generated(module) if found.message not in others] == []
    assert game_problems(module, game) == []


def test_there_is_a_pile_and_a_place_for_discards(module):
    decks = {deck.name: deck.attributes for deck in module.decks}
    assert {"Events: pile", "Events: discards"} <= set(decks)
    assert (decks["Events: pile"]["faceDown"], decks["Events: pile"]["shuffle"]) == ("Always", "Always")
    discards = decks["Events: discards"]
    assert (discards["faceDown"], discards["reshufflable"], discards["reshuffleTarget"]) == (
        "Never", "true", "Events: pile",
    )  # fmt: skip


def test_each_side_has_a_hand_that_others_do_not_see(module, game):
    hands = {hand.attributes["mapName"]: hand.attributes for hand in module.root.find_all("PlayerHand")}
    assert {name: (hand["side"], hand["visible"]) for name, hand in hands.items()} == {
        "Hand of North": ("North", "false"), "Hand of South": ("South", "false"),
    }  # fmt: skip
    assert hand_sides(game) == ["north", "south"]


def test_every_card_is_a_piece_with_its_front_and_the_back_as_a_mask(module, game):
    pieces = {piece.properties()["CounterId"]: piece for piece in module.pieces if "Card" in piece.properties()}
    assert set(pieces) == {f"card-{copy}" for copy in game.cards.ids}
    assert len(pieces) == 18
    masks = {trait.get("image") for piece in pieces.values() for trait in piece.traits if trait.id == "obs"}
    assert masks == {"card-back-events.png"}
    assert pieces["card-spies-2"].traits[-1].get("image") == "card-spies.png"


def test_the_pictures_are_as_large_as_the_cards(archive):
    from PIL import Image

    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        picture = Image.open(io.BytesIO(files.read("images/card-truce.png")))
        assert "images/card-back-events.png" in files.namelist()
    assert picture.size == (round(63 * 60 / 25.4), round(88 * 60 / 25.4))


def test_a_game_begins_with_all_cards_in_the_pile(module, game):
    saved = module.setups["standard.vsav"]
    decks = [item for item in saved.objects if item.kind == "deck" and item.map == "Cards"]
    numbers = [str(game.gpids.pieces[f"card-{copy}"]) for copy in game.cards.ids]
    assert sorted(len(deck.members) for deck in decks) == [0, 18]
    assert max(decks, key=lambda deck: len(deck.members)).members == tuple(numbers)


def test_a_position_puts_cards_into_hands(game, plan):
    cards = {"north": ("truce",), "discarded": ("spies-1",), "removed": ("reserves-1",)}
    position = next(iter(game.scenarios.values())).position.replaced(cards=cards)
    saved = read_saved_game(position_to_vsav(game, PositionSource.model_validate(position.as_json()), plan, dpi=60.0))
    where = {item.piece.properties().get("CounterId"): item.map for item in saved.objects if item.piece}
    assert (where["card-truce"], where["card-reserves-1"]) == ("Hand of North", "null")
    decks = [item for item in saved.objects if item.kind == "deck" and item.map == "Cards"]
    assert sorted(len(deck.members) for deck in decks) == [1, 15]


def test_the_pile_lies_face_down_and_the_discards_face_up(game, plan):
    """The engine never turns discards by itself, however they are declared."""
    context = Context(game, game, board_layout(game, plan, 60.0), image_names(game))
    decks = card_commands(context, next(iter(game.scenarios.values())).position, 1)[1]

    assert [decode_command(deck)[2].split(";")[3] for deck in decks] == ["true", "false"]


def test_a_saved_game_is_read_back_with_its_cards(game, plan):
    cards = {"north": ("truce",), "in-force": ("night-attack",), "discarded": ("spies-1",), "removed": ("reserves-1",)}
    position = next(iter(game.scenarios.values())).position.replaced(cards=cards)
    saved = read_saved_game(position_to_vsav(game, position, plan, dpi=60.0))
    context = Context(game, game, board_layout(game, plan, 60.0), image_names(game))
    assert read_position(context, saved, "a.vsav").position.cards == cards


def test_a_game_without_cards_has_no_window_for_them(game, plan):
    assert not deck_places(replace(game, cards=None))


def test_a_discarded_card_is_named_in_the_chat(module):
    card = next(piece for piece in module.pieces if piece.properties().get("Layer") == "cards")
    told = next(t for t in card.traits if t.id == "report")
    back = next(t for t in card.traits if t.id == "return")

    assert told.get("format") == "$newPieceName$ is discarded"
    assert told.get("keys") == key_list([back.get("key")])
