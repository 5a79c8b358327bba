"""Which texts a model holds: every string whose annotation carries `Translatable`, however deep.

A text's context is its source path by ids, so that moving things about in a file loses no translation:
`map/spaces/kyyivska/name`; a rule and an example go by their own address: `rules/4.2/text`. What has only
a name goes by that, `map/towns/kyiv/name`; the rest is counted: `game/needed/0`.
"""

from __future__ import annotations

import re
import types
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from pnp.errors import Location
from pnp.model.base import SourceModel, Translatable
from pnp.model.game import Game
from pnp.model.rules import Example, RuleCase

Visit = Callable[[str, str, Translatable, Location | None], str]
"""Called for each text with its context, the text, its mark and its place; gives the text to put there."""

_NOT_IN_CONTEXT = re.compile(r"[^a-z0-9]+")

_ROOTS: Mapping[type, str] = {RuleCase: "rules", Example: "examples"}
"""Models with an address of their own, in whatever file."""


@dataclass(frozen=True, slots=True)
class GameText:
    """A text of a source.

    context  its path by ids, e.g. `rules/4.2/text`
    mark     note and room for the translator
    where    its place in the file
    """

    context: str
    text: str
    mark: Translatable
    where: Location | None


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a value is: its path by ids, the nearest model above it and the path from there."""

    names: tuple[str, ...]
    owner: SourceModel | None
    inside: tuple[str | int, ...] = ()

    def below(self, name: str, key: str | int) -> _Spot:
        return _Spot((*self.names, name), self.owner, (*self.inside, key))

    def location(self) -> Location | None:
        return self.owner.where(*self.inside) if self.owner is not None else None


def texts_of(part: str, model: SourceModel) -> Iterator[GameText]:
    """Every text of `model` in source order; empty ones are left out.

    part  name of the source, e.g. "map" or "rules/40-sequence-of-play"
    """
    texts: list[GameText] = []

    def note(context: str, text: str, mark: Translatable, where: Location | None) -> str:
        if text.strip():
            texts.append(GameText(context, text, mark, where))
        return text

    visited(part, model, note)
    yield from texts


def game_texts(game: Game) -> Mapping[str, tuple[GameText, ...]]:
    """Every text of a game by the name of its source, read once."""
    if game_texts not in game.workings:
        game.workings[game_texts] = {part: tuple(texts_of(part, model)) for part, model in game.source_parts().items()}
    return game.workings[game_texts]  # type: ignore[no-any-return]


def visited(part: str, model: SourceModel, visit: Visit) -> Any:
    """A copy of `model` in which each text is what `visit` gave for it; the same object when nothing changed."""
    return _in_model(model, _Spot(tuple(part.split("/")), None), visit)


def _in_model(model: BaseModel, spot: _Spot, visit: Visit) -> Any:
    root = _ROOTS.get(type(model))
    names = (root, str(model.id)) if root else spot.names
    owner = model if isinstance(model, SourceModel) else spot.owner
    changed: dict[str, Any] = {}
    for name, annotation in _fields_with_texts(type(model)):
        old = getattr(model, name)
        new = _in_value(old, annotation, _Spot((*names, name), owner, (name,)), visit)
        if new is not old:
            changed[name] = new
    return model.model_copy(update=changed) if changed else model


def _in_value(value: Any, annotation: Any, spot: _Spot, visit: Visit) -> Any:
    if isinstance(value, BaseModel):
        return _in_model(value, spot, visit)
    if isinstance(value, str):
        mark = _mark(annotation)
        new = visit("/".join(spot.names), value, mark, spot.location()) if mark else value
        return value if new == value else new
    if isinstance(value, (tuple, list)):
        inner = [_in_value(v, _inner(annotation, i), _item_spot(spot, v, i), visit) for i, v in enumerate(value)]
        return type(value)(inner) if any(a is not b for a, b in zip(inner, value, strict=True)) else value
    if isinstance(value, Mapping):
        items = {k: _in_value(v, _inner(annotation, -1), spot.below(str(k), k), visit) for k, v in value.items()}
        return items if any(items[k] is not value[k] for k in value) else value
    return value


def _item_spot(spot: _Spot, item: Any, index: int) -> _Spot:
    """The place of an item of a list: by its id, else by its name (a town, a river), else by its number."""
    model = item if isinstance(item, BaseModel) else None
    name = getattr(model, "id", None) or slug(str(getattr(model, "name", "")))
    return spot.below(str(name or index), index)


def slug(name: str) -> str:
    """`name` as part of a context: ASCII, lower case, hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    return _NOT_IN_CONTEXT.sub("-", plain.lower()).strip("-")


@cache
def _fields_with_texts(model: type[BaseModel]) -> tuple[tuple[str, Any], ...]:
    """Fields of `model` that can hold a text, with their annotation; the others need no visit."""
    fields = []
    for name, field in model.model_fields.items():
        annotation = field.annotation
        for extra in field.metadata:
            if isinstance(extra, Translatable):
                annotation = Annotated[annotation, extra]
        if _may_hold_text(annotation, frozenset({model})):
            fields.append((name, annotation))
    return tuple(fields)


def _may_hold_text(annotation: Any, visited: frozenset[Any]) -> bool:
    if _mark(annotation):
        return True
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        if annotation in visited:
            return True   # a model inside itself: visited, at worst in vain
        deeper = visited | {annotation}
        return any(
            any(isinstance(m, Translatable) for m in field.metadata) or _may_hold_text(field.annotation, deeper)
            for field in annotation.model_fields.values()
        )
    return any(_may_hold_text(arm, visited) for arm in get_args(annotation) if arm is not Ellipsis)


@cache
def _mark(annotation: Any) -> Translatable | None:
    """The mark of a text annotation; that of the first arm of a union that has one."""
    origin = get_origin(annotation)
    if origin is Annotated:
        base, *extras = get_args(annotation)
        for extra in extras:
            if isinstance(extra, Translatable):
                return extra
        return _mark(base)
    if origin in (Union, types.UnionType):
        for arm in get_args(annotation):
            mark = _mark(arm)
            if mark:
                return mark
    return None


@cache
def _inner(annotation: Any, index: int) -> Any:
    """The annotation of an item of a tuple (`index` from 0) or of a mapping's values (-1)."""
    origin = get_origin(annotation)
    arms = get_args(annotation)
    if origin is Annotated:
        return _inner(arms[0], index)
    if origin in (Union, types.UnionType):
        kinds = (dict, Mapping) if index < 0 else (tuple, list)
        for arm in arms:
            bare = get_args(arm)[0] if get_origin(arm) is Annotated else arm
            if get_origin(bare) in kinds:
                return _inner(bare, index)
        return str
    if not arms:
        return str
    if index < 0:
        return arms[-1]
    if len(arms) == 2 and arms[1] is Ellipsis:
        return arms[0]
    return arms[min(index, len(arms) - 1)]
