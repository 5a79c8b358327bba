from pnp.generators.screen.text import line
from pnp.generators.typeset.markup import Span


def test_values_of_a_counter_stay_on_one_line():
    """Winter War's "0-1-2" was broken after its first hyphen."""
    assert line([Span("an HQ, 0-1-2, or 2-2-R & snow-bound")], str) == (
        'an HQ, <span class="whole">0-1-2</span>, or <span class="whole">2-2-R</span> &amp; snow-bound'
    )
