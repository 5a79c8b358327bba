"""The adviser that weighs every choice of a step: which choice it takes, and how it tells why."""

from __future__ import annotations

from types import SimpleNamespace

from pnp.referee.advice import JudgingAdviser, ScoredOption

CHOICES = [(0, 0), (0, 1), (0, 2), (9,)]


class _Fixed(JudgingAdviser):
    """Step 3 is judged by the scores 0, 2, 2 and 1."""

    def __init__(self, rules):
        super().__init__(rules)
        self.judges = {3: lambda state, choices: [
            (score, "to {place}", {"place": self.name(f"p{number}")}) for number,
            score in enumerate((0.0, 2.0, 2.0, 1.00049))
        ]}  # fmt: skip


def _rules():
    words = SimpleNamespace(text=lambda template, **values: template.format(**values))
    speech = SimpleNamespace(names={"p1": "Kyiv"}, words=words)
    return SimpleNamespace(game=SimpleNamespace(language="en"), speech=lambda lang: speech)


def test_the_first_of_the_best_is_taken():
    assert _Fixed(_rules()).best(SimpleNamespace(stack=[3]), CHOICES) == (0, 1)


def test_a_single_choice_needs_no_judge():
    assert _Fixed(_rules()).best(SimpleNamespace(stack=[5]), [(9,)]) == (9,)


def test_reasons_stand_best_first_with_names():
    assert _Fixed(_rules()).explain(SimpleNamespace(stack=[3]), CHOICES) == [
        ScoredOption((0, 1), 2.0, "to Kyiv"),
        ScoredOption((0, 2), 2.0, "to p2"),
        ScoredOption((9,), 1.0, "to p3"),
        ScoredOption((0, 0), 0.0, "to p0"),
    ]
