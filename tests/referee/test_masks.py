"""Sets as whole numbers: answers that are kept, and pairs."""

import pytest

from pnp.referee.masks import latest, most_paired


def test_the_latest_answer_is_kept_until_something_else_is_asked():
    asked = []
    spread = latest(lambda plane, steps: asked.append((plane, steps)) or plane << steps)

    answers = [spread(*given) for given in ((0b1, 1), (0b1, 1), (0b1, 2), (0b1, 1))]

    assert answers == [0b10, 0b10, 0b100, 0b10]
    assert asked == [(0b1, 1), (0b1, 2), (0b1, 1)]


@pytest.mark.parametrize(
    ("options", "paired"),
    [
        ([], 0),
        ([0b0, 0b1], 1),
        ([0b1, 0b1], 1),  # both want the same
        ([0b11, 0b1], 2),  # the first gives way to the second
        ([0b011, 0b001, 0b110], 3),  # along a chain of two
        ([0b1000, 0b1000, 0b1001, 0b0001], 2),
    ],
)
def test_as_many_as_can_have_one_of_their_own(options, paired):
    assert most_paired(options) == paired
