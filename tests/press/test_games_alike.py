"""Every game yields the same kinds of products under the same names."""

from __future__ import annotations

import re
from pathlib import Path

from pnp.press.played import play_examples, told
from pnp.press.recipes import recipes_for
from pnp.sources import load_game

ROOT = Path(__file__).resolve().parent.parent.parent


def names(folder: str) -> set[tuple[str, str]]:
    """(product, name of the file) in English, the sheets' own names left out."""
    game = load_game(ROOT / "sources" / folder)
    wanted = [recipe for recipe in recipes_for(game) if recipe.language in ("", "en")]
    return {
        (
            r.product,
            re.sub(r"counters-[a-z-]+-(front|back|outlines)\.svg", r"counters-SHEET-\1.svg", Path(r.path).name).replace(
                game.id, "GAME"
            ),
        )
        for r in wanted
    }


def test_both_games_yield_the_same_products():
    march = names("march_of_justice")
    assert march == names("putins_war")
    assert ("vassal", "GAME.vmod") in march and len(march) == 31


def test_examples_are_told_and_logged_in_every_language():
    """The same log whatever the language; the sentences differ."""
    game = load_game(ROOT / "sources" / "march_of_justice")
    english, italian = told(play_examples(game), "en"), told(play_examples(game), "it")
    assert english.logs == italian.logs
    assert set(english.told) == set(italian.told) == {e.id for e in game.all_examples() if e.in_rulebook}
    assert english.told != italian.told
