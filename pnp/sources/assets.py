"""Where the project's data lie: in a checkout, an editable install or a wheel."""

from __future__ import annotations

from pathlib import Path

from pnp.errors import MissingToolError

PACKAGE = Path(__file__).resolve().parent.parent


def data_dir(name: str) -> Path:
    """The folder `sources`, `templates` or `vassal`.

    Raises MissingToolError when the installation lacks it.
    """
    for candidate in (PACKAGE / "_data" / name, PACKAGE.parent / name):
        if candidate.is_dir():
            return candidate
    raise MissingToolError(f"this installation of pnp lacks its folder {name!r}: install it again")


def common_dir() -> Path:
    """`sources/common`: hyphenation, glossary, the engine's catalogues."""
    return data_dir("sources") / "common"
