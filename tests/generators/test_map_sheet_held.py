"""What of a hex map is held: all that shows no counters, and it may not ask for them."""

from __future__ import annotations

import pytest

from pnp.draw.scene import Group, Held, Path, Scene, Text, moved, rect
from pnp.generators.map_sheet_held import ABSENT, Holder, without_counters
from pnp.generators.map_tiling import tiling
from pnp.sources import load_game


@pytest.fixture(scope="module")
def game():
    return load_game("winter-war")


@pytest.mark.parametrize("name", ABSENT)
def test_a_held_part_asks_in_vain_for_what_it_may_not_know(game, name):
    quiet = without_counters(game)

    with pytest.raises(LookupError, match=name):
        list(getattr(quiet, name))
    with pytest.raises(LookupError, match=name):
        getattr(quiet, name).groups  # noqa: B018


def test_a_held_part_knows_titles_of_rules_but_not_their_texts(game):
    cases = [case for file in without_counters(game).rules for case in file.cases]

    assert len(cases) > 10
    assert [case.title for case in cases] == [case.title for file in game.rules for case in file.cases]
    assert {case.text for case in cases} == {""}


def test_without_a_key_nothing_is_held_and_the_whole_game_is_known(game):
    asked = []
    drawn = Holder(game, "").held("names", lambda known: asked.append(known) or (Group(()),))

    assert drawn == (Group(()),)
    assert asked[0].counters is game.counters


def test_a_part_is_drawn_when_somebody_asks_and_known_by_its_name_and_key(game):
    asked = []
    first, second = (Holder(game, "abc").held(name, lambda known: asked.append(known) or ())[0] for name in ("names", "panel 1"))

    assert isinstance(first, Held)
    assert asked == []
    assert first.key != second.key
    assert first.key == Holder(game, "abc").held("names", lambda known: ())[0].key != Holder(game, "abd").held("names", lambda known: ())[0].key
    assert first.make() == ()
    assert len(asked) == 1


def test_a_map_is_cut_alike_whether_its_panels_are_drawn_or_remembered():
    store, asked = {}, []
    panel = (Path(rect(2, 3, 10, 10), fill="#3366cc"), Group((Text(3, 8, "Oulu", "sans-regular", 9),), clip=Path(rect(0, 0, 30, 9))))

    def keep(kind, key, make):
        return store.setdefault((kind, key), None) or store.update({(kind, key): make()}) or store[kind, key]

    def make():
        asked.append("asked")
        return panel

    plain, held = (Scene(700, 500, (Group((node,), transform=moved(300, 200)), *panel)) for node in (Group(panel), Held("panel", make)))
    cuts = [tiling(plain, "a4"), tiling(held, "a4", keep=keep), tiling(held, "a4", keep=keep)]

    assert asked == ["asked", "asked"]  # for its marks, and for those inside of clips
    assert cuts[0] == cuts[1] == cuts[2] == tiling(held, "a4", keep=lambda *_: b"rubbish")
    assert len(cuts[0].texts) == 2
