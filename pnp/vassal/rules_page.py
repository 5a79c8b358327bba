"""The page with all rules, for players without the rulebook. One page per language.

A value changes few cases, so the page is kept case by case: only those whose values have changed are filled in again.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator
from typing import Any

from pnp.generators.typeset.markup import Insert, Item, Span, parse
from pnp.model.game import Game
from pnp.model.rules import RuleCase
from pnp.output import Packed, content_hash
from pnp.sources.text_values import names_in, rendered, rule_values, values_named
from pnp.vassal.context import rule_label
from pnp.vassal.help import page
from pnp.vassal.keeping import Keeper

TEMPLATE = "rules.html.j2"
_CUT = "\x1e"
"""What the template writes before each case and after the last one; no text holds it."""


def rules_page(game: Game) -> bytes:
    """All rules in the game's language. Raises SourceError for a value a text lacks."""
    return _joined(_pieces(game, rule_values(game)))


def kept_rules(game: Game, keeper: Keeper) -> Packed:
    """The same; what names no changed value is that of the last build."""
    quiet, values = keeper.quiet(game), rule_values(game)
    named: list[list[str]] = json.loads(keeper.bytes_for("vassal-named", quiet, lambda: _named(game)))
    known = [values_named(values, names) if names else "" for names in named]

    def make() -> bytes:
        def first() -> bytes:
            return json.dumps([known, _pieces(game, values)]).encode("ascii")

        before, pieces = json.loads(keeper.bytes_for("vassal-cases", quiet, first))
        changed = [index for index, (now, then) in enumerate(zip(known, before, strict=True)) if now != then]
        if changed:
            again = _pieces(game, values, only=changed)
            for index, piece in zip(changed, again[1:-1], strict=True):
                pieces[index + 1] = piece
        return _joined(pieces)

    return keeper.file_for("vassal-rules", content_hash(quiet, *known), make)


def _named(game: Game) -> bytes:
    """The values that each case names."""
    return json.dumps([sorted(set(names_in(case.text))) for case, _ in _cases(game)]).encode("utf-8")


def _joined(pieces: Iterable[str]) -> bytes:
    # Swing reads a page without a charset as Latin-1: plain ASCII with character references is safe everywhere.
    return "".join(pieces).encode("ascii", "xmlcharrefreplace")


def _pieces(game: Game, values: dict[str, Any], only: Container[int] | None = None) -> list[str]:
    """The page in pieces: its head, each case or `only` those with these numbers, its foot."""
    cases = [_case(game, case, depth, values) for index, (case, depth) in enumerate(_cases(game)) if only is None or index in only]
    title = game.words.text("Rules of {title}", title=game.info.printed_title)
    return page(TEMPLATE, {"title": title, "cases": cases, "statement": game.info.credits.statement, "cut": _CUT}).split(_CUT)


def _cases(game: Game) -> Iterator[tuple[RuleCase, int]]:
    """Every case with its depth, in order."""
    for file in game.rules:
        yield from _with_depth(file.cases)


def _with_depth(cases: Iterable[RuleCase], depth: int = 0) -> Iterator[tuple[RuleCase, int]]:
    for case in cases:
        yield case, depth
        yield from _with_depth(case.cases, depth + 1)


def _case(game: Game, case: RuleCase, depth: int, values: dict[str, Any]) -> dict[str, Any]:
    """One case as the template needs it; tables are shown by the charts window."""
    numbered = case.id[:1].isdigit()
    blocks = []
    for block in parse(rendered(case.text, values, where=case.where("text"))):
        if isinstance(block, Insert):
            continue
        spans = [{"text": _shown(game, span), "bold": span.bold, "italic": span.italic} for span in block.spans]
        item = isinstance(block, Item)
        blocks.append(
            {"kind": "item" if item else "text", "marker": (block.marker or "•") if item else "", "spans": spans}
        )
    option = next((game.words.text("Optional rule") for o in game.info.options if o.id == case.option), "")
    return {
        "label": f"{case.id} {case.title}" if numbered else case.title,
        "depth": depth,
        "blocks": blocks,
        "option": option,
    }


def _shown(game: Game, span: Span) -> str:
    return span.text or (f"[{rule_label(game, span.link)}]" if span.link else "")
