"""One product: made from its recipe and written, or told why not."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pnp.build.recipes import Recipe
from pnp.build.workshop import Workshop
from pnp.errors import LayoutError, MissingToolError, PnpError, Problem, SourceError
from pnp.output import inside, sha256, write_atomic


@dataclass(frozen=True)
class Made:
    """What became of a product.

    bytes, sha256, mtime_ns  of the file as it was written
    content  hash of all that it shows, where its recipe tells it
    same     the file that lies there shows the same already; nothing was written
    problem, lacking  why there is none
    """

    bytes: int = 0
    sha256: str = ""
    mtime_ns: int = 0
    pages: int = 0
    content: str = ""
    same: bool = False
    problem: Problem | None = None
    lacking: str = ""


def make_one(workshop: Workshop, recipe: Recipe, out: Path) -> Made:
    """One product, under `out`; what goes wrong with the sources or the machine is told, not raised.

    Raises OSError when it can't be written.
    """
    try:
        content, before = "", workshop.earlier.get(recipe.path)
        found = recipe.again(workshop) if recipe.again and before else None
        if found is None:
            content = recipe.content(workshop) if recipe.content else ""
            if before is not None and content and content == before.content:
                return Made(pages=before.pages, content=content, same=True)
            found = recipe.make(workshop)
        data, pages, *digest = found
        if data is None:
            return Made(pages=pages, content=before.content if before else "", same=True)
    except MissingToolError as error:
        return Made(lacking=str(error))
    except SourceError as error:
        return Made(problem=error.problems[0])
    except (LayoutError, PnpError) as error:
        return Made(problem=Problem("layout", f"{recipe.path}: {error}", game=workshop.game.id))
    path = inside(out, recipe.path)
    write_atomic(path, data)
    return Made(len(data), digest[0] if digest else sha256(data), path.stat().st_mtime_ns, pages, content)
