"""name-twice: every place has a name of its own, spelled one way.

Two spaces of one name can't be told apart in rules, logs and the module; two names that differ in a letter are most
likely one place.

Passes: map.yaml spaces/birch/name = Birch Hill
Fails:  map.yaml spaces/birch/name = Cedar
Fails:  map.yaml spaces/birch/name = Dogwod
Fails:  map.yaml boxes/lost/name = red reserve
Mend:   correct one of the two; where both are right, allow it with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem
from pnp.maps.place_names import box_names
from pnp.model.base import SourceModel
from pnp.model.game import Game

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    game, source = survey.game, survey.game.map
    for what in ((*source.spaces, *source.boxes), source.tracks):
        firsts: dict[str, SourceModel] = {}
        for model in what:
            plain = _plain(model.name)
            first = firsts.setdefault(plain, model)
            if plain and first.id != model.id:  # type: ignore[attr-defined]
                wrong = first if survey.is_changed(first.where("name")) else model
                message = f"{model.id!r} and {first.id!r} have the name {model.name!r}"  # type: ignore[attr-defined]
                yield problem(message, wrong.where("name"), "give each a name of its own")
    yield from _on_displays(game)
    # An area may bear the name of its chief town with another ending; a point is the town.
    towns = source.towns if source.kind == "points" else ()
    by_shape: dict[str, tuple[str, str]] = {}
    for place in (*source.spaces, *source.surroundings, *towns):
        shapes, letters = _shapes(place.name), _letters(place.name)
        others = (by_shape[shape] for shape in shapes if shape in by_shape)
        other = next((name for name, plain in others if plain != letters), None)
        if other is not None:
            message = f"{place.name!r} is nearly {other!r}: one place under two names?"
            yield problem(message, place.where("name"), "spell it one way, or allow it with the reason")
        for shape in shapes:
            by_shape.setdefault(shape, (place.name, letters))


def _on_displays(game: Game) -> Iterator[Problem]:
    """Boxes of one section, and windows of the module: they bear the names of the displays."""
    titles: dict[str, SourceModel] = {}
    for display in game.boards:
        if titles.setdefault(_plain(display.title), display) is not display:
            message = f"a second display has the title {display.title!r}"
            yield problem(message, display.where("title"), "give each a title of its own")
    if not game.boards:
        return
    names = box_names(game)
    firsts: dict[str, str] = {}
    for box in (box for display in game.boards for box in display.boxes):
        first = firsts.setdefault(_plain(names[box.id]), box.id)
        if first != box.id:
            message = f"{box.id!r} and {first!r} have the name {names[box.id]!r}"
            yield problem(message, box.where("name"), "give each a name of its own")


def _plain(name: str) -> str:
    return "".join(c for c in name if c.isalnum()).casefold()


def _letters(name: str) -> str:
    """The name without figures, which alone distinguish Russia 1 from Russia 2."""
    return "".join(c for c in name if c.isalpha()).casefold()


def _shapes(name: str) -> list[str]:
    """The name with each letter left out: two names that share a shape differ by one letter, or by two neighbours."""
    plain = _plain(name)
    if not 5 <= len(plain) <= 40:
        return []
    return [plain, *dict.fromkeys(plain[:i] + plain[i + 1 :] for i in range(len(plain)))]
