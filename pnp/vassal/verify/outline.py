"""What a module holds: its head, the counts of its parts, and the tree of its components.

In: a `Module`. Out: a dict for JSON, or lines of text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from pnp.errors import counted
from pnp.vassal.format.buildfile import Element
from pnp.vassal.format.components import component_attributes
from pnp.vassal.format.reader import Module
from pnp.vassal.verify.module import PLAIN_TAGS, board_size


def outline(module: Module) -> dict[str, Any]:
    """The parts of a module by name and number; nothing of it depends on anything but the module."""
    boards = [
        {"name": board.config_name, "pixels": list(board_size(module, board) or ()) or None}
        for board in module.root.find_all("Board")
    ]
    classes = Counter(e.name for e in module.root.walk() if e.tag not in PLAIN_TAGS)
    known = component_attributes()
    return {
        "name": module.name,
        "version": module.version,
        "vassal": module.vassal_version,
        "bytes": len(module.archive),
        "sides": list(module.sides),
        "languages": sorted(module.translations),
        "boards": boards,
        "decks": [{"name": deck.name, "cards": len(deck.cards)} for deck in module.decks],
        "pieces": len(module.pieces),
        "prototypes": len(module.prototypes),
        "traits": dict(Counter(t.id for piece in module.pieces for t in piece.traits).most_common()),
        "setups": [{"file": name, "pieces": len(saved.pieces())} for name, saved in sorted(module.setups.items())],
        "images": len(module.images),
        "code": sorted({e.tag for e in module.root.walk() if e.tag not in PLAIN_TAGS and e.tag not in known}),
        "components": dict(sorted(classes.items(), key=lambda item: (-item[1], item[0]))),
    }


def outline_lines(module: Module) -> Iterator[str]:
    """The same as text, a subject a line. Names are quoted, so that none can be a command to a terminal."""
    held = outline(module)
    yield f"{held['name']!r} {held['version']!r}, for VASSAL {held['vassal']!r}: {counted(held['bytes'], 'byte')}"
    yield f"sides: {', '.join(map(repr, held['sides'])) or 'none'}"
    if held["languages"]:
        yield f"languages: {', '.join(map(repr, held['languages']))}"
    for board in held["boards"]:
        yield f"board {board['name']!r}: {' × '.join(map(str, board['pixels'] or ())) or 'size unknown'}"
    for deck in held["decks"]:
        yield f"deck {deck['name']!r}: {counted(deck['cards'], 'card')}"
    for setup in held["setups"]:
        yield f"set-up {setup['file']!r}: {counted(setup['pieces'], 'piece')}"
    yield (
        f"{counted(held['pieces'], 'piece')} of {counted(held['prototypes'], 'prototype')}, "
        f"{counted(held['images'], 'picture')}"
    )
    yield "traits: " + ", ".join(f"{name} {count}" for name, count in held["traits"].items())
    yield "components: " + ", ".join(f"{name} {count}" for name, count in held["components"].items())
    if held["code"]:
        yield f"code of its own: {', '.join(map(repr, held['code']))}"


def tree_lines(element: Element, depth: int, level: int = 0) -> Iterator[str]:
    """The components below `element` to `depth`, indented; alike ones without children of their own are counted."""
    alike = Counter(child.name for child in element.children if not child.children)
    for child in element.children:
        if child.children or alike[child.name] == 1:
            name = f" {child.config_name!r}" if child.config_name else ""
            yield f"{'  ' * level}{child.name}{name}"
            if level + 1 < depth:
                yield from tree_lines(child, depth, level + 1)
        elif alike[child.name]:
            yield f"{'  ' * level}{child.name} × {alike[child.name]}"
            alike[child.name] = 0
