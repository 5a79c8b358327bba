"""Reference tables of the documentation, written from the code whenever the site is built, so that none goes stale.

mkdocs calls `on_page_markdown` for each page. A line `<!-- keys -->`, `<!-- commands -->`, `<!-- codes -->` or
`<!-- mechanics -->` gives way to the keys of the sources (from the pydantic models), the commands and options (from
click), the manual pages of the checks or the procedures that a game can declare.
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
from pnp.model.filters import Condition, LinkFilter, PlaceFilter, UnitFilter
from pnp.model.procedures import PROCEDURES, ProceduresSource, Section
from pnp.referee.kit.sentences import FIGHTERS, FIGHTING
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
        models = [model for model in dict.fromkeys(_models(annotation)) if model not in reached]
        heading = f"{path}.{outer.model_fields[key].alias or key}".lstrip(".")
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
    """On one line; a bar ends a cell, but not within code, and braces at its end would be taken for attributes."""
    spans = re.split(r"(`[^`]+`)", re.sub(r"(\{[^{}`]*\})$", r"`\1`", " ".join(text.split())))
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


# Mechanics ---------------------------------------------------------------------------------------------------------

FILTERS = {PlaceFilter: "places", UnitFilter: "units", LinkFilter: "links", Condition: "condition"}
"""Filter -> what stands there instead of its keys."""

PLAINER = {
    "whole number or id": "number or parameter", "id or whole number": "factor or number",
    "whole number or text": "2, 1/2 …", "text to value": "text to sentences", "value": "sentence",
}  # fmt: skip
"""Types of the models -> what they mean in a declaration."""

ALSO_KNOWN_AS = {
    "setup": "free deployment",
    "stacking.judged": "stacking at all times, or at the end of the phase",
    "stacking.counts": "stacking points",
    "zones.entering": "rigid, fluid, or no ZOC effect on movement",
    "zones.leaving": "ZOC exit cost",
    "zones.between": "ZOC to ZOC",
    "zones.ended_by": "friendly units negate ZOCs",
    "movement.allowance": "movement allowance, MA",
    "movement.ways": "road movement",
    "movement.at_least_one": "minimum move",
    "movement.halt": "stop terrain",
    "movement.pace": "weather and season effects, movement modifiers",
    "movement.modes": "railway, sea and strategic movement",
    "movement.modes.capacity": "rail capacity, sea lift",
    "movement.forced": "forced march",
    "reactions": "reaction phases within a move",
    "reactions.each.fire": "defensive fire, opportunity fire",
    "reactions.each.move": "reaction movement",
    "reactions.each.retreat": "withdrawal before combat, retreat in the face of the enemy",
    "overrun": "overrun, mobile assault",
    "overrun.together": "overrunning stacks",
    "overrun.least": "automatic victory",
    "supply": "supply lines, lines of communications, isolation",
    "supply.capacity": "supply points of a source",
    "supply.without.eliminated": "attrition by isolation",
    "combat": "mandatory or voluntary combat on a CRT",
    "combat.combined": "multi-hex attacks",
    "combat.odds": "rounding of odds",
    "combat.obliged": "mandatory attacks",
    "combat.times": "doubling and halving by terrain, river and supply",
    "combat.shifts": "column shifts",
    "combat.die": "die-roll modifiers, DRM",
    "combat.results": "CRT results",
    "combat.upgrades": "armour overrun, armour superiority",
    "retreat.by": "who conducts the retreat",
    "retreat.friends_open_zones": "retreat through ZOCs held by friends",
    "advance": "advance after combat",
    "advance.on": "breakthrough, exploitation",
    "losses.steps": "step losses",
    "losses.captured": "prisoners",
    "losses.dispersed": "routed or disrupted units that return",
    "initiative": "initiative, variable player order",
    "events": "random events, weather",
    "replacements": "replacements and rebuilding",
    "replacements.saved": "accumulated replacement points",
    "markers": "roadblocks, garrisons, control markers",
    "arrivals": "reinforcements",
    "victory.sudden": "sudden death, automatic victory",
    "victory.judged": "victory points at the end, or in each turn",
}
"""Section or key -> the words of other rulebooks, where they differ from ours."""


MEANINGS = {
    "nothing": "nothing",
    "eliminate": "all of them are lost",
    "retreat": "all of them go back so many spaces",
    "lose": "so many steps or units are lost; `losses.by` says who chooses",
    "lose-random": "the same, drawn by lot",
    "reduce": "each of them loses a step",
    "exchange": "they lose at least the strength that the other side has lost, step by step where units have two",
    "advance": "attackers may enter the space if it is empty; `advance 2` and more go on from there",
    "capture": "they go to the box of captured units",
    "exploit": "they are `exploiting` until the end of the turn: a phase may be for them alone",
    "attack-again": "the same, and they may attack once more in this phase, each unit once in a turn",
    "disperse": "they are out of the game for so many turns",
}
"""Verb of a sentence -> what it means."""


def mechanics() -> str:
    """The standard procedures, their parameters, and the sentences of results."""
    hints = _hints(ProceduresSource)
    models = {name: _models(annotation) for name, annotation in hints.items()}
    sections = {name: found[0] for name, found in models.items() if found and issubclass(found[0], Section)}
    parts = [_section(name, model) for name, model in sections.items() if model is not Section]
    return "\n\n".join([*parts, _sentences()])


def _section(name: str, model: type[BaseModel]) -> str:
    other = f" In other rulebooks: {ALSO_KNOWN_AS[name]}." if name in ALSO_KNOWN_AS else ""
    about = _about(model).split("\n\n")[0] + (" *A phase runs it.*" if name in PROCEDURES else "") + other
    rows = list(_parameters(name, model))
    table = _markdown_table(("key", "what it says", "values", "also"), rows) if rows else "It has no parameters."
    return f"## {name}\n\n{about}\n\n{table}"


def _parameters(path: str, model: type[BaseModel]) -> Iterator[tuple[str, ...]]:
    """A row for each key, and for the keys of a mapping within it, but for rules and filters."""
    reached: Reached = {inner: (words, "") for inner, words in FILTERS.items()}
    for key, annotation in _hints(model).items():
        field = model.model_fields[key]
        if key in ("rule", "rules"):
            continue
        inner = [found for found in _models(annotation) if found not in FILTERS]
        reached |= {found: ("keys below", "") for found in inner}
        here = f"{path}.{field.alias or key}"
        values = re.sub(r"\[([\w ]+)\]\(#\)", r"\1", _words(annotation, reached))
        for words, better in PLAINER.items():
            values = values.replace(words, better)
        default = _default(field)
        shown = here.partition(".")[2]
        said = f"{values}; else {default}" if default and default != "required" else values
        yield f"`{shown}`", _meaning(field, annotation), said, ALSO_KNOWN_AS.get(here, "")
        for found in inner:
            yield from _parameters(here, found)


def _sentences() -> str:
    """What a result can say, as sentences."""
    examples = [
        " ".join([verb, *([FIGHTERS[1]] if subject else []), *(["1"] if number else [])])
        for verb, (subject, number) in FIGHTING.items()
    ]
    return (
        "## Sentences\n\nA result of a combat table is one of these or a list of them. Each may be about `"
        + "` or `".join(FIGHTERS) + "`, with any number; `roll` throws a second die.\n\n"
        + _markdown_table(("sentence", "what happens"), [
            (f"`{example}`", MEANINGS.get(example.partition(" ")[0], "")) for example in examples
        ])
    )  # fmt: skip


# mkdocs ------------------------------------------------------------------------------------------------------------

TABLES: dict[str, Callable[[], str]] = {"keys": keys, "commands": commands, "codes": codes, "mechanics": mechanics}
"""Name of a mark in a page -> what stands there in the site."""


def on_page_markdown(markdown: str, **_: object) -> str:
    """The page with its marks replaced."""
    return re.sub(r"^<!-- (\w+) -->$", lambda mark: TABLES[mark[1]](), markdown, flags=re.MULTILINE)
