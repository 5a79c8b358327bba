"""British and American spelling: which of the two a game keeps to, and words of the engine spelled as it does."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

TWO_WAYS = tuple(
    pair.split("/") for pair in (
        "armour/armor behaviour/behavior centimetre/centimeter centre/center colour/color defence/defense favour/favor "
        "grey/gray harbour/harbor honour/honor kilometre/kilometer labour/labor manoeuvr/maneuver "
        "millimetre/millimeter mobilis/mobiliz neighbour/neighbor offence/offense organis/organiz "
        "recognis/recogniz theatre/theater"
    ).split()
)  # fmt: skip
"""How words are spelled in Britain and in America: a part of each that no other word has."""

_AMERICAN = dict(TWO_WAYS)
_BRITISH = re.compile("|".join(_AMERICAN), re.IGNORECASE)
_BETWEEN_PLACEHOLDERS = re.compile(r"[^{}]+(?![^{]*\})")


def is_american(texts: Iterable[str]) -> bool:
    """Whether more of the words that have two spellings are spelled the American way."""
    whole = "\n".join(texts).casefold()
    return sum(whole.count(american) - whole.count(british) for british, american in TWO_WAYS) > 0


@lru_cache(maxsize=4096)
def americanised(template: str) -> str:
    """`template` in American spelling, its {placeholders} untouched."""
    return _BETWEEN_PLACEHOLDERS.sub(lambda part: _BRITISH.sub(_respelled, part[0]), template)


def _respelled(word: re.Match[str]) -> str:
    right = _AMERICAN[word[0].casefold()]
    return right.capitalize() if word[0][0].isupper() else right
