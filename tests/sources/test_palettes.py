"""The palettes that ship: whole, and their sides told apart by everyone."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import get_args

import pytest

from pnp.checks.base import Survey
from pnp.checks.counters import contrast, sides_alike
from pnp.errors import SourceError
from pnp.model.style import ROLES, PaletteName, StyleSource
from pnp.sources import load_game
from pnp.sources.assets import common_dir
from pnp.sources.load import palette
from pnp.sources.reader import read_text
from pnp.sources.validate import validate

NAMES = get_args(PaletteName)


def test_each_named_palette_has_its_file():
    assert {path.stem for path in (common_dir() / "palettes").glob("*.yaml")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_palette_has_every_role_and_readable_sides(name):
    base = palette(name)
    assert set(base.palette) == set(ROLES)
    ford = load_game("the-ford")
    for pair in combinations(base.sides, 2):
        style = StyleSource().completed(base.replaced(sides=pair), ["north", "south"], ["clock"])
        survey = Survey(replace(ford, style=style))
        assert [p.message for check in (contrast, sides_alike) for p in check.check(survey)] == []



def test_what_a_style_says_stays():
    style = StyleSource.model_validate({"base": "snow", "palette": {"sea": "#123456"}})
    done = style.completed(palette("snow"), ["a", "b", "c", "d", "e"], [])
    assert (done.colour("sea"), done.colour("lake")) == ("#123456", palette("snow").palette["lake"])
    assert done.sides["e"] == done.sides["a"] != done.sides["b"]


def test_inks_of_no_role_are_refused_with_their_line():
    style = validate(
        StyleSource, read_text(b"palette: {sea: '#123456'}\ncmyk: {see: [40, 10, 0, 20]}\n", "style.yaml")
    )
    with pytest.raises(SourceError) as caught:
        style.plates()
    (problem,) = caught.value.problems
    assert (str(problem.where), problem.message) == ("style.yaml:2:8", "'see' is no role of the palette")
    assert problem.hint == "did you mean 'sea'?"
