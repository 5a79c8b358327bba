"""A series: games that share sources. `extends: <folder>` in `game.yaml` names the folder beside the game's own.

A file that both have is put together key by key, lists whose entries have ids by these; where the two differ, the
game's own holds. A new entry stands before the one that follows it in the game and that the series has too. A file
that only the series has is read as if it stood in the game.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.model.base import MarkedDict, Marks
from pnp.sources.find import SERIES_FILE
from pnp.sources.reader import YamlDocument


def series_of(game: YamlDocument, folder: Path) -> Path | None:
    """The folder of the series that the game with this `game.yaml` in `folder` belongs to, if any.

    Raises SourceError when no series of that name lies beside the game.
    """
    name = game.data.get("extends") if isinstance(game.data, dict) else None
    if not isinstance(name, str):  # the model refuses what isn't text
        return None
    beside = {path.parent.name: path.parent for path in Path(os.path.abspath(folder)).parent.glob(f"*/{SERIES_FILE}")}
    if name in beside:
        return beside[name]
    hint = did_you_mean(name, beside, listed=f"A series is a folder beside the game's own that holds {SERIES_FILE}.")
    where = game.marks.at("extends")
    raise SourceError(
        Problem("unknown-series", f"no series {name!r} beside the game", where, hint, source_line=game.line(where))
    )


def joined(shared: YamlDocument, own: YamlDocument) -> YamlDocument:
    """One document of the series' and the game's own; each value keeps its place."""
    data, marks = _joined((shared.data, shared.marks), (own.data, own.marks))
    return YamlDocument(data, marks, own.source, shared.source)


def _joined(shared: tuple[Any, Marks], own: tuple[Any, Marks]) -> tuple[Any, Marks]:
    theirs, ours = _entries(*shared), _entries(*own)
    value, marks = own
    if theirs is None or ours is None or type(shared[0]) is not type(value):
        return own
    own_entries = {name: _joined(theirs[name], e) if name in theirs else e for name, e in ours.items()}
    entries = {name: own_entries[name] if name in own_entries else theirs[name] for name in _in_order(theirs, ours)}
    if isinstance(value, list):
        inner = dict(enumerate(marks for _, marks in entries.values()))
        return [entry for entry, _ in entries.values()], Marks(marks.here, marks.key, inner)
    mapping = MarkedDict({name: entry for name, (entry, _) in entries.items()})
    mapping.marks = Marks(marks.here, marks.key, {name: inner for name, (_, inner) in entries.items()})
    return mapping, mapping.marks


def _in_order(theirs: Iterable[Any], ours: Iterable[Any]) -> list[Any]:
    """Theirs, with ours that they lack before the next of ours that they have, or at the end."""
    order, waiting = list(theirs), []
    for name in ours:
        if name in order:
            at = order.index(name)
            order[at:at] = waiting
            waiting = []
        else:
            waiting.append(name)
    return order + waiting


def _entries(value: Any, marks: Marks) -> dict[Any, tuple[Any, Marks]] | None:
    """The entries of a mapping by key; of a list by id, of several with one id each apart; None of anything else."""
    if isinstance(value, dict):
        return {key: (entry, marks.inner[key]) for key, entry in value.items()}
    if not isinstance(value, list) or not value:
        return None
    entries: dict[Any, tuple[Any, Marks]] = {}
    seen: Counter[str] = Counter()
    for at, entry in enumerate(value):
        name = entry.get("id") if isinstance(entry, dict) else None
        if not isinstance(name, str):
            return None
        entries[name, seen[name]] = entry, marks.inner[at]
        seen[name] += 1
    return entries
