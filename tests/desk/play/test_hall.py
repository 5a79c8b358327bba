"""The Play room without a browser: what is offered, refused, told to whom, and kept."""

from __future__ import annotations

import json
import random
import re
import shutil
from pathlib import Path

import pytest

from pnp.desk.play.hall import Hall
from pnp.errors import PnpError, SourceError
from pnp.games import rules_of
from pnp.sources import load_game
from tests.play_pages import Page

ROOT = Path(__file__).resolve().parents[3]
PERSON, ELSEWHERE = "person", "another person"


def play(page: Page, choose, most: int = 10_000) -> int:
    """Decide for one page until the game is over, or so often."""
    for number in range(most):
        if page.table["over"]:
            return number
        answer = page.send("do", do=choose(page.table)["do"])
        assert answer["kind"] == "done", answer
    return most


def made(page: Page) -> list:
    """The decisions in the log of a page."""
    return [line for line in page.table["log"] if line["kind"] == "do"]


def test_every_choice_offered_is_accepted_to_the_end_of_a_game(ford, seated):
    (page,) = seated(ford, {"north": PERSON, "south": "heuristic"}, seed=4)
    rng = random.Random(4)

    assert play(page, lambda table: rng.choice(table["choices"])) > 40

    state = page.hall.table.state
    assert page.table["over"] == page.table["log"][-1]["text"]
    assert len(made(page)) == sum(line.kind == "do" for line in state.log)
    assert {unit["id"]: unit["at"] for unit in page.table["units"]}.items() >= {
        str(unit): str(place) for place, units in rules_of(ford).position(state).units.items() for unit in units
    }.items()  # fmt: skip


def test_what_is_not_offered_is_refused_with_the_referees_own_text(ford, seated):
    (page,) = seated(ford, {"north": PERSON, "south": "random"})
    rules, state = page.hall.table.rules, page.hall.table.state
    offered, refused = {tuple(choice["do"]) for choice in page.table["choices"]}, 0
    for verb, takes in rules.verbs.items():
        for words in ([verb, thing] for thing in rules.domain(verb)) if takes else [[verb]]:
            if tuple(words) in offered:
                continue
            violation = rules.why_not(state, rules.from_json(words))
            for kind in ("do", "why"):
                answer = page.send(kind, do=words)
                assert answer["kind"] == "refused" and answer["rule"] == violation.rule
                assert f"{answer['text']} (rule {answer['rule']})" == violation.message()
            refused += 1
    assert refused >= 200
    assert page.send("why", thing="south-infantry-1")["text"]


def test_a_decision_sent_twice_is_made_once(ford, seated):
    (page,) = seated(ford, {"north": PERSON, "south": "random"})
    words, v = page.table["choices"][0]["do"], page.table["v"]
    assert page.send("do", id="once", do=words)["kind"] == "done"
    made = page.hall.table.decisions

    assert page.send("do", id="once", do=words, v=v)["kind"] == "done"  # "stale" would say that nothing was done
    assert page.hall.table.decisions == made
    assert page.heard[-1]["kind"] == "table" and page.heard[-1]["v"] == page.table["v"]

    v = page.table["v"]
    assert page.send("undo", id="back")["kind"] == page.send("undo", id="back", v=v)["kind"] == "done"
    assert page.hall.table.decisions == made - 1


def test_an_old_table_is_answered_with_the_whole_one(ford, seated):
    (page,) = seated(ford, {"north": PERSON, "south": "random"})
    old = page.table["v"]
    page.send("do", do=page.table["choices"][0]["do"])

    assert page.send("do", do=page.table["choices"][0]["do"], v=old)["kind"] == "stale"
    assert page.heard[-1]["kind"] == "table"
    assert page.send("undo", v=old)["kind"] == "stale"


def test_a_game_goes_on_after_a_restart(ford, seated, tmp_path):
    (page,) = seated(ford, {"north": PERSON, "south": "heuristic"}, seed=2)
    play(page, lambda table: table["choices"][-1], 12)

    again = Page(Hall(ford, tmp_path))
    again.send("table")
    for table in (again.table, page.table):  # names of pictures are of one run; what is to be undone was not kept
        table |= {"undo": None, "v": 0, "units": [{**unit, "face": ""} for unit in table["units"]]}
    assert again.table == page.table
    for one in (page, again):
        one.send("table")
    play(page, lambda table: table["choices"][0], 6)
    play(again, lambda table: table["choices"][0], 6)
    assert again.hall.table.state == page.hall.table.state  # the dice to come were kept, too
    log = (tmp_path / "the-ford" / "play" / "current.jsonl").read_text()
    assert log == again.hall.table.rules.log_text(again.hall.table.state)


