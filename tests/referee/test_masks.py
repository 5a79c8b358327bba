"""Sets as whole numbers: answers that are kept."""

from pnp.referee.masks import latest


def test_the_latest_answer_is_kept_until_something_else_is_asked():
    asked = []
    spread = latest(lambda plane, steps: asked.append((plane, steps)) or plane << steps)

    answers = [spread(*given) for given in ((0b1, 1), (0b1, 1), (0b1, 2), (0b1, 1))]

    assert answers == [0b10, 0b10, 0b100, 0b10]
    assert asked == [(0b1, 1), (0b1, 2), (0b1, 1)]
