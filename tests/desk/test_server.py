"""Who is let in: Host, Origin, token, cookie, headers, and the bounds of a socket."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from pnp.desk import connection
from pnp.desk.addresses import Address, parse_host, parse_origin, served_addresses
from pnp.desk.connection import MESSAGE_BYTES, MESSAGES_A_SECOND, Pages
from pnp.desk.rooms import ServedFile
from pnp.desk.seats import Seats
from pnp.desk.server import COOKIE, FRAMED_POLICY, POLICY, desk_app

HERE = "http://127.0.0.1:8137"


class Echo:
    """A room that answers each question with its name, and has one picture."""

    def __init__(self) -> None:
        self.calls = []

    def handle(self, seat, message):
        self.calls.append((seat.id, message["kind"]))
        return [(seat, {"kind": "echo", "re": message.get("id")})]

    def join(self, seat):
        self.calls.append((seat.id, "join"))

    def leave(self, seat):
        self.calls.append((seat.id, "leave"))

    def picture(self, seat, name):
        if name == "run/1/report.html":
            return ServedFile("text/html; charset=utf-8", b"<p>")
        return ServedFile("image/svg+xml", b"<svg/>") if name == "one.svg" else None


@pytest.fixture
def desk():
    """Seats, both rooms, and a browser that has opened nothing yet."""
    seats, rooms = Seats(["red", "blue"]), (Echo(), Echo())
    by_name = dict(zip(("preview", "play", "tests"), (*rooms, Echo()), strict=True))
    pages = Pages(by_name, lambda seat: {"kind": "hello", "seat": seat.id})
    app = desk_app(pages, seats, served_addresses(8137))
    with TestClient(app, base_url=HERE, follow_redirects=False) as client:
        yield seats, rooms, client


def opened(seats, client, seat_id="author"):
    seat = next(seat for seat in seats if seat.id == seat_id)
    answer = client.get(f"/s/{seat_id}/", params={"token": seat.token})
    assert answer.status_code == 303
    return answer


def socket_of(client, seat_id="author", **headers):
    headers = {"host": "127.0.0.1:8137", "origin": HERE, **headers}
    return client.websocket_connect(f"ws://127.0.0.1:8137/s/{seat_id}/socket", headers=headers)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:8137", Address("127.0.0.1", 8137)), ("LocalHost", Address("localhost", 80)),
        ("[::1]:8137", Address("[::1]", 8137)), ("127.0.0.1:8137.evil.example", None), ("a@127.0.0.1:8137", None),
        ("127.0.0.1:8137/", None), ("", None), ("127.0.0.1:", None),
    ],
)  # fmt: skip
def test_a_host_is_parsed_whole(text, address):
    assert parse_host(text) == address


@pytest.mark.parametrize("text", ["null", "https://127.0.0.1:8137", "http://127.0.0.1:8137/", "127.0.0.1:8137", "file://"])
def test_an_origin_is_a_page_over_http(text):
    assert parse_origin(text) is None


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "127.evil.example:8137"}, {"host": "127.0.0.1:8138"}, {"host": "127.0.0.1"}, {"host": ""},
        {"host": "localhost.evil.example:8137"}, {"origin": "http://evil.example"}, {"origin": "null"},
        {"origin": "http://localhost:8137"},  # another site than that of the Host
    ],
)  # fmt: skip
def test_a_wrong_host_or_origin_is_refused_before_the_token_is_looked_at(desk, headers):
    seats, _, client = desk
    answer = client.get("/s/author/", params={"token": seats.author.token}, headers=headers)
    assert (answer.status_code, answer.text) == (403, "wrong Host or Origin\n")
    assert "set-cookie" not in answer.headers


def test_the_token_becomes_a_cookie_and_leaves_the_address(desk):
    seats, _, client = desk
    answer = opened(seats, client)
    cookie = answer.headers["set-cookie"].lower().replace(" ", "")
    assert answer.headers["location"] == "/s/author/"
    assert cookie.startswith(f"{COOKIE}=")
    assert set(cookie.split(";")[1:]) == {"httponly", "samesite=strict", "path=/s/author/"}
    assert len(seats.author.token) >= 128 / 6
    page = client.get("/s/author/")
    assert page.status_code == 200 and "desk.js" in page.text


def test_without_the_token_nothing_opens(desk):
    _, _, client = desk
    for path in ("", "desk.js", "pictures/preview/one.svg", "?token=x", "../nobody/"):
        assert client.get(f"/s/author/{path}").status_code == 403, path
    with pytest.raises(WebSocketDisconnect), socket_of(client) as socket:
        socket.receive_json()


def test_the_page_of_one_seat_does_not_open_another(desk):
    seats, _, client = desk
    opened(seats, client, "side-red")
    token = next(seat.token for seat in seats if seat.id == "side-red")
    assert client.get("/s/side-red/").status_code == 200
    for other in ("author", "side-blue"):
        assert client.get(f"/s/{other}/").status_code == 403
        assert client.get(f"/s/{other}/", params={"token": token}).status_code == 403
        assert client.get(f"/s/{other}/", headers={"cookie": f"{COOKIE}={token}"}).status_code == 403


def test_a_side_sees_no_preview(desk):
    seats, (preview, play), client = desk
    opened(seats, client, "side-red")
    assert client.get("/s/side-red/pictures/preview/one.svg").status_code == 403
    assert client.get("/s/side-red/pictures/play/one.svg").status_code == 200
    assert client.get("/s/side-red/pictures/tests/run/1/report.html").status_code == 403
    with socket_of(client, "side-red") as socket:
        assert socket.receive_json() == {"kind": "hello", "seat": "side-red"}
        socket.send_json({"kind": "hit", "id": "1"})
        assert socket.receive_json()["kind"] == "error"
        socket.send_json({"kind": "why", "id": "2"})
        assert socket.receive_json() == {"kind": "echo", "re": "2"}
    assert preview.calls == []
    assert play.calls == [("side-red", "join"), ("side-red", "why"), ("side-red", "leave")]


def test_every_answer_has_the_policy(desk):
    seats, _, client = desk
    answers = [client.get("/s/author/"), opened(seats, client)]
    answers += [client.get(path) for path in ("/s/author/", "/s/author/desk.js", "/nothing")]
    answers.append(client.get("/s/author/pictures/preview/one.svg"))
    for answer in answers:
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "unsafe" not in POLICY and POLICY.startswith("default-src 'none'; script-src 'self';")


@pytest.mark.parametrize("name", ["run.py", "..%2Frun.py", "static", "static/desk.js", "desk.js/x", "pictures/other/x"])
def test_only_files_of_the_table_are_served(desk, name):
    seats, _, client = desk
    opened(seats, client)
    answer = client.get(f"/s/author/{name}")
    assert answer.status_code in (403, 404) and len(answer.content) < 100


def test_a_socket_needs_the_origin(desk):
    seats, _, client = desk
    opened(seats, client)
    for origin in ("http://evil.example", "null", "http://127.0.0.1:8137.evil.example"):
        with pytest.raises(WebSocketDisconnect), socket_of(client, origin=origin) as socket:
            socket.receive_json()
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("ws://127.0.0.1:8137/s/author/socket", headers={"host": "127.0.0.1:8137"}) as socket,
    ):
        socket.receive_json()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x" * (MESSAGE_BYTES + 1), connection.TOO_LARGE), ("nonsense", connection.NOT_JSON),
        ("[1]", connection.NOT_JSON), ('{"kind": 1}', connection.NOT_JSON), ("[" * 60_000, connection.NOT_JSON),
    ],
)  # fmt: skip
def test_a_message_that_breaks_a_bound_ends_the_socket(desk, text, code):
    seats, _, client = desk
    opened(seats, client)
    with socket_of(client) as socket:
        socket.receive_json()
        socket.send_text(text)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == code


def test_too_many_messages_end_the_socket(desk):
    seats, _, client = desk
    opened(seats, client)
    with socket_of(client) as socket:
        socket.receive_json()
        with pytest.raises(WebSocketDisconnect) as closed:
            for number in range(MESSAGES_A_SECOND * 20):
                socket.send_json({"kind": "hit", "id": str(number)})
            while True:
                socket.receive_json()
    assert closed.value.code == connection.TOO_FAST


def test_a_ninth_page_is_refused(desk):
    seats, _, client = desk
    opened(seats, client)
    sockets = [socket_of(client) for _ in range(connection.SOCKETS)]
    try:
        for socket in sockets:
            socket.__enter__()
        with pytest.raises(WebSocketDisconnect) as closed, socket_of(client) as ninth:
            ninth.receive_json()
    finally:
        for socket in sockets:
            socket.__exit__(None, None, None)
    assert closed.value.code == connection.TOO_MANY


def test_a_report_has_an_origin_of_its_own(desk):
    """Its scripts reach neither the cookie nor the page around it."""
    seats, _, client = desk
    opened(seats, client)
    answer = client.get("/s/author/pictures/tests/run/1/report.html")
    assert answer.status_code == 200
    assert answer.headers["content-security-policy"] == FRAMED_POLICY
    assert FRAMED_POLICY.startswith("sandbox allow-scripts; default-src 'none';")
    assert "same-origin" not in FRAMED_POLICY
