"""Reference tables of the documentation, written from the code whenever the site is built, so that none goes stale.

mkdocs calls `on_page_markdown` for each page. A line `<!-- keys -->`, `<!-- commands -->` or `<!-- codes -->` gives way
to the keys of the sources (from the pydantic models), the commands and options (from click) or the manual pages of the
checks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import click
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from pnp.checks.manual import FAMILIES, OTHER_CODES, page, severity_of, summary
from pnp.cli import COMMANDS, root
from pnp.model import base, hexes, map, tables
from pnp.sources.schema import SOURCES

# Keys of the sources -----------------------------------------------------------------------------------------------

WORDS: tuple[tuple[Any, str], ...] = (
    (base.Id, "id"), (base.Message, "text"), (base.PersonMessage, "text"), (base.PlaceMessage, "text"),
    (base.UnitMessage, "text"), (base.CounterMessage, "text"), (base.BoxMessage, "text"), (base.Address, "rule"),
    (base.Int, "whole number"), (base.Bool, "true or false"), (base.Number, "number"), (base.Colour, "colour"),
    (map.Line, "points in mm"), (hexes.HexList, "hexes"), (hexes.SideList, "hexsides"), (hexes.Row, "codes"),
    (hexes.Code, "letter"), (tables.DieRange, "die range"), (str, "text"), (int, "whole number"), (float, "number"),
    (bool, "true or false"), (Any, "value"),
)  # fmt: skip
"""What stands behind a key, in words."""

Reached = dict[type[BaseModel], tuple[str, str]]
"""Model -> the heading under which its keys are listed, and the anchor of that heading."""


def keys() -> str:
    """All keys of all sources, file by file."""
    reached: Reached = {}
    return "\n\n".join(part for name, (model, title) in SOURCES.items() for part in _file(name, model, title, reached))


def _file(name: str, model: type[BaseModel], title: str, reached: Reached) -> Iterator[str]:
    """The part of one file: its own keys, then those of each mapping inside it that no file before it has."""
    file, _, about = title.partition(": ")
    reached[model] = (file, name)
    inside = list(_inside(name, model, "", reached))
    yield f"## {file} {{ #{name} }}"
    yield f"{about[:1].upper()}{about[1:]}."
    yield _table(model, reached)
    for inner in inside:
        heading, anchor = reached[inner]
        yield f"### {heading} {{ #{anchor} }}"
        yield _about(inner)
        yield _table(inner, reached)


def _inside(
    name: str, outer: type[BaseModel], path: str, reached: Reached, kind: str = ""
) -> Iterator[type[BaseModel]]:
    """The models below `outer` that are new, each before those below it; all of them are then reached.

    kind  of the table that they are parts of: where several models may stand, `kind` tells them apart
    """
    fresh: list[tuple[type[BaseModel], str, str]] = []
    for key, annotation in _hints(outer).items():
        models = [model for model in _models(annotation) if model not in reached]
        heading = f"{path}.{key}".lstrip(".")
        for model in models:
            of = _kind(model) if len(models) > 1 else kind
            anchor = "-".join([name, *heading.split("."), *([of] if of else [])]).replace("_", "-")
            reached[model] = (f"`{heading}`" + (f", kind `{of}`" if of else ""), anchor)
            fresh.append((model, heading, of))
    for model, heading, of in fresh:
        yield model
        yield from _inside(name, model, heading, reached, of)


def _hints(model: type[BaseModel]) -> dict[str, Any]:
    hints = get_type_hints(model, include_extras=True)
    return {key: hints[key] for key in model.model_fields}


def _models(annotation: Any) -> list[type[BaseModel]]:
    """The models named anywhere in a type."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in get_args(annotation) for model in _models(part)]


def _kind(model: type[BaseModel]) -> str:
    """The one value of a model's key `kind`, "" when there is no such key."""
    values = get_args(_hints(model).get("kind"))
    return values[0] if len(values) == 1 else ""


def _about(model: type[BaseModel]) -> str:
    """The docstring without what it says of single fields."""
    paragraphs = cleandoc(model.__doc__ or "").split("\n\n")
    return "\n\n".join(p for p in paragraphs if not re.match(r"\w+ {2,}\w", p))


def _table(model: type[BaseModel], reached: Reached) -> str:
    rows = []
    for key, annotation in _hints(model).items():
        field = model.model_fields[key]
        name = field.alias or key
        rows.append((f"`{name}`", _words(annotation, reached), _default(field), _meaning(field, annotation)))
    return _markdown_table(("key", "value", "default", "meaning"), rows)


