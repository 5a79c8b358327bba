"""Rule text without markup, for the terminal and for screen readers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pnp.sources.text_values import rendered, unwrapped

_REFERENCE = re.compile(r"\[\[([^\]|]{1,80})(?:\|([^\]]{1,200}))?\]\]")
_IN_BRACKETS = re.compile(r"\((\[\[[^\]|]{1,80}\]\])\)")
_STRONG = re.compile(r"\*\*([^*]{1,400})\*\*")
_EMPHASIS = re.compile(r"\*([^*\n]{1,400})\*")
_DIRECTIVE = re.compile(r"^@(table|example) .*$", re.MULTILINE)


def plain_text(text: str, values: Mapping[str, Any]) -> str:
    """`text` with its values filled in, its references as words, and all other markup removed.

    Raises SourceError for a value that doesn't exist.
    """
    plain = unwrapped(rendered(text, values))
    plain = _IN_BRACKETS.sub(r"\1", plain)  # a reference gets its own
    plain = _REFERENCE.sub(lambda m: m[2] or f"({m[1]})", plain)
    plain = _EMPHASIS.sub(r"\1", _STRONG.sub(r"\1", plain))
    plain = _DIRECTIVE.sub("", plain)
    return re.sub(r"\n{3,}", "\n\n", plain).strip()
