"""Checks of a module, above all for faults that the engine doesn't report.

Each check yields `Problem`s; `check_module` runs them all. They need only the module itself, not its
game.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping

from pnp.errors import Problem, counted, did_you_mean
from pnp.vassal.format.buildfile import Element
from pnp.vassal.format.components import component_attributes
from pnp.vassal.format.encoding import split_fields, whole
from pnp.vassal.format.reader import Module
from pnp.vassal.format.traits import Trait, field_faults
from pnp.vassal.module.translation import SIDES, properties_name, translation_keys
from pnp.vassal.verify.base import WINDOWS, Check, all_traits, near_miss, problem
from pnp.vassal.verify.board import (
    check_expressions,
    check_grids,
    check_layers,
    check_levels,
    check_pools,
    check_ranges,
    check_regions,
)
from pnp.vassal.verify.images import check_images
from pnp.vassal.verify.links import check_keys, check_places, check_pressed_keys

PLAIN_TAGS = frozenset({"entry", "option", "setup"})
SOLO_SIDES = frozenset({"Solitaire", "Solo", "Moderator", "Referee"})


def check_module(module: Module) -> list[Problem]:
    """Every problem of a module, whoever made it, in the order of `CHECKS`."""
    problems = list(module.problems)
    for check in CHECKS:
        problems.extend(check(module))
    return problems


def check_generated(module: Module) -> list[Problem]:
    """The same of a module that we made, which also keeps the rules of `HOUSE_CHECKS`."""
    return [*check_module(module), *(found for check in HOUSE_CHECKS for found in check(module))]


# Components ---------------------------------------------------------------------------------------


def check_components(module: Module) -> Iterator[Problem]:
    """Unknown classes and attributes: the engine drops the former and ignores the latter.

    A class that isn't the engine's is looked for in the archive. An attribute that is no near miss of another is one
    of an older or a newer engine.
    """
    table = component_attributes()
    entries = set(module.entries)
    for element in module.root.walk():
        if element.tag in PLAIN_TAGS:
            continue
        kinds = table.get(element.tag)
        if kinds is None:
            if f"{element.tag.replace('.', '/')}.class" in entries:
                message = f"{element.tag!r} is code of the module's own, which wasn't looked into"
                yield problem(module, "module-class", message, severity="note")
            else:
                hint = did_you_mean(element.tag, table)
                yield problem(module, "module-class", f"unknown component {element.tag!r}", hint)
            continue
        for name in element.attributes:
            if name not in kinds:
                hint = near_miss(name, kinds.keys() - element.attributes.keys())
                message = f"{element.name} has no attribute {name!r}"
                yield problem(module, "module-attribute", message, hint, severity="error" if hint else "note")
        yield from _bad_values(module, element, kinds)


_FORMS = {
    "b": re.compile(r"true|false|"), "i": re.compile(r"-?\d{1,9}"), "d": re.compile(r"-?\d+(\.\d+)?([eE]-?\d+)?"),
    "color": re.compile(r"|null|\d{1,3},\d{1,3},\d{1,3}(,\d{1,3})?"), "key": re.compile(r"|null|.|-?\d+,\d+(,[^,;]*)?"),
}  # fmt: skip


def _bad_values(module: Module, element: Element, kinds: dict[str, str]) -> Iterator[Problem]:
    """Attribute values of the wrong kind; for a bad number the engine drops the component and its children."""
    for name, value in element.attributes.items():
        form = _FORMS.get(kinds.get(name, ""))
        if form and not form.fullmatch(value):
            yield problem(
                module,
                "module-value",
                f"{element.name} {element.config_name!r}: {name} is {value!r}",
                f"expected kind {kinds[name]!r}.",
            )


def check_order(module: Module) -> Iterator[Problem]:
    """In a map the board picker comes before every stack and deck; stacks, also in folders, name boards that exist, and
    lie on them.
    """
    for window in module.root.find_all("Map"):
        boards = {board.attributes.get("name", "") for board in window.find_all("Board")}
        has_picker = False
        for child in window.walk():
            has_picker = has_picker or child.name == "BoardPicker"
            if child.name in ("SetupStack", "DrawPile"):
                title = child.attributes.get("name", "")
                if not has_picker:
                    yield problem(module, "module-order", f"{child.name} {title!r} comes before the board picker")
                owner = child.attributes.get("owningBoard", "")
                if owner and owner not in boards:
                    yield problem(
                        module,
                        "module-board",
                        f"{child.name} {title!r} names the board {owner!r}",
                        did_you_mean(owner, boards),
                    )
                yield from _beside_boards(module, window, child)
        if len(boards) != len(window.find_all("Board")) or "" in boards:
            yield problem(module, "module-board", "a board has no name, or the name of another")


def _beside_boards(module: Module, window: Element, stack: Element) -> Iterator[Problem]:
    """A stack at start on no board: nobody finds it. Boards side by side count together."""
    owner = stack.attributes.get("owningBoard", "")
    boards = [b for b in window.find_all("Board") if not owner or b.attributes.get("name", "") == owner]
    if stack.attributes.get("useGridLocation") == "true" or not boards:
        return
    sizes = [size for board in boards if (size := board_size(module, board))]
    if len(sizes) < len(boards):
        return
    edges = [2 * (whole(window.attributes.get(name, "0")) or 0) for name in ("edgeWidth", "edgeHeight")]
    width, height = edges[0] + sum(size[0] for size in sizes), edges[1] + sum(size[1] for size in sizes)
    x, y = (whole(stack.attributes.get(name, "0")) or 0 for name in ("x", "y"))
    if not (0 <= x <= width and 0 <= y <= height):
        name = stack.attributes.get("name", "")
        message = f"{stack.name} {name!r} stands at {x},{y}, off its board ({width} × {height})"
        yield problem(module, "module-board", message, severity="warning")


# Pieces -------------------------------------------------------------------------------------------


def check_traits(module: Module) -> Iterator[Problem]:
    """Every trait has the fields that the engine expects."""
    for owner, traits in all_traits(module):
        for fault in field_faults(traits):
            yield problem(module, "module-trait", f"{owner}: {fault}")
    for name, saved in module.setups.items():
        for item in saved.objects:
            if item.piece:
                for fault in field_faults(item.piece.traits):
                    yield problem(module, "module-trait", f"piece {item.piece.name!r}: {fault}", entry=name)


def check_whole_traits(module: Module) -> Iterator[Problem]:
    """Every trait has all its fields, even those that the engine would fill in."""
    for owner, traits in all_traits(module):
        for fault in field_faults(traits, whole=True):
            yield problem(module, "module-trait", f"{owner}: {fault}")


def check_prototypes(module: Module) -> Iterator[Problem]:
    """Every prototype is defined, once; one with `$` in it is used without parameters, else the engine drops the `$`.
    """
    names = Counter(element.attributes.get("name", "") for element in module.root.find_all("PrototypeDefinition"))
    for name in (name for name, count in names.items() if count > 1):
        message = f"{names[name]} prototypes are named {name!r}: the last one holds"
        yield problem(module, "module-prototype", message, severity="warning")
    uses = list(all_traits(module))
    uses += [
        (f"saved piece {i.piece.name!r}", i.piece.traits) for s in module.setups.values() for i in s.objects if i.piece
    ]
    for owner, traits in uses:
        for item in (t for t in traits if t.id == "prototype"):
            name = item.values[0] if item.values else ""
            if name not in module.prototypes:
                yield problem(
                    module,
                    "module-prototype",
                    f"{owner}: unknown prototype {name!r}",
                    did_you_mean(name, module.prototypes),
                )
            elif len(item.values) > 1 and not item.values[1] and _has_variables(module.prototypes[name]):
                hint = "leave the second field of `prototype;` out altogether."
                yield problem(
                    module, "module-prototype", f"{owner}: empty parameters make prototype {name!r} lose its $…$", hint
                )


def check_loops(module: Module) -> Iterator[Problem]:
    """No prototype uses itself, by way of others or not: the engine gives up on its pieces."""
    uses = {
        name: [t.values[0] for t in traits if t.id == "prototype" and t.values]
        for name, traits in module.prototypes.items()
    }
    done: set[str] = set()
    for start in uses:
        way: dict[str, None] = {}
        pending = [(start, False)]
        while pending:
            name, left = pending.pop()
            if left:
                del way[name]
                done.add(name)
            elif name in way:
                loop = [*list(way)[list(way).index(name) :], name]
                yield problem(module, "module-prototype", "prototypes use each other in a loop: " + " → ".join(loop))
            elif name in uses and name not in done:
                way[name] = None
                pending.append((name, True))
                pending.extend((other, False) for other in uses[name])


def _has_variables(traits: tuple[Trait, ...]) -> bool:
    return any(value.count("$") > 1 for item in traits for value in item.values)


def check_gpids(module: Module) -> Iterator[Problem]:
    """Piece numbers are whole, different, and below the module's next number; old modules had none."""
    following = whole(module.root.attributes.get("nextPieceSlotId", "0"))
    numbers = Counter(piece.gpid for piece in module.pieces)
    if numbers and not any(numbers.keys() - {""}):
        yield problem(module, "module-gpid", "no piece has a number: the engine gives them when it is edited",
                      severity="note")  # fmt: skip
        return
    for piece in module.pieces:
        number = whole(piece.gpid)
        if number is None or number < 0:
            yield problem(module, "module-gpid", f"piece {piece.name!r} has no number (gpid {piece.gpid!r})")
        elif numbers[piece.gpid] > 1:
            yield problem(module, "module-gpid", f"piece {piece.name!r} shares the number {piece.gpid} with another")
        elif following is not None and number >= following:
            yield problem(
                module,
                "module-gpid",
                f"piece {piece.name!r}: number {piece.gpid} is not below nextPieceSlotId {following}",
            )
        state = split_fields(piece.piece.basic.state, ";")
        if len(state) > 3 and state[3] not in ("", "null", piece.gpid):
            yield problem(
                module, "module-gpid", f"piece {piece.name!r}: its state holds number {state[3]}, its slot {piece.gpid}"
            )


