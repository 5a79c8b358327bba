"""What a module keeps: found again, told apart by what it was made from."""

from __future__ import annotations

import zlib
from dataclasses import replace

import pytest

from pnp.output import Packed, deflated, packed
from pnp.vassal import keeping
from pnp.vassal.keeping import Keeper, inflated


@pytest.fixture
def store():
    return {}


@pytest.fixture
def keeper(store):
    def keep(kind, key, make):
        if (kind, key) not in store:
            store[kind, key] = make()
        return store[kind, key]

    return lambda: Keeper(keep)


def _with_group(game, group_id: str, **changes):
    groups = tuple(g.replaced(**changes) if g.id == group_id else g for g in game.counters.groups)
    return replace(game, counters=game.counters.replaced(groups=groups))


class Drawn:
    """Draws the factors of one group, and counts how often."""

    def __init__(self, group: str) -> None:
        self.group, self.times = group, 0

    def __call__(self, games) -> bytes:
        self.times += 1
        return repr(games[0].counters.group(self.group).factors).encode()


def test_bytes_are_made_once(keeper):
    assert keeper().bytes_for("kind", "key", lambda: b"made") == b"made"
    assert keeper().bytes_for("kind", "key", lambda: b"made again") == b"made"
    assert keeper().bytes_for("kind", "other", lambda: b"other") == b"other"


def test_a_part_is_drawn_again_when_what_it_asked_for_changes(keeper, putins_war):
    drawn = Drawn("armored-division")
    assert keeper().made("part", (putins_war,), drawn) == b"{'combat': 4}"
    assert keeper().made("part", (_with_group(putins_war, "special-brigade", factors={"combat": 9}),), drawn) == b"{'combat': 4}"
    assert drawn.times == 1
    assert keeper().made("part", (_with_group(putins_war, "armored-division", factors={"combat": 9}),), drawn) == b"{'combat': 9}"
    assert keeper().made("part", (putins_war,), drawn) == b"{'combat': 4}"
    assert drawn.times == 2


def test_a_part_that_asks_for_more_than_at_first_is_not_believed(keeper, putins_war):
    """It asks for the brigade only when the division has another factor."""

    def draw(games):
        name = "armored-division" if games[0].counters.group("armored-division").factors == {"combat": 4} else "special-brigade"
        return repr(games[0].counters.group(name).factors).encode()

    changed = _with_group(putins_war, "armored-division", factors={"combat": 5})
    assert keeper().made("part", (putins_war,), draw) == b"{'combat': 4}"
    assert keeper().made("part", (changed,), draw) == b"{'combat': 3}"
    assert keeper().made("part", (_with_group(changed, "special-brigade", factors={"combat": 9}),), draw) == b"{'combat': 9}"


def test_a_part_depends_on_all_other_sources(keeper, putins_war):
    drawn = Drawn("armored-division")
    keeper().made("part", (putins_war,), drawn)
    keeper().made("part", (replace(putins_war, info=putins_war.info.replaced(subtitle="Another")),), drawn)
    keeper().made("part", (_with_group(putins_war, "special-brigade", count=4),), drawn)
    assert drawn.times == 3


def test_a_file_is_kept_as_it_lies_in_an_archive(keeper, putins_war):
    data, png = b"a picture " * 40, b"\x89PNG\r\n\x1a\n" + bytes(60)
    for _ in range(2):
        assert keeper().file_for("file", "key", lambda: data) == Packed(400, zlib.crc32(data), deflated(data))
        assert keeper().file_for("file", "png", lambda: png) == Packed(68, zlib.crc32(png), png, stored=True)
        assert keeper().made_file("part", (putins_war,), lambda games: data) == packed(data)
    assert Keeper().file_for("file", "key", lambda: data) == packed(data)


def test_what_is_packed_is_unpacked_up_to_a_limit(monkeypatch):
    packed_bytes = zlib.compress(b"a" * 1000, 1)
    assert inflated(packed_bytes) == b"a" * 1000
    monkeypatch.setattr(keeping, "MOST_BYTES", 999)
    for data in (packed_bytes, b"no such thing", packed_bytes[:-5]):
        with pytest.raises(ValueError, match=r"."):
            inflated(data)
