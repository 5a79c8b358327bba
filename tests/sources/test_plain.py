"""Rule text without markup."""

import pytest

from pnp.sources.plain import plain_text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Stop there ([[Zones of Control]]).", "Stop there (Zones of Control)."),
        ("Isolated units don’t [[Supply L]].", "Isolated units don’t (Supply L)."),
        ("The **ZOC** of *nobody*.", "The ZOC of nobody."),
        ("At most {{ parameter.limit }}.\n\n@example one\n", "At most 4."),
    ],
)
def test_a_rule_is_told_without_marks(text: str, said: str):
    """A reference that stands in parentheses gets none of its own."""
    assert plain_text(text, {"parameter": {"limit": 4}}) == said
