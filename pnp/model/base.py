"""The base of all source models: frozen, closed to unknown keys, and aware of each value's line and column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, NewType

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from pnp.errors import Location

SpaceId = NewType("SpaceId", str)
CounterId = NewType("CounterId", str)

ID_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*$"

Id = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=80)]
"""An ASCII id: lower case letters, digits, single hyphens."""

SymbolName = Annotated[
    str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*(\+[a-z0-9]+(-[a-z0-9]+)*)*$", max_length=120)
]
"""The id of a drawing, or several joined by +."""

Int = Annotated[int, Field(strict=True)]
Fractional = Annotated[Int, Field(ge=0, le=100)] | Annotated[
    str, StringConstraints(pattern=r"^([0-9]{1,3}|[0-9]{1,3}/[1-9][0-9]{0,2})$")
]
"""A number, or a fraction such as 1/2."""

Bool = Annotated[bool, Field(strict=True)]
Number = Annotated[float, Field(allow_inf_nan=False)]
Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9a-f]{6}$")]
Address = Annotated[str, StringConstraints(min_length=1, max_length=80)]
"""The address of a rule: a case number such as "4.2", or the title of a box or table."""

OptionalAddress = Annotated[str, StringConstraints(max_length=80), Field(description="the case; none yet when absent")]
"""The same, or "" as long as no rule says anything about it."""


@dataclass(frozen=True, slots=True)
class Translatable:
    """Marks a text that goes to the translator.

    note      what the translator should know
    width_mm  room on the sheet at the smallest size; 0 = free
    """

    note: str = ""
    width_mm: float = 0.0


Message = Annotated[str, Translatable()]
"""A text that a player reads; English in the sources."""

PersonMessage = Annotated[str, Translatable("name of a person")]
PlaceMessage = Annotated[str, Translatable("name of a place on the map", 30.0)]
UnitMessage = Annotated[str, Translatable("name of a unit")]
CounterMessage = Annotated[str, Translatable("text on a counter", 11.5)]
BoxMessage = Annotated[str, Translatable("text in a box or track on the map", 40.0)]


class Marks(NamedTuple):
    """The place in the file of a value and of the values inside it.

    here   the value itself
    key    its key in the mapping it belongs to, else None
    inner  marks of the values inside: by key for a mapping, by index for a list
    """

    here: Location
    key: Location | None = None
    inner: Mapping[str | int, Marks] = MappingProxyType({})

    def at(self, *path: str | int) -> Location:
        """The location of the value at `path`, or of its deepest ancestor that the file has."""
        marks = self
        for part in path:
            below = marks.inner.get(part)
            if below is None:
                break
            marks = below
        return marks.here

    def key_at(self, *path: str | int) -> Location:
        """The location of the key at `path`; that of the value, as from `at`, when it has no key."""
        marks = self
        for part in path:
            below = marks.inner.get(part)
            if below is None:
                return marks.here
            marks = below
        return marks.key or marks.here


class MarkedDict(dict[str, Any]):
    """A mapping from a file, with its marks."""

    __slots__ = ("marks",)
    marks: Marks


class SourceModel(BaseModel):
    """A mapping of a YAML file. Frozen; unknown keys are refused; `where()` gives its place."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)

    @model_validator(mode="wrap")
    @classmethod
    def _keep_marks(cls, data: Any, handler: Any) -> Any:
        model = handler(data)
        if isinstance(data, MarkedDict) and model.marks is None:
            set_private(model, "_marks", data.marks)
        return model

    @property
    def marks(self) -> Marks | None:
        """The places of this object and its parts; None when it was not read from a file."""
        # No private attribute that pydantic knows of: to make and to read these is slow, and there are thousands.
        return (self.__pydantic_private__ or {}).get("_marks")

    def where(self, *path: str | int) -> Location | None:
        """The location of this object, or of the value at `path` inside it, e.g. `table.where("rows", 2)`."""
        marks = self.marks
        return marks.at(*path) if marks else None

    def where_key(self, *path: str | int) -> Location | None:
        """The location of the key at `path`; None when the object was not read from a file."""
        marks = self.marks
        return marks.key_at(*path) if marks else None

    def replaced(self, **values: Any) -> Any:
        """A copy with the fields in `values` replaced; it keeps the marks, and nothing is validated again."""
        return self.model_copy(update=values)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self).__name__, getattr(self, "id", None)))


def walk(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every model, list and scalar in `value`, itself included, with its path; parents first, in source order."""
    waiting = [(path, value)]
    while waiting:
        path, value = waiting.pop()
        yield path, value
        if value is None or isinstance(value, (str, int, float)):
            continue
        inner: Iterable[tuple[Any, Any]] = ()
        if isinstance(value, BaseModel):
            inner = ((name, getattr(value, name)) for name in type(value).model_fields)
        elif isinstance(value, Mapping):
            inner = value.items()
        elif isinstance(value, (list, tuple)):
            inner = enumerate(value)
        waiting += [((*path, key), part) for key, part in inner][::-1]


def set_private(model: BaseModel, name: str, value: object) -> None:
    """Give a private attribute of a frozen model its value, once, while the game is loaded."""
    object.__setattr__(model, "__pydantic_private__", {**(model.__pydantic_private__ or {}), name: value})
