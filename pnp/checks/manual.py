"""Manual pages: the docstring of each check, and a text for each code of the reader, the verifier and the press."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from inspect import cleandoc

from pnp.checks.families import CHECKS, FAMILIES
from pnp.checks.reader_codes import OTHER_CODES
from pnp.errors import Severity

_EXAMPLES = re.compile(r"(Game|Passes|Fails|Mend):")
INDEX = "checks"
"""`pnp explain checks` prints the `index` of all pages."""


def codes() -> Iterator[str]:
    """Every code that a problem can have, sorted."""
    yield from sorted({*CHECKS, *OTHER_CODES})


def index() -> str:
    """All codes by family with their first sentences."""
    parts = ["Checks, and what else `pnp explain CODE` explains"]
    for family, listed in FAMILIES.items():
        parts.append(f"{family}\n" + "\n".join(f"  {code:24} {summary(code)}" for code in listed))
    parts.append("reading, press, play\n" + "\n".join(f"  {code:24} {summary(code)}" for code in OTHER_CODES))
    return "\n\n".join(parts)


def page(code: str) -> str:
    """The manual page of `code`. Raises KeyError."""
    severity = severity_of(code)
    rest = _text(code).partition("\n")[2].strip("\n")
    head = f"{code} ({severity}): {summary(code)}"
    return f"{head}\n\n{rest}" if rest else head


def summary(code: str) -> str:
    """The first sentence of the page, "" for an unknown code."""
    if code not in CHECKS and code not in OTHER_CODES:
        return ""
    return _text(code).partition("\n")[0].removeprefix(f"{code}:").strip()


def description(code: str) -> str:
    """What the page says about `code` before its examples: its first sentence and what explains it."""
    if code not in CHECKS and code not in OTHER_CODES:
        return ""
    head, *rest = _text(code).split("\n\n")
    plain = [part for part in rest if not _EXAMPLES.match(part)]
    return "\n\n".join([head.removeprefix(f"{code}:").strip(), *plain])


def severity_of(code: str) -> Severity:
    """The severity of problems with `code`; an error unless its check sets another."""
    if code in CHECKS:
        severity: Severity = import_module(f"pnp.checks.{CHECKS[code]}").SEVERITY
        return severity
    return "warning" if code.startswith("allow-") else "error"


@cache
def _text(code: str) -> str:
    if code in CHECKS:
        return cleandoc(import_module(f"pnp.checks.{CHECKS[code]}").__doc__ or code)
    return cleandoc(OTHER_CODES[code])