# Maps, sides, languages, set-ups --------------------------------------------------------------------


def check_zones(module: Module) -> Iterator[Problem]:
    """Zones have at least three corners, and overlap their board; regions lie on it; of two with one name, one hides.

    What lies beyond the edge of a board does no harm, but is rarely meant.
    """
    sizes = {board.attributes.get("name", ""): board_size(module, board) for board in module.root.find_all("Board")}
    counts = Counter((zone.board, zone.name) for zone in module.zones)
    for zone in module.zones:
        size = sizes.get(zone.board, (0, 0))
        if len(zone.outline) < 3:
            yield problem(module, "module-zone", f"zone {zone.name!r} has {len(zone.outline)} corners")
        if counts[zone.board, zone.name] > 1:
            yield problem(module, "module-zone", f"two zones are named {zone.name!r}", severity="warning")
        points = (("a corner", zone.outline, "warning"), ("a region", tuple(zone.regions.values()), "error"))
        for label, places, severity in points:
            if size and any(not (0 <= x <= size[0] and 0 <= y <= size[1]) for x, y in places):
                message = f"{label} of zone {zone.name!r} lies outside the board ({size[0]} × {size[1]})"
                yield problem(module, "module-zone", message, severity=severity)


def board_size(module: Module, board: Element) -> tuple[int, int] | None:
    """Width and height of a board: its picture's, without one as written; None for a drawing, and for a picture that is
    missing or can't be decoded, which is told elsewhere.
    """
    from PIL import Image

    if image := board.attributes.get("image", ""):
        name = f"images/{image}"
        if name not in module.entries or name.endswith(".svg"):
            return None
        try:
            with Image.open(io.BytesIO(module.read(name)), formats=("PNG", "JPEG", "GIF")) as picture:
                return picture.size
        except (OSError, SyntaxError, ValueError):
            return None
    width, height = board.attributes.get("width", "500"), board.attributes.get("height", "500")
    return whole(width) or 0, whole(height) or 0


