"""term-undefined: an abbreviation in capitals is explained somewhere.

A case explains it in **bold**, or in brackets behind its words; codes of tables, designations of units and names in the
data explain themselves. Read are all texts but credits and quotations.

Passes: rules/10-basics.yaml cases/1.0/text = Every wood is worth victory points (VP). Count VP.
Passes: rules/10-basics.yaml cases/1.0/text = "**VP** are what woods are worth."
Fails:  rules/10-basics.yaml cases/1.0/text = Take the woods and count VP.
Fails:  game.yaml phases/moving/text = Move units that have MP.
Mend:   write **VP** where it is explained, or the whole word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import results_tables
from pnp.errors import Problem

SEVERITY = "warning"

_CAPITALS = re.compile(r"(?<![\w.\[-])([A-Z]{2,5})(s?)(?![\w\]-])")
_EXPLAINED = re.compile(r"\*\*([A-Z]{2,5})s?\*\*|\(\**([A-Z]{2,5})s?\**[),;]")
USUAL = frozenset("OK AM PM PDF VASSAL PBEM CC BY MIT NC SA EU UN US USA UK NATO USSR TV ID AI YAML".split())
"""Abbreviations that need no explanation, and names of licences."""


NAMES = frozenset("abbreviation adjective designation head label name plural printed_title title".split())
SENTENCES = frozenset("note ruling text theme".split())
"""Keys of names, and of what readers read as sentences; the words of another book are not ours to explain."""


def check(survey: Survey) -> Iterator[Problem]:
    explained = set(USUAL)
    for passage in survey.texts:
        explained.update(a or b for a, b in _EXPLAINED.findall(passage.text))
        if passage.context.rstrip("0123456789/").rpartition("/")[2] in NAMES:
            explained.update(match[0] for match in _CAPITALS.findall(passage.text))
    explained |= {code.id for table in results_tables(survey) for code in table.codes}
    explained |= {name.upper() for group in survey.game.counters.groups for name in (*group.factors, group.id)}
    explained |= {str(text) for counter in survey.game.all_counters() for text in (counter.designation, counter.parent)}
    reported: set[str] = set()
    for passage in survey.texts:
        if passage.context.rpartition("/")[2] in SENTENCES:
            for name, _ in _CAPITALS.findall(passage.text):
                if name not in explained and name not in reported and not _roman(name):
                    reported.add(name)
                    yield problem(
                        f"{name!r} is explained nowhere",
                        survey.within(passage.where, name),
                        f"write **{name}** where it is explained",
                    )


def _roman(name: str) -> bool:
    return re.fullmatch("X{0,3}(IX|IV|V?I{0,3})", name) is not None
