"""`manifest.json`: every product that lies in the output, with its hash."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from pnp.model.game import Game
from pnp.output import inside, to_json, write_atomic
from pnp.press.recipes import Recipe
from pnp.press.records import ProductRecord


def write_manifest(game: Game, recipes: Iterable[Recipe], out: Path, records: Mapping[str, ProductRecord]) -> None:
    """List the products of this order and of earlier ones, also when the cache is gone.

    A product that the game no longer has (its language was removed) is left out.
    """
    target = inside(out, f"{game.id}/manifest.json")
    earlier = _listed(target)
    rows = []
    for recipe in sorted(recipes, key=lambda recipe: recipe.path):
        name, record = recipe.path.partition("/")[2], records.get(recipe.path)
        if (out / recipe.path).is_file() and (digest := record.sha256 if record else earlier.get(name)):
            rows.append(
                {
                    "product": recipe.product,
                    "language": recipe.language,
                    "paper": recipe.paper,
                    "path": name,
                    "sha256": digest,
                }
            )
    document = to_json({"schema": 1, "game": game.id, "version": game.info.version, "files": rows})
    if not target.is_file() or target.read_bytes() != document.encode("utf-8"):
        write_atomic(target, document)


def _listed(path: Path) -> dict[str, str]:
    """Path -> hash of an earlier manifest; {} when there is none that can be read."""
    try:
        rows = json.loads(path.read_text("utf-8"))["files"]
        return {str(row["path"]): str(row["sha256"]) for row in rows}
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return {}
