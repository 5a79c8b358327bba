"""The code of a game names none of its places nor units: they stand in its sources, and sets, features and traits say
what the rules want with them.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

import pytest

from pnp.games import GAMES
from pnp.sources import load_game

WORD = re.compile(r"[^\W\d_]{4,}")

MEANT = {
    "fall-of-the-directory": {"captured", "forming", "left"},
    "makhnos-return": {"first", "forming"},
    "march-of-justice": {"main"},  # roads
    "winter-war": {"leningrad", "murmansk"},  # the rules themselves speak of a Leningrad and a Murmansk condition
}  # fmt: skip
"""Words that mean something else in the code, or that the rules themselves use for a procedure; all of them occur."""


def words(*texts: str) -> set[str]:
    return {word.lower() for text in texts for word in WORD.findall(text.replace("_", " "))}


def code_words(files: Iterable[Path]) -> set[str]:
    """The words of names and texts, without docstrings and comments."""
    found: set[str] = set()
    for file in files:
        for token in tokenize.generate_tokens(io.StringIO(file.read_text(encoding="utf-8")).readline):
            if token.type == tokenize.NAME or (token.type == tokenize.STRING and not token.string.startswith('"""')):
                found |= words(token.string)
    return found


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_code_names_no_place_and_no_unit(game_id):
    """Kinds of units, their traits, nations and sides are words of the rules; what else a counter is called is not."""
    game = load_game(game_id)
    info, groups = game.info, [group for group in game.counters.groups if not group.marker]
    kinds = words(
        *(text for kind in info.unit_types for text in (kind.name, kind.plural)), *game.style.sides,
        *(trait.name for trait in info.traits), *(text for side in info.sides for text in (side.name, side.adjective)),
    )  # fmt: skip
    names = words(*(space.name for space in game.map.spaces), *(group.name for group in groups)) - kinds
    folder = Path(import_module(GAMES[game_id].partition(":")[0].rpartition(".")[0]).__file__).parent

    told = names & code_words(folder.rglob("*.py"))

    assert told == MEANT.get(game_id, set())
