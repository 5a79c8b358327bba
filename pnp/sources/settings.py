"""The user's own settings: those of a printer and a person, not of a game.

Read from `$PNP_SETTINGS`, else `~/.config/pnp/settings.yaml` (below `$XDG_CONFIG_HOME` when that is set).
No file means the defaults. The same hardened reader as for games reports a bad value with line and column.

    back_offset_mm: [0.4, -1.2]     # read off the marks at the corners of a counter sheet
    counter_size_mm: 20             # 12.7, 15.875 or 20; as the game's style says when left out
    gutter_mm: 3                    # between counters, for a die cutter or an unsteady hand
    enlarge: 1.25                   # map and counters together: 12.7 mm becomes 15.875 mm
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import Field

from pnp.errors import SourceError
from pnp.model.base import Number, SourceModel
from pnp.sources.reader import read_file
from pnp.sources.validate import validate

Offset = Annotated[Number, Field(ge=-10, le=10)]


class Settings(SourceModel):
    """The file `settings.yaml`."""

    back_offset_mm: tuple[Offset, Offset] = Field(
        default=(0.0, 0.0), description="how far backs are moved right and down on the page, to meet their fronts"
    )
    counter_size_mm: Annotated[Number, Field(ge=8, le=40)] | None = Field(
        default=None, description="edge of a square counter; the game's own size when left out"
    )
    gutter_mm: Annotated[Number, Field(ge=0, le=20)] | None = Field(
        default=None, description="space between counters on the sheet; the game's own when left out"
    )
    enlarge: Annotated[Number, Field(ge=1, le=2)] = Field(
        default=1.0,
        description="the large edition: map and counters times this; `counter_size_mm`, where given, stays as it is",
    )


def settings_path(environ: Mapping[str, str], home: Path) -> Path:
    """The path of the settings file, whether or not it exists: `$PNP_SETTINGS`, else in the configuration folder."""
    explicit = environ.get("PNP_SETTINGS")
    if explicit:
        return Path(explicit)
    base = environ.get("XDG_CONFIG_HOME")
    return (Path(base) if base else home / ".config") / "pnp" / "settings.yaml"


def read_settings(environ: Mapping[str, str] | None = None, home: Path | None = None) -> Settings:
    """The user's settings; the defaults when `$PNP_SETTINGS` is unset and there is no file.

    environ, home  those of this process when left out
    Raises SourceError: a file that `$PNP_SETTINGS` names is missing, or a value is not what it should be.
    """
    environ = os.environ if environ is None else environ
    path = settings_path(environ, home or Path.home())
    if not environ.get("PNP_SETTINGS") and not path.exists():
        return Settings()
    try:
        return validate(Settings, read_file(path, path.as_posix()))
    except SourceError as error:
        if error.problems[0].code == "empty-file":  # every line commented out
            return Settings()
        raise
