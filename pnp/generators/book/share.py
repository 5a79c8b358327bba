"""What the rulebooks of one game in one language share on all papers, so that each line is broken, each text filled
and each drawing made once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pnp.generators.typeset.paragraph import TextLine

Drawn = TypeVar("Drawn")

GATHERED = ("index", "glossary")
"""How the names begin of what shows the texts of cases; all other drawings show the data and the headings."""


@dataclass
class BookShare:
    """Lines, texts and drawings already made; empty before the first book is set.

    lines     (spans, style, width) -> the lines of a text
    texts     text as in the sources -> the same with its values
    drawings  name -> a drawing, several drawings, or None
    """

    lines: dict[object, tuple[TextLine, ...]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    drawings: dict[str, Any] = field(default_factory=dict)

    def with_other_texts(self) -> BookShare:
        """The same when nothing but the texts of cases is other than before: without what is gathered from them."""
        for name in [name for name in self.drawings if name.startswith(GATHERED)]:
            del self.drawings[name]
        return self

    def drawn(self, name: str, draw: Callable[[], Drawn]) -> Drawn:
        """The drawing `name`, made by `draw` on first use."""
        if name not in self.drawings:
            self.drawings[name] = draw()
        drawing: Drawn = self.drawings[name]
        return drawing
