"""The build file: a tree of components, written as XML that VASSAL reads.

Components are named by the last part of their class ("Zone"); an attribute that a component doesn't have is refused
here, since the engine would ignore it silently.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pnp.errors import did_you_mean
from pnp.vassal.format.components import CONFIG_NAMES, class_names, component_attributes

ROOT = "VASSAL.build.GameModule"


@dataclass(slots=True)
class Element:
    """One element of the build file.

    tag   the full class name, or a plain name ("entry", "option", "setup")
    text  element text; for a piece slot, the encoded piece
    """

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    text: str = ""

    @property
    def name(self) -> str:
        """The class name without its packages."""
        return self.tag.rsplit(".", 1)[-1]

    def add(self, *children: Element) -> Element:
        """Append `children` and return this element."""
        self.children.extend(children)
        return self

    def walk(self) -> Iterator[Element]:
        """This element and all below it, in document order."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            stack.extend(reversed(element.children))

    def find_all(self, name: str) -> list[Element]:
        """All elements below (and this one) with the short class name `name`."""
        return [element for element in self.walk() if element.name == name]

    @property
    def config_name(self) -> str:
        """The name by which the engine knows the component."""
        return self.attributes.get(CONFIG_NAMES.get(self.name, "name"), "")


def component(kind: str, *children: Element, body: str = "", **attributes: str | int | bool | float) -> Element:
    """A component of class `kind` (short name). Raises KeyError for an unknown class or attribute."""
    names = class_names()
    if kind not in names:
        raise KeyError(f"no VASSAL component {kind!r}; {did_you_mean(kind, names)}")
    tag = names[kind]
    allowed = component_attributes()[tag]
    values = {}
    for name, value in attributes.items():
        if name not in allowed:
            raise KeyError(f"{kind} has no attribute {name!r}; {did_you_mean(name, allowed)}")
        values[name] = str(value).lower() if isinstance(value, bool) else str(value)
    return Element(tag, values, list(children), body)


def global_property(name: str, value: str, changes: Iterable[tuple[str, str]] = ()) -> Element:
    """A property of the whole module or map, with its initial value and the hidden buttons that change it.

    changes  the key of each button, and the change as the engine writes it: "P,0", "I,1"
    """
    buttons = [
        component(
            "ChangePropertyButton", desc="", text="", tooltip="", icon="", hotkey=hotkey, reportFormat="",
            propChanger=changer,
        )
        for hotkey, changer in changes
    ]  # fmt: skip
    return component(
        "GlobalProperty", *buttons, name=name, initialValue=value, description="", isNumeric=False, min="", max="",
        wrap=False,
    )  # fmt: skip


def plain(name: str, text: str = "", **attributes: str) -> Element:
    """An element other than a component, such as `entry` of a player roster."""
    return Element(name, dict(attributes), [], text)


def to_xml(root: Element) -> bytes:
    """The tree as XML, UTF-8. Element text is written exactly: no white space is added to it."""
    lines = ['<?xml version="1.0" encoding="UTF-8" standalone="no"?>']
    _write(root, 0, lines)
    return ("\n".join(lines) + "\n").encode("utf-8")


def _write(element: Element, depth: int, lines: list[str]) -> None:
    pad = "    " * depth
    attributes = "".join(f' {name}="{_attribute(value)}"' for name, value in element.attributes.items())
    head = f"{pad}<{element.tag}{attributes}"
    if not element.children:
        lines.append(f"{head}>{_text(element.text)}</{element.tag}>" if element.text else f"{head}/>")
        return
    lines.append(f"{head}>{_text(element.text)}")
    for child in element.children:
        _write(child, depth + 1, lines)
    lines.append(f"{pad}</{element.tag}>")


_SIGNS = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}


def _attribute(value: str) -> str:
    return "".join(_SIGNS.get(sign, sign) for sign in value)


def _text(value: str) -> str:
    return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")
