"""What is remembered of a test game, from records written by hand."""

from __future__ import annotations

from pnp.playtest.match import summary_of
from pnp.playtest.run import side_levels
from pnp.referee.state import DO, DRAW, EVENT, Record


def decision(turn: int) -> Record:
    return (DO, turn, 0, 0)


def scored(side: str, value: int, **extra: int) -> Record:
    return (EVENT, "score", "9.1", 0, -1, (("by", side), ("value", value), *extra.items()))


def test_a_game_that_scores_once_scores_in_its_last_turn():
    """Five turns, then the points of one side: those of turn 5, not of turn 1."""
    records = [*(decision(turn) for turn in (1, 2, 3, 4, 5)), scored("red", 65)]
    assert summary_of(records)["score_by_turn"] == [{"turn": 5, "score": {"red": 65}}]


def test_a_score_belongs_to_the_turn_that_it_names():
    """Nothing was decided in turn 2, which ends with a score all the same."""
    records = [decision(1), scored("red", 3, turn=1), scored("red", 4, turn=2)]
    assert summary_of(records)["score_by_turn"] == [{"turn": 1, "score": {"red": 3}}, {"turn": 2, "score": {"red": 4}}]


def test_both_sides_score_in_one_turn():
    records = [decision(1), scored("red", 3), scored("blue", 1), decision(2), scored("red", 5), scored("blue", 2)]
    assert summary_of(records)["score_by_turn"] == [
        {"turn": 1, "score": {"red": 3, "blue": 1}},
        {"turn": 2, "score": {"red": 5, "blue": 2}},
    ]


def test_a_game_that_is_won_in_the_middle_of_a_turn_has_no_score_there():
    records = [decision(1), scored("red", 3), decision(2)]
    assert summary_of(records)["score_by_turn"] == [{"turn": 1, "score": {"red": 3}}]


def test_the_rules_of_draws_and_events_are_counted():
    """Decisions name none, nor does the event without an address."""
    fight = [(DRAW, "d6", "combat", 4, "8.4"), (EVENT, "retreat", "8.4", 1, 3, ())]
    assert summary_of([decision(1), *fight, (EVENT, "turn", "", 0, -1, ())])["rules"] == {"8.4": 2}


def test_readings_of_a_table_are_counted_by_column_and_row():
    """A flow chart has steps but no columns."""
    def read(table: str, row: object, **column: str) -> Record:
        return (EVENT, "result", "8.5", 0, -1, (("table", table), *column.items(), ("row", row)))

    fights = [read("crt", 4, column="3:1"), read("crt", 4, column="3:1"), read("crt", 6, column="1:1")]
    assert summary_of([*fights, read("flow", "retreat")])["tables"] == {
        "crt": {"3:1": {"4": 2}, "1:1": {"6": 1}}, "flow": {"step": {"retreat": 1}},
    }  # fmt: skip


def test_the_level_that_each_side_reads_is_remembered():
    """Red has reached a marginal victory, blue none; a game in which nobody reads a level has no such entry."""
    reached = {"red": "marginal", "blue": "-"}
    levels = [(EVENT, "level", "1.3", 0, -1, (("by", by), ("code", code))) for by, code in reached.items()]
    assert summary_of([decision(7), *levels])["side_levels"] == reached
    assert "side_levels" not in summary_of([decision(7)])


def test_levels_are_shared_out_by_side():
    """Of four games red is marginal in three; one of them has no level for it."""
    rows = [{"side_levels": {"red": "marginal"}}] * 3 + [{"side_levels": {"red": "-"}}]
    shares = side_levels(rows)
    assert {level: (one["count"], one["share"]) for level, one in shares["red"].items()} == {
        "marginal": (3, 0.75), "-": (1, 0.25),
    }  # fmt: skip