def test_undo_takes_back_to_the_last_die(ford, seated):
    (page,) = seated(ford, {"north": PERSON, "south": "heuristic"}, seed=2)
    before = page.hall.table.state.hash()
    assert not page.table["undo"]["may"]
    page.send("do", do=page.table["choices"][0]["do"])
    assert page.table["undo"]["may"]
    assert page.send("undo")["kind"] == "done"
    assert page.hall.table.state.hash() == before

    rolled = 0
    while not rolled:
        fights = [choice for choice in page.table["choices"] if choice["do"][0] in ("attack", "fight")]
        rolls = [choice for choice in page.table["choices"] if choice.get("roll", {}).get("at_once")]
        choice = (rolls or fights or page.table["choices"])[0 if rolls or fights else -1]
        page.send("do", do=choice["do"])
        rolled += bool(rolls)
    answer = page.send("undo")
    assert answer["kind"] == "refused" and "Combat Results Table" in answer["text"]


def test_steps_back_show_earlier_tables_and_offer_nothing(ford, seated, tmp_path):
    (page,) = seated(ford, {"north": PERSON, "south": "heuristic"}, seed=2)
    play(page, lambda table: table["choices"][-1], 10)
    now, decisions = dict(page.table), page.table["decisions"]
    page.send("step", back=decisions)
    assert not made(page) and page.table["choices"] == [] and page.table["turn"] == 1
    page.send("step", back=0)
    assert {**page.table, "v": 0} == {**now, "v": 0}

    again = Page(Hall(ford, tmp_path))  # also of what was decided before the server was started anew
    again.send("table")
    again.send("step", back=again.table["decisions"])
    assert made(page) and not made(again)


@pytest.mark.parametrize("decisions", [60, pytest.param(5000, marks=pytest.mark.slow)])
def test_hidden_units_are_never_told_to_the_other_seat(night, seated, decisions):
    """A whole game of two persons, or its beginning, with odds, advice, undo and refusals asked for on the way."""
    here, there = seated(night, {"crown": PERSON, "league": ELSEWHERE}, seed=5)
    rng, compared = random.Random(5), 0
    names = here.hall.table.rules.speech().names

    def check():
        nonlocal compared
        for page in (here, there):
            hidden = page.hall.table.view(page.table["side"]).hidden
            told = json.dumps(page.heard)
            page.heard.clear()
            known = {names[unit] for unit in page.hall.table.rules.units if unit not in hidden}
            for unit in hidden:
                assert unit not in told, (page.seat.side, unit)
                assert names[unit] in known or names[unit] not in told  # both sides have a Company of foot 2
                compared += 1

    check()
    for _ in range(decisions):
        page = next((page for page in (here, there) if page.table["mine"]), None)
        if page is None or here.table["over"]:
            break
        other = there if page is here else here
        choice = rng.choice(page.table["choices"])
        if rng.random() < 0.2:
            page.send("odds", do=choice["do"])
            page.send("advice")
            other.send("why", thing=rng.choice([*names]))
            other.send("do", do=choice["do"])
            if other.send("undo")["kind"] == "done":
                continue
        assert page.send("do", do=choice["do"])["kind"] == "done"
        if rng.random() < 0.1:
            page.send("undo")
        check()
    assert compared > 400 and (decisions < 1000 or here.table["over"])


def test_units_placed_face_down_are_told_by_place_when_all_are_placed(night, seated):
    here, there = seated(night, {"crown": PERSON, "league": ELSEWHERE}, seed=5)
    first, other = (here, there) if here.table["mine"] else (there, here)
    v = other.table["v"]
    while first.table["mine"]:
        assert other.table["v"] == v  # nothing at all is told meanwhile
        other.send("table")
        assert other.table["v"] == v and not made(other)
        first.send("do", do=first.table["choices"][0]["do"])
    hidden = [unit for unit in other.table["units"] if unit.get("hidden")]
    assert hidden and {unit["name"] for unit in hidden} == {""}
    assert len({unit["face"] for unit in hidden}) == 1
    assert [line["text"] for line in other.table["log"] if "face down" in line["text"]]


def test_a_seat_of_one_side_neither_chooses_nor_saves_nor_sees_a_computers_side(ford, seated):
    here, there = seated(ford, {"north": PERSON, "south": ELSEWHERE})
    for kind in ("seat", "stop", "save"):
        with pytest.raises(PnpError):
            there.send(kind, name="x")
    here.send("seat", players={"north": PERSON, "south": "heuristic"})
    assert there.heard[-1]["kind"] == "waiting"
    with pytest.raises(PnpError, match="link"):
        there.send("do", do=["done"])


