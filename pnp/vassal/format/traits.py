"""Traits, the parts of a VASSAL piece, and a piece's encoding as text.

A piece is a stack of traits; the first written is the outermost, the last is always the basic piece. `TRAITS` gives
every trait's fields in order with the engine's defaults; writer and reader use the same table, so both reject
a field too many or too few. Lists of traits here are in the order of the text, outermost first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from pnp.vassal.format.encoding import join_fields, split_fields
from pnp.vassal.format.trait_table import TRAITS, TraitSpec

TAB = "\t"
_QUOTED = ("\\", "'")
"""A field that starts with one of these may have to be put in quotes."""
MAX_DEPTH = 2_000
"""Traits in one piece; the reader refuses more."""
MAX_PIECE_CHARS = 5_000_000


@dataclass(frozen=True, slots=True)
class Trait:
    """One trait of a piece: its kind, the values of its fields, its state."""

    id: str
    values: tuple[str, ...]
    state: str = ""

    @property
    def spec(self) -> TraitSpec | None:
        """The table's entry for this kind, None when it is unknown."""
        return TRAITS.get(self.id)

    def get(self, field: str) -> str:
        """The value of `field`; its default when the type was cut short. Raises KeyError."""
        spec = TRAITS[self.id]
        index = _position(spec.id, field)
        return self.values[index] if index < len(self.values) else spec.defaults[index]

    def type_text(self) -> str:
        """The trait's type as text."""
        separator = self.spec.separator if self.spec else ";"
        return f"{self.id};{join_fields(self.values, separator)}"

    def shown_texts(self) -> list[str]:
        """Texts that a player reads; the engine looks each up as `Piece.<text>`."""
        spec = self.spec
        if spec is None:
            return []
        texts = [value for name, value in zip(spec.fields, self.values, strict=False) if name in spec.texts and value]
        if self.id == "emb2":
            names = split_fields(self.get("names"), ",")
            texts += [name.strip("+").strip() for name in names if name.strip("+").strip()]
        if self.id == "label" and self.state:
            texts.append(self.state)
        if self.id in ("PROP", "setprop"):
            commands = split_fields(self.get("commands"), ",") if self.get("commands") else []
            texts += [text for text in (split_fields(command, ":")[0] for command in commands) if text]
        return texts


@cache
def _position(trait: str, field: str) -> int:
    try:
        return TRAITS[trait].fields.index(field)
    except ValueError:
        raise KeyError(f"trait {trait!r} has no field {field!r}") from None


def trait(kind: str, *, state: str | None = None, **fields: str | int | bool | float) -> Trait:
    """A trait of a kind: `fields`, and the engine's defaults for the others. Raises KeyError for an unknown field."""
    spec = TRAITS[kind]
    values = list(spec.defaults)
    for name, value in fields.items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        values[_position(kind, name)] = text
    while len(values) > spec.written and values[-1] == spec.defaults[len(values) - 1]:
        values.pop()
    return Trait(kind, tuple(values), spec.state if state is None else state)


def marker_trait(properties: Mapping[str, str | int]) -> Trait:
    """Fixed properties of a piece. Raises ValueError when there are none."""
    if not properties:
        raise ValueError("a marker trait needs at least one property")
    return Trait("mark", tuple(properties), join_fields([str(v) for v in properties.values()], ","))


def marker_values(mark: Trait) -> dict[str, str]:
    """The properties that a marker trait sets."""
    return dict(zip(mark.values, split_fields(mark.state, ","), strict=False))


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as written in a module or a saved game: an id (`null` in a module) and its traits, outermost first."""

    id: str
    traits: tuple[Trait, ...]

    @property
    def basic(self) -> Trait:
        """The innermost trait, which holds the piece's name and image."""
        return self.traits[-1]

    @property
    def name(self) -> str:
        """The basic piece's name."""
        return self.basic.get("name")

    def properties(self) -> dict[str, str]:
        """The properties that its markers set; an outer marker wins."""
        properties: dict[str, str] = {}
        for item in reversed(self.traits):
            if item.id == "mark":
                properties |= marker_values(item)
        return properties

    def encoded(self) -> str:
        """The piece as an add-piece command."""
        return encode_piece(self.traits, self.id)

    def state_text(self) -> str:
        """The states of all its traits as text."""
        return _nested([item.state for item in self.traits])

    def with_basic_state(self, state: str) -> Piece:
        """A copy whose basic piece has another state."""
        return replace(self, traits=(*self.traits[:-1], replace(self.basic, state=state)))


def encode_piece(traits: Sequence[Trait], ident: str = "null") -> str:
    """The add-piece command of `traits`, outermost first, the last of them the basic piece."""
    if not traits or traits[-1].id != "piece":
        raise ValueError("the innermost trait of a piece must be the basic piece")
    return encode_command(ident, _nested([t.type_text() for t in traits]), _nested([t.state for t in traits]))


