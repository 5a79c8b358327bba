"""The module's language files: what differs between the English tree and a translated one.

Both trees are built by the same code, so they match element by element. A key is the chain of the components' names
(in English) and the attribute; texts inside pieces are keyed by the English text itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.vassal.format.buildfile import Element
from pnp.vassal.format.components import TRANSLATED_KINDS, component_attributes
from pnp.vassal.format.encoding import java_properties, text_list
from pnp.vassal.format.traits import decode_piece

PIECE_TAGS = frozenset({"PieceSlot", "CardSlot", "PrototypeDefinition"})
NAMELESS = frozenset({"BooleanPreference", "IntegerPreference", "StringPreference", "PrototypesContainer", "Language"})
"""Components that the engine asks for their key before they have a name."""
TRANSPARENT = frozenset({"GameModule", "BoardPicker", "GlobalTranslatableMessages"})
"""Components that add nothing to the keys of those below them."""
FIXED = {"GlobalMap": "GlobalMap", "HidePiecesButton": "HidePieces"}
"""Components whose keys start with a fixed word, without a full stop after it."""

SIDES = "sides"
"""Ends the key of the names of all sides, which are one text."""


def properties_name(language: str) -> str:
    """The file of a language in the archive."""
    return f"Module_{language.replace('-', '_')}.properties"


def translation_pairs(base: Element, shown: Element) -> list[tuple[str, str]]:
    """Every key with its text, sorted, including translations that equal the English text."""
    pairs: dict[str, str] = {}
    for key, text in _pairs(base, shown, ""):
        pairs.setdefault(key, text)
    return sorted(pairs.items())


def translation_file(base: Element, shown: Element) -> bytes:
    """The properties file of the language of `shown`."""
    return java_properties(translation_pairs(base, shown))


def translation_keys(base: Element) -> list[str]:
    """Every key that a complete translation has."""
    return [key for key, _ in translation_pairs(base, base)]


def _pairs(base: Element, shown: Element, prefix: str) -> Iterator[tuple[str, str]]:
    if base.name in PIECE_TAGS:
        yield from _piece_pairs(base, shown)
        return
    path = key_prefix(base, prefix)
    for name, kind in component_attributes().get(base.tag, {}).items():
        text = base.attributes.get(name, "")
        if kind in TRANSLATED_KINDS and text.strip():
            yield f"{path}{name}", shown.attributes.get(name, text)
    if base.name == "PlayerRoster" and base.children:
        yield f"{path}{SIDES}", text_list([entry.text for entry in shown.children])
    for element, translated in zip(base.children, shown.children, strict=True):
        yield from _pairs(element, translated, path)


def key_prefix(element: Element, parent: str) -> str:
    """The start of the keys of a component below one with the start `parent`."""
    if element.name in TRANSPARENT:
        return parent
    if element.name in FIXED:
        return f"{parent}.{FIXED[element.name]}"
    name = "" if element.name in NAMELESS else element.config_name
    part = f"{element.name}.{name}." if name else f"{element.name}."
    return f"{parent}.{part}" if parent else part


def _piece_pairs(base: Element, shown: Element) -> Iterator[tuple[str, str]]:
    try:
        english_piece, shown_piece = decode_piece(base.text), decode_piece(shown.text)
    except ValueError:  # the reader has told it
        return
    for trait, translated in zip(english_piece.traits, shown_piece.traits, strict=True):
        for english, text in zip(trait.shown_texts(), translated.shown_texts(), strict=True):
            yield f"Piece.{english}", text
