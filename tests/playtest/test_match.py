"""What is remembered of a test game, from logs written by hand."""

from __future__ import annotations

from pnp.model.log import Log, LogHead, LogLine
from pnp.playtest.match import summary_of


def a_log(*lines: dict) -> Log:
    """A log with these lines."""
    kinds = [next(kind for kind in ("do", "draw", "event", "end") if kind in line) for line in lines]
    numbered = (LogLine(n, kind, line) for n, (kind, line) in enumerate(zip(kinds, lines, strict=True), 1))
    return Log(LogHead("tiny", "1.0", "data", "standard"), tuple(numbered))


def decision(turn: int) -> dict:
    return {"do": ["done"], "turn": turn, "phase": "movement", "side": "red"}


def scored(side: str, value: int, **extra: int) -> dict:
    return {"event": "score", "by": side, "value": value, **extra}


def test_a_game_that_scores_once_scores_in_its_last_turn():
    """Five turns, then the points of one side: those of turn 5, not of turn 1."""
    log = a_log(*(decision(turn) for turn in (1, 2, 3, 4, 5)), scored("red", 65))
    assert summary_of(log)["score_by_turn"] == [{"turn": 5, "score": {"red": 65}}]


def test_a_score_belongs_to_the_turn_that_it_names():
    """Nothing was decided in turn 2, which ends with a score all the same."""
    log = a_log(decision(1), scored("red", 3, turn=1), scored("red", 4, turn=2))
    assert summary_of(log)["score_by_turn"] == [{"turn": 1, "score": {"red": 3}}, {"turn": 2, "score": {"red": 4}}]


def test_both_sides_score_in_one_turn():
    log = a_log(decision(1), scored("red", 3), scored("blue", 1), decision(2), scored("red", 5), scored("blue", 2))
    assert summary_of(log)["score_by_turn"] == [
        {"turn": 1, "score": {"red": 3, "blue": 1}},
        {"turn": 2, "score": {"red": 5, "blue": 2}},
    ]


def test_a_game_that_is_won_in_the_middle_of_a_turn_has_no_score_there():
    log = a_log(decision(1), scored("red", 3), decision(2))
    assert summary_of(log)["score_by_turn"] == [{"turn": 1, "score": {"red": 3}}]