def test_saved_games_go_by_name_into_the_output_folder(ford, seated, tmp_path):
    (page,) = seated(ford, {"north": PERSON, "south": "random"})
    assert page.send("save", name="../../After turn 1")["file"] == "after-turn-1.json"
    with pytest.raises(PnpError, match="letters"):
        page.send("save", name="../")
    assert {path.name for path in tmp_path.rglob("*.json*")} == {"after-turn-1.json", "current.json", "current.jsonl"}
    play(page, lambda table: table["choices"][-1], 4)
    page.send("seat", saved="after-turn-1.json", players={"south": "heuristic"})
    assert not made(page) and page.table["players"] == {"north": "person", "south": "heuristic"}
    with pytest.raises(PnpError, match="no such"):
        page.send("seat", saved="../the-ford/play/current.json")


@pytest.mark.parametrize("message", [
    {"kind": "do", "do": None}, {"kind": "do", "do": ["choose-unit", {}]}, {"kind": "step", "back": -1},
    {"kind": "step", "back": True}, {"kind": "rule", "address": "99.9"}, {"kind": "why", "do": ["fly", "x"]},
    {"kind": "seat", "players": {"north": 3}}, {"kind": "seat", "players": {"north": "nobody"}},
    {"kind": "seat", "seed": "x"}, {"kind": "seat", "options": {"x": True}}, {"kind": "seat", "scenario": "x"},
    {"kind": "seat", "players": {"north": "another person", "south": "random"}}, {"kind": "seat", "lang": "xx"},
    {"kind": "seat", "saved": "x"}, {"kind": "odds", "do": 5},
])  # fmt: skip
def test_a_message_that_makes_no_sense_changes_nothing(ford, seated, message):
    (page,) = seated(ford, {"north": PERSON, "south": "random"})
    before = page.hall.table.state.hash()
    with pytest.raises(PnpError):
        page.send(**message)
    assert page.hall.table.state.hash() == before


def test_the_board_has_every_place_and_the_faces_are_served_by_name(ford, seated):
    (page,) = seated(ford, {"north": PERSON, "south": "random"})
    page.send("table")
    board = next(message for message in page.heard if message["kind"] == "board")
    rules = page.hall.table.rules
    assert {place["id"] for place in board["places"]} >= {*rules.spaces}
    assert all(len(place["outline"]) == 6 for place in board["places"] if not place.get("box"))
    face = page.hall.picture(page.seat, page.table["units"][0]["face"])
    assert face is not None and face.media_type == "image/svg+xml" and face.data.startswith(b"<")
    assert page.hall.picture(page.seat, "0" * 40) is None
    assert Path(str(page.hall.shelf.folder)).is_dir()


def test_rule_and_advice_of_the_decision(ford, seated):
    (page,) = seated(ford, {"north": PERSON, "south": "random"})
    rule = page.send("rule")
    assert rule["address"] == "4.1" and "movement allowance" in rule["text"]
    advice = page.send("advice")["options"]
    assert advice[0]["n"] in {choice["n"] for choice in page.table["choices"]} and advice[0]["reason"]


def test_a_new_game_is_of_the_sources_as_they_were_saved_last(tmp_path):
    folder = tmp_path / "the_ford"
    shutil.copytree(ROOT / "sources" / "the_ford", folder)
    file = next((folder / "scenarios").iterdir())
    text = file.read_text("utf-8")
    name = re.search(r"^ *name: (.+)$", text, re.MULTILINE)[1]
    page = Page(Hall(load_game(folder), tmp_path))

    def scenarios() -> list[str]:
        page.send("table")
        return [one["name"] for one in page.heard[-1]["scenarios"]]

    assert name in scenarios()
    file.write_text(text.replace(name, "Another Day", 1), "utf-8")
    assert "Another Day" in scenarios() and name not in scenarios()
    file.write_text(text.replace("name:", "nmae:", 1), "utf-8")
    assert "Another Day" in scenarios()
    with pytest.raises(SourceError, match="nmae"):
        page.send("seat", players={"south": "heuristic"})
    file.write_text(text.replace(name, "A Third Day", 1), "utf-8")
    page.send("seat", players={"south": "heuristic"})
    assert page.table["scenario"] == "A Third Day"


def test_a_page_that_comes_back_to_the_same_table_decides_by_the_number_it_had(ford, seated):
    (page,) = seated(ford, {"north": PERSON, "south": "random"})
    v, words = page.table["v"], page.table["choices"][0]["do"]
    page.send("table")
    assert page.table["v"] == v
    assert page.send("do", do=words, v=v)["kind"] == "done"
    assert page.table["v"] > v
