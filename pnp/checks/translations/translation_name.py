"""translation-name: a place keeps one name in a translation, and no two places get the same.

Spaces, boxes, towns and what lies around the map that have one English name are translated in one way; a river may be
called otherwise than the town. Two spaces or boxes of different names are translated in two ways.

Passes: locale/it.po "msgstr "Riserva rossa"" -> "msgstr "La riserva rossa""
Fails:  locale/it.po "msgstr "Riserva rossa"" -> "msgstr "Perse""
Mend:   write the name that the place has elsewhere, or one that no other has.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Location, Problem, SourceError
from pnp.translate.po import PoMessage

SEVERITY = "warning"

SPACES = ("map/spaces/", "map/boxes/")
"""Contexts of names that no other space may have."""
PLACES = (*SPACES, "map/towns/", "map/surroundings/")


def check(survey: Survey) -> Iterator[Problem]:
    for catalogue in survey.messages.values():
        if isinstance(catalogue, SourceError):
            continue  # the other checks of translations report it
        names = [m for m in catalogue.live().values() if m.usable and _is_name(m)]
        yield from _in_two_ways(names)
        yield from _of_another(names)


def _is_name(message: PoMessage) -> bool:
    return message.context.startswith(PLACES) and message.context.endswith("/name")


def _in_two_ways(names: list[PoMessage]) -> Iterator[Problem]:
    firsts: dict[str, PoMessage] = {}
    for message in names:
        first = firsts.setdefault(message.msgid, message)
        if first.msgstr.casefold() != message.msgstr.casefold():
            two_ways = f"{message.msgid!r} is {message.msgstr!r} here and {first.msgstr!r} in line {first.msgstr_line}"
            yield problem(two_ways, _at(message), "translate it one way, or allow it with the reason")


def _of_another(names: list[PoMessage]) -> Iterator[Problem]:
    firsts: dict[str, PoMessage] = {}
    for message in names:
        if message.context.startswith(SPACES):
            first = firsts.setdefault(message.msgstr.casefold(), message)
            if first.msgid.casefold() != message.msgid.casefold():
                of_both = f"{message.msgstr!r} is the name of {message.msgid!r} and of {first.msgid!r}"
                yield problem(of_both, _at(message), "give each a name of its own")


def _at(message: PoMessage) -> Location:
    return Location(message.path, message.msgstr_line)
