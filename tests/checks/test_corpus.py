"""The faults of the corpus are reported with the right code at the right line.

Of what a mutation draws from a game's data, DRAWN are run here, and all by `python -m benchmarks corpus`.
`pytest tests/checks/test_corpus.py -s` prints the detection table.
"""

import pytest
from corpus.case import Case, Draft, Mutation, at
from corpus.report import FAMILIES, cases, left_out, misses, mutations_of, run_family, sources, table
from corpus.run import Runner

from pnp.checks import CHECKS

pytestmark = pytest.mark.slow

MOST_MISSED = 0.03
"""Share of a family, or one of its cases where they are few; each that is missed is named."""
DRAWN = 1
"""Cases of one mutation, from each game in turn: more of a kind find the same."""
QUICK = ("counters",)
"""The family with the most faults for its time; the others are slow."""


@pytest.fixture(scope="module")
def games():
    """The sources of a game for each kind of map."""
    return sources()


@pytest.fixture(scope="module")
def runner(tmp_path_factory):
    return Runner(tmp_path_factory.mktemp("corpus"))


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in FAMILIES]
)
def test_faults_are_reported_at_their_line(name, games, runner):
    """All of each family but 3 % or one; those that are missed are named."""
    family = run_family(name, games, runner, most=DRAWN)
    print(f"\n{table([family])}\nskipped:\n{left_out(family)}")
    if family.missed:
        print(f"missed:\n{misses(family)}")
    assert not [o.crashed for o in family.outcomes if o.crashed]
    assert len(family.outcomes) >= 4
    assert len(family.missed) <= max(1, MOST_MISSED * len(family.outcomes)), misses(family)


@pytest.mark.slow
def test_the_corpus_is_large_and_half_of_it_is_drawn_from_the_data(games):
    """At least 250 cases, over every game; each has a name of its own."""
    found = [case for name in FAMILIES for _, listed, _ in cases(name, games) for case in listed]
    assert len(found) >= 250
    assert len({case.name for case in found}) == len(found)
    assert {case.game for case in found} > {game.folder.name for game in games}
    assert sum(case.mutation.derived for case in found) >= len(found) / 2


def test_a_case_counts_only_with_its_code_at_its_line(games, runner):
    """A change that is no fault, and a finding elsewhere, are misses."""
    game = games[0]
    spot = game.pages["game.yaml"].spots[("players",)]
    wrong = Mutation(lambda _: iter(()), ("players-count",), "ids", derived=False)
    drafts = [
        Draft("nothing", (), at(spot)), Draft("one more", (spot.to("7"),), at(spot)),
        Draft("elsewhere", (spot.to("7"),), ((spot.file, spot.line + 1),)),
        Draft("no number", (spot.to("many"),), at(spot)),
    ]  # fmt: skip
    outcomes = list(runner.run(game, [Case(wrong, game.folder.name, draft) for draft in drafts]))
    assert [o.detected for o in outcomes] == [False, True, False, False]
    assert outcomes[1].found == (("players-count", "game.yaml", spot.line),)
    assert outcomes[3].found == (("bad-value", "game.yaml", spot.line),)


@pytest.mark.slow
def test_checks_chosen_find_what_all_checks_find(games, runner, tmp_path):
    """Running only the checks of a case, and remembering files, changes nothing of what they find."""
    game = games[1]
    listed = [
        case for name in ("board", "counters", "rulebook") for g, found, _ in cases(name, [game]) for case in found
    ][::80]
    few = list(runner.run(game, listed))
    whole = list(Runner(tmp_path, whole=True).run(game, listed))
    assert len(listed) >= 3
    for one, other in zip(few, whole, strict=True):
        codes = set(one.case.mutation.codes)
        assert {f for f in one.found if f[0] in codes} == {f for f in other.found if f[0] in codes}


def test_every_check_has_faults(games):
    """No check is left without a fault that it should find."""
    wanted = {code for name in FAMILIES for mutation in mutations_of(name) for code in mutation.codes}
    assert set(CHECKS) - wanted == set()
