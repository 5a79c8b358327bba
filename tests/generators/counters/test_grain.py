"""The grain of grounds: a shade that names a side without colour and costs no contrast."""

from itertools import pairwise

import pytest

from pnp.draw.colour import contrast
from pnp.draw.scene import Group, Path
from pnp.generators.counters.colours import face_colours
from pnp.generators.counters.face import draw_ground
from pnp.generators.counters.grain import grain
from pnp.sources import load_game

GAMES = ("fall-of-the-directory", "makhnos-return", "russian-portfolio")
REACH = (1.5, 1.5, 1.5, 1.5)


def faces(name, **changes):
    game = load_game(name)
    style = game.style.model_copy(update=changes)
    groups = {group.side: group for group in game.counters.groups if group.side and not group.marker}
    for group in groups.values():
        for face in ("front", "back"):
            yield face_colours(style, group, face)


def drawn(colours, count=1):
    return list(grain(colours, (12.7, 12.7), REACH, count, 12.7))


@pytest.mark.parametrize("name", GAMES)
def test_grain_costs_no_contrast(name):
    """What is read stands on the ground or on its shade: on either at 7 : 1, or on the shade no worse."""
    checked = 0
    for colours in faces(name):
        for group in drawn(colours):
            (path,) = group.children
            shade = path.fill or path.stroke.colour
            worse = contrast(colours.ink, shade) < contrast(colours.ink, colours.ground)
            assert not worse or contrast(colours.ink, shade) >= 7.0
            assert 1.02 < contrast(shade, colours.ground) < 1.6
            checked += 1
    assert checked >= 4


@pytest.mark.parametrize("name", GAMES)
def test_the_low_ink_edition_has_no_grain(name):
    assert all(not drawn(colours) for colours in faces(name, ink="low"))


@pytest.mark.parametrize("kind", ["rays", "rising", "falling", "flecks"])
def test_grain_ends_with_the_ground_of_its_row(kind):
    """Three counters: as far as the bleed on the outside, and no ray on its neighbour."""
    colours = next(faces("russian-portfolio"))
    groups = drawn(colours.__class__(**{f: getattr(colours, f) for f in colours.__slots__} | {"grain": kind}), 3)
    spans = [(min(s[1] for s in g.clip.segments[:-1]), max(s[1] for s in g.clip.segments[:-1])) for g in groups]

    assert len(groups) == (3 if kind == "rays" else 1)
    assert (spans[0][0], spans[-1][1]) == (pytest.approx(-1.47), pytest.approx(3 * 12.7 + 1.47))
    assert all(end == pytest.approx(start) for (_, end), (start, _) in pairwise(spans))


def test_sides_of_one_hue_in_grey_differ_in_their_grain():
    """The hatching of the Soviets rises, that of the Axis falls; both lie on the ground, below all else."""
    game = load_game("russian-portfolio")
    kinds = {group.side: face_colours(game.style, group, "front").grain for group in game.counters.groups if group.side}
    ground, *rest = draw_ground(face_colours(game.style, next(g for g in game.counters.groups if g.side), "front"),
                                (12.7, 12.7), REACH)  # fmt: skip

    assert set(kinds.values()) == {"rising", "falling"}
    assert isinstance(ground, Path) and isinstance(rest[0], Group)
