"""What the rulebooks of one game in one language share on all papers: each line broken, text filled and drawing drawn
once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pnp.generators.typeset.paragraph import TextLine

Drawn = TypeVar("Drawn")


@dataclass
class BookShare:
    """Empty before the first book is set.

    lines     (spans, style, width) -> the lines of a text
    texts     text as in the sources -> the same with its values
    drawings  name -> a drawing, several that are drawn together, or None
    """

    lines: dict[object, tuple[TextLine, ...]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    drawings: dict[str, Any] = field(default_factory=dict)

    def drawn(self, name: str, draw: Callable[[], Drawn]) -> Drawn:
        """The drawing `name`, drawn by `draw` when it is first asked for."""
        if name not in self.drawings:
            self.drawings[name] = draw()
        drawing: Drawn = self.drawings[name]
        return drawing
