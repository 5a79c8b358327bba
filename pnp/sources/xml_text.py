"""XML from strangers, read into a tree in bounded time and memory.

It may have no declarations of its own, hence no entities and no outside files; its size, depth and number of elements
are limited.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar
from xml.parsers import expat

from pnp.errors import Location, Problem, SourceError


@dataclass(frozen=True, slots=True)
class XmlLimits:
    """What a text may have.

    bytes, depth, elements  at most so many
    code, hint              of the problems that are reported
    """

    bytes: int
    depth: int
    elements: int
    code: str
    hint: str


Tree = TypeVar("Tree", bound=Any)
"""An element with a list of `children` and a `text`."""


class _Refusal(Exception):
    pass


def read_tree(
    data: bytes, path: str, limits: XmlLimits, make: Callable[[str, dict[str, str]], Tree], *,
    standard_type: bool = False,
) -> Tree:  # fmt: skip
    """The root element of an XML text.

    path           as messages show it
    make           returns an element with this tag and these attributes
    standard_type  whether it may name a document type, as drawing programs do; what that refers to isn't fetched
    Raises SourceError for a document type, other entities, too much text or too deep a tree.
    """
    if len(data) > limits.bytes:
        raise SourceError(Problem(limits.code, f"more than {limits.bytes} bytes of XML", Location(path)))
    parser = expat.ParserCreate()
    roots: list[Tree] = []
    open_elements: list[Tree] = []
    texts: list[list[str]] = []
    count = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > limits.elements or len(open_elements) >= limits.depth:
            raise _Refusal("too many elements, or nested too deep")
        element = make(tag, dict(attributes))
        (open_elements[-1].children if open_elements else roots).append(element)
        open_elements.append(element)
        texts.append([])

    def end(tag: str) -> None:
        open_elements.pop().text = "".join(texts.pop()).strip("\n\r ")

    def doctype(name: str, system: str | None, public: str | None, has_declarations: bool) -> None:
        if has_declarations or not standard_type:
            raise _Refusal("a document type is not allowed")

    def declaration(*_: object) -> None:
        raise _Refusal("entities are not allowed")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = lambda text: texts[-1].append(text) if texts else None
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = declaration
    parser.ExternalEntityRefHandler = declaration
    try:
        parser.Parse(data, True)
    except _Refusal as error:
        where = Location(path, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        raise SourceError(Problem(limits.code, str(error), where, limits.hint)) from None
    except expat.ExpatError as error:
        where = Location(path, error.lineno, error.offset + 1)
        raise SourceError(
            Problem(limits.code, f"not well-formed XML: {expat.ErrorString(error.code)}", where)
        ) from None
    except (ValueError, LookupError) as error:
        raise SourceError(Problem(limits.code, f"not readable as XML: {error}", Location(path))) from None
    return roots[0]
