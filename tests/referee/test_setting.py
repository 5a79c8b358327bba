"""What is told of sources that lack what a game's code asks for (pnp/referee/setting.py)."""

import pytest

from pnp.errors import SourceError
from pnp.referee.setting import sources_needed, undefined


def test_a_name_that_only_the_code_has_is_told_at_the_id_most_like_it(putins_war):
    """The parameter stack-limit, as if the code said stak-limit."""
    found = undefined(putins_war, "stak-limit")

    (parameter,) = (p for p in putins_war.info.parameters if p.id == "stack-limit")
    assert (found.code, found.where) == ("no-rules", parameter.where("id"))
    assert "'stak-limit'" in found.message and "'stack-limit'" in found.hint


def test_a_name_like_no_other_is_told_at_the_game(putins_war):
    found = undefined(putins_war, "qqqqqqq")

    assert found.where == putins_war.info.where("id") and found.where.line > 0
    assert "renamed or removed" in found.hint


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (KeyError("stak-limit"), "the game's procedures ask for 'stak-limit'"),
        (ValueError("the board has 3 rows"), "the sources lack something that the referee needs: the board has 3 rows"),
        (ValueError("tuple.index(x): x not in tuple"), "the sources lack something that the referee needs"),
    ],
)
def test_whatever_is_lacking_is_told_with_a_line(putins_war, error, said):
    with pytest.raises(SourceError) as caught, sources_needed(putins_war):
        raise error

    (problem,) = caught.value.problems
    assert problem.message.startswith(said) and "tuple.index" not in problem.message
    assert problem.where.path.endswith("game.yaml") and problem.where.line > 0
