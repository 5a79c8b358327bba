"""The engine's words."""

from pnp.model.game import Game
from pnp.translate import localised
from pnp.translate.apply import words_in
from pnp.translate.extract import extract_code


def test_english_words_are_the_words_themselves():
    assert words_in("en").text("Sheet {n} of {total}", n=1, total=2) == "Sheet 1 of 2"


def test_italian_words_come_from_the_common_catalogue():
    words = words_in("it")

    assert words.language == "it"
    assert words.text("Sheet {n} of {total}", n=1, total=2) == "Foglio 1 di 2"
    assert words.text("No such word {n}", n=1) == "No such word 1"


def test_words_of_a_games_code_come_from_its_own_catalogue(game: Game):
    """A word of `pnp/games/putins_war`: no other game's catalogue has it."""
    own = next(entry.text for entry in extract_code(game) if "{" not in entry.text)
    assert localised(game, "it").words.text(own) != own
    assert words_in("it").text(own) == own