def check_sides(module: Module) -> Iterator[Problem]:
    """Sides that traits and windows name are in the player roster; a solitaire module has a solo side."""
    sides = module.sides
    if not sides:
        yield problem(module, "module-side", "the module has no sides", severity="warning")
    elif not set(sides) & SOLO_SIDES:
        hint = f"add one of {', '.join(sorted(SOLO_SIDES))}."
        yield problem(module, "module-side", "nobody can play alone: there is no solo side", hint, severity="note")
    sides_named: list[tuple[str, str]] = []
    for owner, traits in all_traits(module):
        for item in traits:
            if item.id == "restrict" and item.values and item.values[0]:
                sides_named += [(owner, side) for side in split_fields(item.values[0], ",")]
            if item.id in ("obs", "hide") and item.get("access").startswith("sides:"):
                sides_named += [(owner, side) for side in split_fields(item.get("access"), ":")[1:]]
    for element in module.root.walk():
        if element.name in ("PrivateMap", "PlayerHand"):
            sides_named += [
                (element.name, side) for side in split_fields(element.attributes.get("side", ""), ",") if side
            ]
    for owner, side in sides_named:
        if side and side not in sides:
            yield problem(module, "module-side", f"{owner} names the side {side!r}", did_you_mean(side, sides))


def check_translations(module: Module) -> Iterator[Problem]:
    """A declared language has its file (without it the module doesn't load at all), and the file has every key."""
    for element in module.root.find_all("Translation"):
        language = element.attributes.get("locale", "").rstrip(",").replace(",", "_")
        name = properties_name(language)
        if name not in module.entries:
            yield problem(
                module,
                "module-language",
                f"the language {language!r} has no file {name}",
                "the module would not load for its players.",
            )
            continue
        texts = module.translations.get(language, {})
        missing = [key for key in translation_keys(module.root) if not texts.get(key)]
        for key in missing:
            yield problem(module, "module-language", f"no text for {key!r}", entry=name, severity="warning")
        yield from _side_names(module, name, texts)