def encode_command(ident: str, kind: str, state: str) -> str:
    """An add command for a piece, a stack or a deck."""
    return "+/" + join_fields([ident, kind, state], "/")


def _nested(parts: Sequence[str]) -> str:
    # each level only masks the tabs below it
    if not any(TAB in part or part[:1] in _QUOTED or part[-1:] == "\\" for part in parts):
        return "".join(f"{part}{chr(92) * level}{TAB}" for level, part in enumerate(parts[:-1])) + parts[-1]
    text = parts[-1]
    for part in reversed(parts[:-1]):
        text = join_fields([part, text], TAB)
    return text


def decode_command(text: str) -> tuple[str, str, str]:
    """Id, type and state of an add command. Raises ValueError."""
    if not text.startswith("+/"):
        raise ValueError("not an add-piece command")
    fields = split_fields(text[2:], "/")
    if len(fields) < 3:
        raise ValueError("an add-piece command needs an id, a type and a state")
    return fields[0], fields[1], fields[2]


def decode_piece(text: str) -> Piece:
    """The piece of an add-piece command. Raises ValueError when it isn't one."""
    if len(text) > MAX_PIECE_CHARS:
        raise ValueError(f"more than {MAX_PIECE_CHARS} characters in one piece")
    ident, kind, state = decode_command(text.strip("\n "))
    states = _layers(state, MAX_DEPTH)
    traits: list[Trait] = []
    for level, layer in enumerate(_layers(kind, MAX_DEPTH + 1)):
        if level == MAX_DEPTH:
            raise ValueError(f"more than {MAX_DEPTH} traits in one piece")
        traits.append(decode_trait(layer, states[level] if level < len(states) else ""))
        if traits[-1].id == "piece":
            return Piece(ident, tuple(traits))
    raise ValueError("no basic piece at the end")


def _layers(text: str, most: int) -> list[str]:
    """What `_nested` joined, at most `most` of it: each layer is a field before a tab, in the rest of the one before.

    A tab with n backslashes before it parts the layers n and n + 1, so that one look at all tabs is enough; taking the
    rest apart again at each layer took most of a minute for a large module.
    """
    parts = text.split(TAB)
    masks = [len(part) - len(part.rstrip("\\")) for part in parts]
    masks[-1] = -1  # no tab follows
    bare: dict[int, list[int]] = {}
    for index, mask in enumerate(masks):
        bare.setdefault(mask, []).append(index)
    layers: list[str] = []
    first, last = 0, len(parts) - 1
    while len(layers) < most:
        level = len(layers)
        places = bare.get(level, ())
        found = bisect_left(places, first)
        stops = [index for index in places[found : found + 2] if index < last]
        stop = stops[0] if stops else last
        inner = [part[: len(part) - level - 1] for part in parts[first:stop]]
        final = parts[stop][: len(parts[stop]) - level] if stops else parts[stop]
        layers.append(_bared(TAB.join([*inner, final])))
        if not stops:
            break
        first = stop + 1
        if stops[1:]:
            last = stops[1]
            parts[last] = parts[last][: len(parts[last]) - level]
        if parts[first][:1] == "'" == parts[last][-1:] and (first < last or len(parts[first]) > 1):
            parts[first], parts[last] = parts[first][1:], parts[last][:-1] if first < last else parts[last][1:-1]
    return layers


def _bared(field: str) -> str:
    return field[1:-1] if len(field) > 1 and field[0] == field[-1] == "'" else field


def decode_trait(text: str, state: str = "") -> Trait:
    """The trait of a type text."""
    kind, separator, rest = text.partition(";")
    if not separator:
        return Trait(kind, (), state)
    spec = TRAITS.get(kind)
    return Trait(kind, tuple(split_fields(rest, spec.separator if spec else ";")), state)


def field_faults(traits: Iterable[Trait], *, whole: bool = False) -> list[str]:
    """A message for each of `traits` that is unknown or has the wrong number of fields.

    whole  whether the fields that the engine would fill in must be there, too
    """
    faults = []
    for item in traits:
        spec = item.spec
        if spec is None:
            faults.append(f"unknown trait {item.id!r}")
        elif item.id == "mark":
            if not item.values or len(item.values) != len(split_fields(item.state, ",")):
                faults.append(
                    f"trait 'mark' has {len(item.values)} names and {len(split_fields(item.state, ','))} values"
                )
        elif len(item.values) < (max(spec.least, spec.written) if whole else spec.least) or (
            len(item.values) > len(spec.fields) and not spec.free
        ):
            most = whole or len(item.values) > spec.least
            expected = f"{len(spec.fields)}" if most else f"{spec.least} or more"
            faults.append(f"trait {item.id!r} has {len(item.values)} fields, expected {expected}")
    return faults
