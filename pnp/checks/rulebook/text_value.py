"""text-value: every {{ value }} in a text is known, and a text holds nothing but text and such values.

Numbers in the rules come from the data, so that text, tables and referee can't part. No filters, loops or calls.

Passes: rules/10-basics.yaml cases/1.0/text = There are {{ map.areas }} woods.
Fails:  rules/10-basics.yaml cases/1.0/text = There are {{ map.woods }} woods.
Fails:  rules/10-basics.yaml cases/1.0/text = "{% for x in y %}no{% endfor %}"
Fails:  rules/10-basics.yaml cases/1.0/text = "{{ 7 * 7 }}"
Fails:  rules/10-basics.yaml cases/1.0/text = "{{ ''.__class__ }}"
Fails:  rules/10-basics.yaml cases/1.0/text = "{{ 7 }}"
Mend:   correct the name; `pnp.sources.text_values.rule_values` lists what can be named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pnp.checks.base import Survey
from pnp.errors import Problem, SourceError

SEVERITY = "error"

HINT = "write the name of a value, as in {{ map.areas }}, and nothing else between the braces"


_PLAIN = re.compile(r"\{\{ ([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+) \}\}")


def check(survey: Survey) -> Iterator[Problem]:
    from pnp.sources.text_values import refuse_unknown

    is_value: dict[str, bool] = {}
    for text in survey.texts:
        if "{" not in text.text or not any(mark in text.text for mark in ("{{", "{%", "{#")):
            continue
        # Nearly all texts hold plain names only; the parser of templates is asked about the others.
        rest = _PLAIN.sub("", text.text)
        plain = not any(mark in rest for mark in ("{{", "{%", "{#", "}}")) and len(text.text) < 10_000
        if (
            plain
            and text.text.count("{{") <= MOST
            and all(_is_value(path, survey.values, is_value) for path in _PLAIN.findall(text.text))
        ):
            continue
        try:
            refuse_unknown(text.text, survey.values, where=text.where)
        except SourceError as error:
            for fault in error.problems:
                where = survey.within(fault.where, _wrong_piece(text.text, survey.values))
                yield replace(fault, where=where, hint=fault.hint or HINT)


_PIECE = re.compile(r"\{\{.{0,400}?\}\}|\{%.{0,400}?%\}|\{#.{0,400}?#\}")
"""Of bounded length, so that a text of opening braces is searched in linear time."""

MOST = 400
"""Values in one text."""


def _wrong_piece(text: str, values: Any) -> str:
    """The first piece of template in `text` that alone is refused, "" when it takes several."""
    from pnp.sources.text_values import refuse_unknown

    for piece in _PIECE.findall(text)[: MOST + 1]:
        try:
            refuse_unknown(piece, values)
        except SourceError:
            return str(piece)
    return ""


def _is_value(path: str, values: Any, is_value: dict[str, bool]) -> bool:
    """Whether `path` names a value and no group of values."""
    if path not in is_value:
        value = values
        for part in path.split("."):
            if not isinstance(value, Mapping):
                value = None
                break
            value = value.get(part, value.get(part.replace("_", "-")))
        is_value[path] = isinstance(value, (str, int, float))
    return is_value[path]
