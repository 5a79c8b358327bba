"""Every fault of the corpus is reported with the right code at the right line; nothing is reported without a fault.

`pytest tests/checks/test_corpus.py -s` prints the detection table; `python -m benchmarks corpus` runs it with every check.
"""

import pytest
from corpus.report import FAMILIES, cases, left_out, misses, run_family, sources, table
from corpus.run import Runner

from pnp.checks import check_named
from pnp.sources import game_folders

LEAST_RATE = 0.98


@pytest.fixture(scope="module")
def games():
    """The sources of every game that ships."""
    return sources()


@pytest.mark.parametrize("name", FAMILIES)
def test_faults_are_reported_at_their_line(name, games, tmp_path):
    """At least 98 % of each family; those that are missed are named."""
    family = run_family(name, games, Runner(tmp_path))
    print(f"\n{table([family])}\nskipped:\n{left_out(family)}")
    if family.missed:
        print(f"missed:\n{misses(family)}")
    assert not [o.crashed for o in family.outcomes if o.crashed]
    assert len(family.outcomes) >= 20
    assert len(family.missed) <= (1 - LEAST_RATE) * len(family.outcomes), misses(family)


def test_the_corpus_is_large_and_half_of_it_is_drawn_from_the_data(games):
    """At least 250 cases, over every game; each has a name of its own."""
    found = [case for name in FAMILIES for _, listed, _ in cases(name, games) for case in listed]
    assert len(found) >= 250
    assert len({case.name for case in found}) == len(found)
    assert {case.game for case in found} == {game.folder.name for game in games}
    assert sum(case.mutation.derived for case in found) >= len(found) / 2


def test_nothing_is_reported_without_a_fault():
    report = check_named(list(game_folders()))
    assert len(report.games) >= 2
    assert [str(p) for p in report.problems] == []
