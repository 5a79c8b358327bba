"""The palettes that ship: what a style has that says nothing else."""

from __future__ import annotations

from functools import lru_cache

from pnp.model.counters import CountersSource
from pnp.model.info import GameInfo
from pnp.model.style import Palette, StyleSource
from pnp.sources.assets import common_dir
from pnp.sources.find import shown_path
from pnp.sources.reader import read_file
from pnp.sources.validate import validate


@lru_cache
def palette(name: str) -> Palette:
    """The palette `name`. Raises SourceError when the installation's file is broken."""
    path = common_dir() / "palettes" / f"{name}.yaml"
    return validate(Palette, read_file(path, shown_path(path)))


def with_palette(style: StyleSource, info: GameInfo, counters: CountersSource) -> StyleSource:
    """`style` with what it doesn't say from its palette: roles, and the colours of sides and markers."""
    sides = [side.id for side in info.sides if side.id not in style.sides]
    markers = [
        group.marker for group in counters.groups
        if group.marker is not None and not {group.marker, group.id} & style.markers.keys()
    ]  # fmt: skip
    return style.completed(palette(style.base), sides, markers)
