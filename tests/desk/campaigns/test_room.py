"""The Test games room: an order from its first game to its page, a replay of its log, and one that is stopped."""

from __future__ import annotations

import queue

import pytest

from pnp.desk.campaigns.room import CampaignRoom
from pnp.desk.seats import Seats
from pnp.errors import PnpError
from pnp.sources import load_game

PLAYERS = {"north": "random", "south": "random"}
SEAT = Seats([]).author


@pytest.fixture
def room(tmp_path):
    """A room that files below `tmp_path`, with the messages that it tells in `told`."""
    messages = queue.Queue()
    room = CampaignRoom(load_game("the-ford"), tmp_path, lambda seat, message: messages.put(message))
    room.told = messages
    yield room
    room.stop()


def ask(room, kind, **fields):
    [(_, answer)] = room.handle(SEAT, {"kind": kind, "id": "1", **fields})
    return answer


def ended(room):
    while (message := room.told.get(timeout=60))["kind"] != "played":
        assert message["kind"] == "progress"
    return message


def test_an_order_is_played_filed_shown_and_replayed(room, tmp_path):
    assert ask(room, "play-campaign", games=3, seed=5, players=PLAYERS)["running"]["of"] == 3
    with pytest.raises(PnpError, match="played already"):
        ask(room, "play-campaign", games=4, seed=5, players=PLAYERS)
    end = ended(room)
    listed = ask(room, "campaigns")
    [row] = listed["rows"]
    assert (end["text"], end["campaign"], listed["running"]) == ("", row["id"], None)
    assert (row["games"], row["seed"], row["players"], row["faults"]) == (3, 5, PLAYERS, 0)

    def page(name, stamp=row["stamp"]):
        return room.picture(SEAT, f"{row['id']}/{stamp}/{name}")

    filed = (tmp_path / row["id"].replace("~", "/") / "report.html").read_bytes()
    assert page("report.html").data == filed and b"3 test games" in filed
    assert page("report.html", "0") is None and page("report.json") is None
    log = row["logs"][0]["log"]
    assert b"a game replayed" in page(log).data
    assert page("logs/99.jsonl") is None
    name = ask(room, "lend-log", campaign=row["id"], log=log)["name"]
    folder = tmp_path / row["id"].replace("~", "/")
    assert (tmp_path / "the-ford" / "play" / name).read_bytes() == (folder / log).read_bytes()
    with pytest.raises(PnpError, match="no such log"):
        ask(room, "lend-log", campaign=row["id"], log="../../report.json")


def test_a_campaign_is_stopped_at_once_and_leaves_no_report(room, tmp_path):
    ask(room, "play-campaign", games=5000, seed=5, players=PLAYERS)
    process = room._runner._process
    assert ask(room, "play-campaign", games=5000, seed=5, players=PLAYERS)["kind"] == "playing"  # sent again
    assert room._runner._process is process
    assert room.told.get(timeout=60)["running"]["of"] == 5000
    ask(room, "stop-campaign")
    assert ended(room)["text"].startswith("stopped")
    assert not process.is_alive()
    assert ask(room, "campaigns")["rows"] == [] and ask(room, "campaigns")["running"] is None