def _words(annotation: Any, reached: Reached) -> str:
    """A type in words: "list of [spaces](#…)"."""
    for known, words in WORDS:
        if annotation == known:
            return words
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _words(parts[0], reached)
    if origin is Literal:
        return ", ".join(f"`{part}`" for part in parts)
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(_words(part, reached) for part in parts if part is not NoneType))
    if origin is tuple and parts[-1] is Ellipsis:
        return f"list of {_words(parts[0], reached)}"
    if origin is tuple:
        return f"[{', '.join(_words(part, reached) for part in parts)}]"
    if origin is dict:
        return f"mapping of {_words(parts[0], reached)} to {_words(parts[1], reached)}"
    heading, anchor = reached[annotation]
    return f"[{heading}](#{anchor})"


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    value = field.get_default(call_default_factory=True)
    if value is None or value == "" or value == () or value == {} or isinstance(value, BaseModel):
        return ""
    return f"`{value if isinstance(value, str) else json.dumps(value)}`"


def _meaning(field: FieldInfo, annotation: Any) -> str:
    models = _models(annotation)
    if field.description or len(models) != 1:
        return field.description or ""
    sentence = re.split(r"\.\s|\.$|\n\n", _about(models[0]))[0]
    return sentence[:1].lower() + sentence[1:]


def _markdown_table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join("| " + " | ".join(_cell(text) for text in line) + " |" for line in lines)


def _cell(text: str) -> str:
    """On one line; a bar ends a cell, but not within code."""
    spans = re.split(r"(`[^`]+`)", " ".join(text.split()))
    return "".join(span if span.startswith("`") else span.replace("|", "\\|") for span in spans)


# Commands ----------------------------------------------------------------------------------------------------------


def commands() -> str:
    """Every command with its options."""
    context = click.Context(root, info_name="pnp")
    listed = [("pnp", root, context)]
    for name in COMMANDS:
        command = root.get_command(context, name)
        assert command is not None
        inner = click.Context(command, info_name=name, parent=context)
        if isinstance(command, click.Group):
            listed += [
                (f"pnp {name} {action}", part, click.Context(part, info_name=action, parent=inner))
                for action, part in command.commands.items()
            ]
        else:
            listed.append((f"pnp {name}", command, inner))
    return "\n\n".join(_command(name, command, context) for name, command, context in listed)


def _command(name: str, command: click.Command, context: click.Context) -> str:
    usage = " ".join(command.collect_usage_pieces(context))
    listed = [option for option in command.params if isinstance(option, click.Option)]
    records = [record for option in listed if (record := option.get_help_record(context))]
    options = _markdown_table(("option", "what it does"), [(f"`{option}`", what) for option, what in records])
    about = cleandoc(command.help or "").replace("\b\n", "")
    return f"## {name}\n\n{_with_blocks(about)}\n\n```text\n{name} {usage}\n```\n\n{options}"


def _with_blocks(text: str) -> str:
    """Help texts hold plain paragraphs, and lines of shell."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(f"```sh\n{p}\n```" if p.startswith("pnp ") else p for p in paragraphs)


# Codes -------------------------------------------------------------------------------------------------------------


def codes() -> str:
    """The manual pages of all codes, by family."""
    families = {family.capitalize(): listed for family, listed in FAMILIES.items()}
    families["Reading, press, play"] = tuple(OTHER_CODES)
    return "\n\n".join(_family(title, listed) for title, listed in families.items())


def _family(title: str, listed: tuple[str, ...]) -> str:
    return "\n\n".join([f"## {title}", *(_code(code) for code in sorted(listed))])


def _code(code: str) -> str:
    about = summary(code)
    parts = [f"### {code}", f"*{severity_of(code).capitalize()}.* {_escaped(about[:1].upper() + about[1:])}"]
    for paragraph in page(code).split("\n\n")[1:]:
        example = re.match(r"(Game|Passes|Fails|Mend): | ", paragraph)
        parts.append(f"```text\n{paragraph}\n```" if example else _escaped(paragraph))
    return "\n\n".join(parts)


def _escaped(text: str) -> str:
    """Plain text as Markdown; what stands in backticks is code."""
    spans = re.split(r"(`[^`]+`)", text)
    return "".join(span if span.startswith("`") else re.sub(r"([\\*_\[\]<>{}#|])", r"\\\1", span) for span in spans)


# mkdocs ------------------------------------------------------------------------------------------------------------

TABLES: dict[str, Callable[[], str]] = {"keys": keys, "commands": commands, "codes": codes}
"""Name of a mark in a page -> what stands there in the site."""


def on_page_markdown(markdown: str, **_: object) -> str:
    """The page with its marks replaced."""
    return re.sub(r"^<!-- (\w+) -->$", lambda mark: TABLES[mark[1]](), markdown, flags=re.MULTILINE)
