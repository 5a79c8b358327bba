"""docs/mechanics.md: what it says of each mechanic of rulebooks is so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel

from pnp.analysis.trace import traced
from pnp.model.game import Game
from pnp.model.info import Phase
from pnp.model.procedures import ProceduresSource
from pnp.referee.kit.assembly import Assembly
from pnp.sources import load_game

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "mechanics.md").read_text("utf-8")
LIST = PAGE.partition("## Found in rulebooks")[2].partition("## The procedures")[0]
NOT_THERE, OWN_CODE = "not there", "code of its own"
PATH = re.compile(r"([a-z_]+(?:\.[a-z_]+)*)(?:: ([a-z-]+))?")
ROOTS: dict[str, Any] = {**dict.fromkeys(ProceduresSource.model_fields, ProceduresSource), "phases": Phase}


class Mechanic(NamedTuple):
    """A row of the list.

    runs  game and case of each place where it runs
    """

    name: str
    how: str
    runs: tuple[tuple[str, str], ...]

    @property
    def paths(self) -> list[tuple[str, str]]:
        """Keys that declare it, and the value where one is named. Keys of other files stand before "of"."""
        quoted = re.findall(r"`([^`]+)`(?! (?:of|in|the|for)\b)", self.how)
        found = [PATH.fullmatch(text) for text in quoted]
        return [(match[1], match[2] or "") for match in found if match and match[1].partition(".")[0] in ROOTS]


def rows() -> Iterator[Mechanic]:
    for line in LIST.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] not in ("mechanic", "---"):
            name, how, runs = cells
            places = [text.strip().partition(" ") for text in runs.split(";") if text.strip()]
            yield Mechanic(name, how, tuple((game, case) for game, _, case in places))


MECHANICS = list(rows())
RUNNING = [mechanic for mechanic in MECHANICS if mechanic.runs]
DECLARED = [mechanic for mechanic in MECHANICS if mechanic.paths]


@cache
def loaded(name: str) -> Game:
    return load_game(name)


@cache
def carried_out(game: str) -> dict[str, bool]:
    """Case of a game -> whether something carries it out."""
    return {case.address: bool(case.code) for case in traced(loaded(game)).cases}


def fields_of(model: type[BaseModel]) -> dict[str, Any]:
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}


def models_in(annotation: Any) -> list[type[BaseModel]]:
    """The models that an annotation names, at any depth."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for inner in getattr(annotation, "__args__", ()) for model in models_in(inner)]


def annotation_at(path: str) -> Any:
    """The type of what stands at a path. Raises KeyError where there is no such key."""
    first, *keys = path.split(".")
    annotation: Any = Phase if first == "phases" else fields_of(ProceduresSource)[first]
    for key in keys:
        annotation = next(fields_of(model)[key] for model in models_in(annotation) if key in fields_of(model))
    return annotation


def values_at(value: Any, keys: list[str]) -> Iterator[Any]:
    """What a source says at a path, be it by default; nothing where it does without."""
    if isinstance(value, tuple):
        for item in value:
            yield from values_at(item, keys)
    elif not keys:
        yield value
    elif isinstance(value, BaseModel):
        name = next((n for n, field in type(value).model_fields.items() if keys[0] in (n, field.alias)), None)
        if name is not None and getattr(value, name) not in (None, (), False, 0):
            yield from values_at(getattr(value, name), keys[1:])


def section_of(game: str, path: str) -> tuple[Any, list[str]]:
    """Where a path begins in a game, and the rest of it."""
    source, (first, *keys) = loaded(game), path.split(".")
    return (source.info.phases, keys) if first == "phases" else (getattr(source.procedures, first, None), keys)


def test_rulebooks_are_covered():
    assert len({mechanic.name for mechanic in MECHANICS}) == len(MECHANICS) >= 120
    assert len(RUNNING) >= 80
    assert {mechanic.how for mechanic in MECHANICS if not mechanic.paths and not mechanic.runs} >= {NOT_THERE}
    assert not [mechanic.name for mechanic in RUNNING if mechanic.how == NOT_THERE]


def test_mechanics_run_where_the_list_says():
    runs = [(mechanic.name, game, case) for mechanic in RUNNING for game, case in mechanic.runs]
    assert [run for run in runs if carried_out(run[1]).get(run[2]) is not True] == []


def test_mechanics_are_declared_as_the_list_says():
    paths = [(mechanic.name, path, value) for mechanic in DECLARED for path, value in mechanic.paths]
    named = [(name, path, value, str(annotation_at(path))) for name, path, value in paths]
    assert [one for one in named if one[2] and one[1] != "phases.side" and f"'{one[2]}'" not in one[3]] == []


def test_some_game_declares_what_it_runs():
    """Where none of the games declares that procedure, they run it in code."""
    for mechanic in DECLARED:
        declared, said = False, []
        for path, value in mechanic.paths:
            for game, _ in mechanic.runs:
                section, keys = section_of(game, path)
                declared |= section is not None
                found = [] if section is None else list(values_at(section, keys))
                said += [one for one in found if not value or one == value]
        assert said or not declared, mechanic.name


def test_hooks_are_there():
    named = {name for mechanic in MECHANICS for name in re.findall(r"`([A-Z_]+)`", mechanic.how)}
    assert named
    assert [name for name in named if not hasattr(Assembly, name)] == []


def test_each_row_says_how():
    known = (NOT_THERE, OWN_CODE, "hook ", "always", "leave out ", "[a procedure", "an option", "a unit type")
    vague = [m.name for m in MECHANICS if not m.paths and not m.how.startswith(known) and "`" not in m.how]
    assert vague == []
