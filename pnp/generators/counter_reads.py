"""What a part of a product has read of the counters: when nothing of that changed, the part is the same as before.

In: a game. Out: the same game, whose counters take down which of their names and factors are asked for (`watched`). All else
of the sources is counted as read by every part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any

from pnp.model.counters import Counter, CounterGroup
from pnp.model.game import Game
from pnp.output import content_hash

LOOSE = ("name", "factors", "reduced")
"""What may change of a counter or a group of them without every part having to be made again."""

REST = "rest"
"""The part that is open while no other one is."""

Seen = tuple[str, str]
"""A counter's or a group's id, with "group " before it, and what was asked for."""


class Reads:
    """Part of a product -> what it has read, filled while it is made."""

    def __init__(self) -> None:
        self.parts: dict[str, set[Seen]] = {}
        self.taps: dict[object, set[Seen]] = {}
        self._open = REST

    @contextmanager
    def of(self, part: str) -> Iterator[None]:
        """What is read in here is read by `part`."""
        before, self._open = self._open, part
        try:
            yield
        finally:
            self._open = before

    def note(self, thing: str, name: str) -> None:
        """Take down that `name` of a counter or group was asked for."""
        self.parts.setdefault(self._open, set()).add((thing, name))
        for tap in self.taps.values():
            tap.add((thing, name))


class _Pictures(dict[object, Any]):
    """`Game.pictures`: who shows a picture that another part has drawn has read what was read for it."""

    def __init__(self, reads: Reads) -> None:
        super().__init__()
        self.reads = reads
        self._read: dict[object, set[Seen]] = {}

    def get(self, key: object, default: Any = None) -> Any:
        """The picture; when there is none, what is read from now on is read for it."""
        found = super().get(key, default)
        if key in self:
            for thing, name in self._read[key]:
                self.reads.note(thing, name)
        else:
            self.reads.taps[key] = set()
        return found

    def __setitem__(self, key: object, picture: Any) -> None:
        self._read[key] = self.reads.taps.pop(key, set())
        super().__setitem__(key, picture)


def watched(game: Game, reads: Reads) -> Game:
    """`game`, whose counters tell `reads` what is asked of them."""
    counter_type: Any = type("WatchedCounter", (Counter,), {"__slots__": (), **_told(Counter, "", reads)})
    group_type: Any = type("WatchedGroup", (CounterGroup,), {"__module__": CounterGroup.__module__})
    for name, told in _told(None, "group ", reads).items():
        setattr(group_type, name, told)
    groups = {}
    for group in game.counters.groups:
        groups[group.id] = copy = group.model_copy()
        object.__setattr__(copy, "__class__", group_type)
    copied = replace(game, counters=game.counters.model_copy(update={"groups": tuple(groups.values())}))
    names = [field.name for field in fields(Counter)]
    made = [
        counter_type(**{name: getattr(counter, name) for name in names} | {"group": groups[counter.group.id]})
        for counter in game.all_counters()
    ]
    vars(copied)["_counters"], vars(copied)["pictures"] = tuple(made), _Pictures(reads)
    return copied


def _told(slots: Any, prefix: str, reads: Reads) -> dict[str, property]:
    """Properties that take down that they were asked for; what they give lies in `slots`, or in the object's own dict."""

    def told(name: str) -> property:
        def get(self: Any) -> Any:
            reads.note(f"{prefix}{self.id}", name)
            return getattr(slots, name).__get__(self) if slots else self.__dict__[name]

        def put(self: Any, value: Any) -> None:
            getattr(slots, name).__set__(self, value)

        return property(get, put)

    return {name: told(name) for name in LOOSE}


class Values:
    """What stands in a game where parts have read."""

    def __init__(self, game: Game) -> None:
        self._things: dict[str, Any] = {str(counter.id): counter for counter in game.all_counters()}
        self._things |= {f"group {group.id}": group for group in game.counters.groups}

    def of(self, seen: Iterable[Seen]) -> str:
        """A hash of what stands where one part has read."""
        return content_hash(*(f"{thing} {name} {getattr(self._things.get(thing), name, None)!r}" for thing, name in sorted(seen)))


def value_of(game: Game, seen: Iterable[Seen]) -> str:
    """A hash of what stands in `game` where a part has read."""
    return Values(game).of(seen)


def bare_counters(game: Game) -> str:
    """`counters.yaml` without what may change."""
    return game.counters.model_dump_json(exclude={"groups": {"__all__": set(LOOSE)}})


def quiet_hash(game: Game) -> str:
    """A hash of all sources of `game` and of its words, but what may change of its counters."""
    sources = [part.model_dump_json() for name, part in game.source_parts().items() if name not in ("counters", "gpids")]
    words = repr(sorted(game.words.messages.items()))
    return content_hash(game.id, game.language, words, bare_counters(game), *sources)
