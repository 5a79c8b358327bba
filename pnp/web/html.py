"""What pages of reports share: their faces, tables, and names of sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from markupsafe import Markup

from pnp.generators.screen.template import font_faces, rendered
from pnp.model.game import Game

FACES = ("sans-regular", "sans-semibold")
"""In which the pages are set."""


def page(template: str, values: Mapping[str, Any]) -> str:
    """A page from `templates` with the glyphs that it shows, so that it looks the same everywhere."""
    html = rendered(template, values)
    faces = font_faces(dict.fromkeys(FACES, frozenset(filter(str.isprintable, html))))
    return html.replace("<style>\n", f"<style>\n{faces}\n", 1)


def side_name(game: Game, name: str) -> str:
    """The printed name of a side, its id when there is none."""
    return next((side.name for side in game.info.sides if side.id == name), name)


def html_table(heads: Sequence[str], rows: Iterable[Sequence[object]], *, mark_zero: bool = False) -> Markup:
    """A table, which scrolls where the page is too narrow for it; every cell is escaped."""
    head = "".join(f'<th scope="col">{escape(h)}</th>' if h else "<td></td>" for h in heads)
    body = "".join("<tr>" + "".join(_cell(c, mark_zero and i > 0) for i, c in enumerate(row)) + "</tr>" for row in rows)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return Markup(f'<div class="table" tabindex="0">{table}</div>')


def _cell(value: object, mark_zero: bool) -> str:
    never = ' class="never"' if mark_zero and value == 0 else ""
    return f"<td{never}>{escape(str(value))}</td>"
