"""A run of the desk: the game that is open, and another in its place."""

from __future__ import annotations

import json

import pytest

from pnp.desk.connection import Pages
from pnp.desk.run import DeskRun
from pnp.desk.seats import Seats
from pnp.errors import PnpError
from pnp.sources import game_folders


@pytest.fixture
def run(tmp_path):
    """A run that is not served: its rooms are not started."""
    announced = []
    run = DeskRun(game_folders()["the-ford"], tmp_path, game_folders(), announced.append)
    run.announced = announced
    yield run
    run.current.stop()


def test_another_game_has_other_rooms_and_links(run):
    author, former = run.seats.author, [seat.token for seat in run.seats]
    assert run.greet(author)["rooms"] == ["preview", "play", "tests"]
    [(_, answer)] = run.chooser.handle(author, {"kind": "open-game", "id": "1", "game": "two-rivers"})
    assert answer == {"kind": "done", "re": "1"}
    assert run.greet(author)["game"] == "two-rivers"
    assert run.announced == [run.seats]
    assert [seat.token for seat in run.seats if seat.token in former] == [author.token]
    side = next(seat for seat in run.seats if seat.side)
    assert (run.greet(side)["rooms"], run.greet(side)["games"]) == (["play"], [])
    with pytest.raises(PnpError, match="no game 'chess'"):
        run.chooser.handle(author, {"kind": "open-game", "game": "chess"})


def test_a_game_stays_open_while_its_campaign_is_played(run, monkeypatch):
    monkeypatch.setattr(type(run.current.campaigns), "is_playing", True)
    with pytest.raises(PnpError, match="test games are being played"):
        run.open(game_folders()["two-rivers"])
    assert run.current.game.id == "the-ford"


def test_pages_of_the_former_game_are_closed_though_its_sides_are_called_alike():
    seats = Seats(["red"])
    pages = Pages({}, lambda seat: {"kind": "hello", "seat": seat.id})
    former = {seat.id: seat for seat in seats}
    queues = {}
    for seat in former.values():
        page = pages.opened(object(), seat)
        queues[seat.id] = page.queue
    seats.seat(["red"])
    pages.dismiss([*seats])
    assert [json.loads(text) for text in queues["author"]] == [{"kind": "hello", "seat": "author"}]
    assert [*queues["side-red"]] == [None]
