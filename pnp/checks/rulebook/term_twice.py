"""term-twice: a term is defined, in **bold**, by one case.

Two definitions part sooner or later, and a reader who finds one misses the other. A case that lists terms, and a term
with a reference behind it, define nothing.

Passes: rules/10-basics.yaml cases/1.0/text = A **wood** holds units.
Fails:  rules/10-basics.yaml cases/1.0/text = A **neighbour** is a friend.
Fails:  rules/10-basics.yaml cases/1.0/cases/1.2/text = "**Neighbours** fight. Use the [[Combat Table]]."
Mend:   define it once and refer to that case elsewhere, or print the word in *italics*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.tables.rolls import results_tables
from pnp.errors import Problem

SEVERITY = "warning"

_LISTED = re.compile(r"^ *- \*\*", re.MULTILINE)
GLOSSARY = 4
"""So many list items that begin with a term make a glossary, which repeats what cases define."""

_BOLD = re.compile(r"\*\*([^*\n]{2,60}?)\*\*")


def check(survey: Survey) -> Iterator[Problem]:
    codes = {code.id for table in results_tables(survey) for code in table.codes}
    first: dict[str, str] = {}
    for address, case in survey.cases.items():
        if len(_LISTED.findall(case.text)) >= GLOSSARY:
            continue
        for term in dict.fromkeys(_BOLD.findall(case.text)):
            if "{" in term or term.endswith((".", ":")) or term in codes or _sent_on(case.text, term):
                continue
            key = _plain(term)
            if first.setdefault(key, address) != address:
                message = f"the term {term!r} is defined here and in {first[key]!r}"
                where = survey.within(case.where("text"), f"**{term}**")
                yield problem(message, where, f"refer to [[{first[key]}]] instead", rule=address)


def _sent_on(text: str, term: str) -> bool:
    """Whether the reader is sent to another case right behind the term: `is **dispersed** instead [[3.11]]`."""
    after = text[text.index(f"**{term}**") + len(term) + 4 :]
    return "[[" in re.split(r"[.;:]\s", after, maxsplit=1)[0]


def _plain(term: str) -> str:
    """A term in the singular and in lower case; abbreviations keep theirs."""
    return term if term.isupper() else term.casefold().removesuffix("s")
