"""text-value: every {{ value }} in a text is known, and a text holds nothing but text and such values.

Numbers in the rules come from the data, so that text, tables and referee can't part. No filters, loops or calls.

Passes: rules/10-basics.yaml cases/1.0/text = There are {{ map.areas }} woods.
Fails:  rules/10-basics.yaml cases/1.0/text = There are {{ map.woods }} woods.
Fails:  rules/10-basics.yaml cases/1.0/text = "{% for x in y %}no{% endfor %}"
Fails:  rules/10-basics.yaml cases/1.0/text = "{{ 7 * 7 }}"
Mend:   correct the name; `pnp.sources.text_values.rule_values` lists what can be named.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.checks.base import Survey
from pnp.errors import Problem, SourceError

SEVERITY = "error"

HINT = "write the name of a value, as in {{ map.areas }}, and nothing else between the braces"


def check(survey: Survey) -> Iterator[Problem]:
    from pnp.sources.text_values import refuse_unknown

    for found in survey.texts:
        if any(mark in found.text for mark in ("{{", "{%", "{#")):
            try:
                refuse_unknown(found.text, survey.values, where=found.where)
            except SourceError as error:
                yield from (replace(p, hint=p.hint or HINT) for p in error.problems)
