"""Where the project's data files are: in a checkout, an editable install or a wheel."""

from __future__ import annotations

from pathlib import Path

from pnp.errors import MissingToolError, PnpError

PACKAGE = Path(__file__).resolve().parent.parent


def data_dir(name: str) -> Path:
    """The path of the data folder `name`: `sources`, `templates` or `vassal`.

    Raises MissingToolError when the installation lacks it.
    """
    for candidate in (PACKAGE / "_data" / name, PACKAGE.parent / name):
        if candidate.is_dir():
            return candidate
    raise MissingToolError(f"this installation of pnp lacks its folder {name!r}: install it again")


def require_changeable(folder: Path) -> None:
    """Raise PnpError when `folder` belongs to an installation of the package; one of a checkout does not."""
    if folder.resolve().is_relative_to(PACKAGE):
        game = folder.name.replace("_", "-")
        mend = f"`pnp new {game} --from {game}` copies it, and --sources . before a command finds the copy"
        raise PnpError(f"{folder} belongs to this installation, which no command changes; {mend}")


def common_dir() -> Path:
    """`sources/common`: hyphenation, glossary, the engine's catalogues."""
    return data_dir("sources") / "common"
