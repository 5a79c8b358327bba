"""column-unknown: a column that a text names is one of a table.

Passes: rules/10-basics.yaml cases/Fog/text = Use the 2:1 column.
Fails:  rules/10-basics.yaml cases/Fog/text = Use the 7:1 column.
Mend:   name a column that the table has, or take it from the data, {{ table.combat.last_column }}.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.words import sentences, stems
from pnp.errors import Problem

SEVERITY = "warning"

_RATIO = re.compile(r"(?<![\w:.–-])([0-9]{1,3}(?:\.[0-9])?[:–-][0-9]{1,3})(?![\w:–-]|\.[0-9])")
_DASH = re.compile("[–-]")
_VALUE = re.compile(r"\{\{.{1,200}?\}\}")


def check(survey: Survey) -> Iterator[Problem]:
    tables = [table for table in survey.game.charts.tables if table.kind in ("results", "shifts")]
    columns = {column for table in tables for column in table.columns}  # type: ignore[union-attr]
    dashed = any(_RATIO.fullmatch(column) and ":" not in column for column in columns)
    if not dashed and not any(":" in column for column in columns):
        return
    ratios = {_DASH.sub(":", column) for column in columns}
    for text in survey.texts:
        if not text.context.startswith("rules/") or "column" not in text.text:
            continue
        for sentence in sentences(_VALUE.sub(" ", text.text)):
            words = stems(sentence)
            for column in _RATIO.findall(sentence) if "column" in words or "columns" in sentence.casefold() else ():
                if (dashed or ":" in column) and _DASH.sub(":", column) not in ratios:
                    hint = "a column that a table has: " + ", ".join(sorted(columns)[:14])
                    yield problem(f"no table has the column {column!r}", survey.within(text.where, column), hint)