def _side_names(module: Module, entry: str, texts: Mapping[str, str]) -> Iterator[Problem]:
    """A language names as many sides as the module has: else the engine leaves them all untranslated."""
    named = texts.get(f"PlayerRoster.{SIDES}", "")
    if named and len(split_fields(named, ",")) != len(module.sides):
        message = f"it names {len(split_fields(named, ','))} sides, and the module has {len(module.sides)}"
        mend = "the engine leaves all of them untranslated; write a comma inside a name as `\\,`."
        yield problem(module, "module-language", message, mend, entry=entry, severity="warning")


def missing_setups(module: Module) -> Iterator[Problem]:
    """Set-ups without their file: the engine stops as soon as one of them is to start."""
    for element in module.root.find_all("PredefinedSetup"):
        name = element.attributes.get("file", "")
        if element.attributes.get("useFile", "true") != "true" or element.attributes.get("isMenu") == "true":
            continue
        if name and name not in module.entries:
            yield problem(module, "module-setup", f"set-up {element.attributes.get('name')!r} has no file {name!r}")


def check_setups(module: Module) -> Iterator[Problem]:
    """Set-ups have their file, aren't marked as a new game, and hold only pieces of the module on maps it has."""
    maps = {window.attributes.get("mapName", "") for kind in WINDOWS for window in module.root.find_all(kind)}
    numbers = {piece.gpid for piece in module.pieces}
    yield from missing_setups(module)
    for name, saved in module.setups.items():
        if not any(command.startswith("SETUP_STACK") for command in saved.commands):
            message = "it doesn't say SETUP_STACK: the stacks at start would be added on top"
            yield problem(module, "module-setup", message, entry=name)
        lost = Counter(item.map for item in saved.objects if item.map not in maps and item.map not in ("", "null"))
        for title, count in lost.items():  # what is on "null" is off every map
            message = f"{counted(count, 'piece')} or stacks stand on the unknown map {title!r}"
            yield problem(module, "module-setup", message, did_you_mean(title, maps), entry=name)
        for item in saved.objects:
            if item.piece:
                number = [*split_fields(item.piece.basic.state, ";"), "", "", "", ""][3]
                if number not in numbers:
                    yield problem(
                        module,
                        "module-setup",
                        f"piece {item.piece.name!r} has number {number!r}, which no slot has",
                        "the engine can't bring it up to date; open the set-up there and refresh its pieces.",
                        entry=name,
                        severity="warning",
                    )
        listed = Counter(member for item in saved.objects for member in item.members)
        saved_ids = saved.pieces()
        for member, count in listed.items():
            if member not in saved_ids or count > 1:
                yield problem(
                    module,
                    "module-setup",
                    f"a stack lists the piece {member!r} that is unknown or in another stack",
                    entry=name,
                )


CHECKS: tuple[Check, ...] = (
    check_components, check_order, check_traits, check_prototypes, check_loops, check_gpids, check_images, check_zones,
    check_sides, check_translations, check_setups, check_keys, check_places, check_regions, check_layers,
    check_expressions, check_grids,
)  # fmt: skip
HOUSE_CHECKS: tuple[Check, ...] = (check_whole_traits, check_pressed_keys, check_levels, check_ranges, check_pools)
"""What the engine allows, and we don't."""
