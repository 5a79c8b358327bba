"""From files to models: YAML read safely, every value with its file, line and column.

In: the path or id of a game. Out: a `Game`, or a `SourceError` with all problems at once. Read `load.load_game`
first; `reader` turns one file into plain data, `validate` that data into a model.
"""

from pnp.sources.find import find_game, game_folders
from pnp.sources.load import load_game, load_parts

__all__ = ["find_game", "game_folders", "load_game", "load_parts"]
