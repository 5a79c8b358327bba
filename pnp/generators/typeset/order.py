"""The runs of a line in the order in which they stand, where some are read from right to left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from pnp.draw.bidi import has_letters_of_it, turned, visual_runs
from pnp.generators.typeset.items import TextRun


def as_they_stand(runs: Sequence[TextRun], *, backwards: bool = False) -> Sequence[TextRun]:
    """The runs of a line from left to right; parts of one where its directions change.

    backwards  the line is read from right to left even if nothing in it tells
    """
    text = "".join(run.text for run in runs)
    return [*_visual(runs, text)] if backwards or has_letters_of_it(text) else runs


def _visual(runs: Sequence[TextRun], text: str) -> Iterator[TextRun]:
    looks = [run.look for run in runs for _ in run.text]
    for directed in visual_runs(text, backwards=True):
        parts = [
            (look, [*places]) for look, places in groupby(range(directed.start, directed.end), key=looks.__getitem__)
        ]
        for look, places in reversed(parts) if directed.backwards else parts:
            part = text[places[0] : places[-1] + 1]
            yield TextRun(turned(part) if directed.backwards and not has_letters_of_it(part) else part, look)
