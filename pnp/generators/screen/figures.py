"""Drawings as pictures in a page: SVG among the text, in the faces of the page."""

from __future__ import annotations

import re
from collections import defaultdict

from markupsafe import Markup, escape

from pnp.draw import svg
from pnp.draw.scene import Scene, Store, texts_in
from pnp.draw.text import letters_by_face
from pnp.generators.typeset.block import Drawing

ENLARGED, MOST_MM = 1.7, 243.0
"""Pictures are larger than on paper, since a screen is read from further away, but no wider than this."""

_NAMES = re.compile(r'(\bid="|url\(#)')
_SIZE = re.compile(r'(<svg\b[^>]*?) height="[^"]*"([^>]*?) width="[^"]*"')


class Pictures:
    """The pictures of one page.

    letters    face -> the characters that the pictures show in it
    backwards  the page is read from right to left
    """

    def __init__(self, store: Store | None) -> None:
        self.store = store
        self.letters: dict[str, set[str]] = defaultdict(set)
        self.backwards = False
        self.count = 0

    def picture(self, drawing: Drawing, alternative: str) -> Markup:
        """`drawing` somewhat larger than in print, no wider than its column.

        alternative  what a reader is told who does not see it
        """
        self.count += 1
        drawing = drawing.mirrored if self.backwards else drawing
        for text in texts_in(drawing.nodes):
            for face, characters in letters_by_face(text.text, text.font).items():
                self.letters[face] |= set(characters)
        scene = Scene(drawing.width_mm, drawing.height_mm, drawing.nodes)
        _, _, xml = svg.render(scene, store=self.store).decode("utf-8").partition("\n")
        xml = _NAMES.sub(rf"\g<1>p{self.count}-", xml).strip()
        width = min(drawing.width_mm * ENLARGED, MOST_MM)
        shown = f'role="img" aria-label="{escape(alternative)}" style="width:{width:.1f}mm"'
        return Markup(_SIZE.sub(lambda size: f"{size[1]}{size[2]} {shown}", xml, count=1))
