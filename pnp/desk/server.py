"""The server: who is let in, and where each address leads.

Each seat has a page of its own below `/s/<seat>/`. Its first address carries the token, which is exchanged for a
cookie that only this path is sent. Host and Origin are compared before anything else is looked at.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import anyio
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from pnp.desk.addresses import Address, is_served
from pnp.desk.connection import NO_SEAT, Pages
from pnp.desk.rooms import ServedFile
from pnp.desk.seats import Seat, Seats
from pnp.draw.text import font_data, font_face

COOKIE = "pnp-desk"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)

FRAMED_POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
    "font-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
)
"""Of a page from the output folder, which holds its own scripts and styles. The sandbox gives it an origin of its own:
it reaches neither the cookie, nor the page around it, nor the socket.
"""

HEADERS = {
    "content-security-policy": POLICY, "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin", "cache-control": "no-store",
}  # fmt: skip
"""Of every answer."""
STATIC = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
}  # fmt: skip
PAGE = "index.html"
FONTS = (
    "sans-regular", "sans-italic", "sans-semibold", "sans-bold", "condensed-regular", "condensed-medium",
    "condensed-semibold", "condensed-bold",
)  # fmt: skip
"""The faces of the page, as `pnp.draw` names them."""


def desk_app(pages: Pages, seats: Seats, served: Collection[Address], lifespan: Any = None) -> ASGIApp:
    """The whole desk as an ASGI application.

    served    the addresses by which browsers reach it
    lifespan  an async context in which the server runs: what rooms start and stop
    """
    files = static_files()

    async def page(request: Request) -> Response:
        seat_id, token = request.path_params["seat"], request.query_params.get("token")
        if token is not None:
            return _exchange(seats, seat_id, token)
        return _file(files[PAGE]) if _seat(seats, request) else _shut()

    async def file(request: Request) -> Response:
        found = files.get(request.path_params["name"])
        return _file(found) if found and _seat(seats, request) else _shut()

    async def picture(request: Request) -> Response:
        seat = _seat(seats, request)
        room = pages.room(seat, request.path_params["room"]) if seat else None
        if seat is None or room is None:
            return _shut()
        found = await anyio.to_thread.run_sync(room.picture, seat, request.path_params["name"])
        return _file(found, lasting=True) if found else Response("no such picture", 404)

    async def socket(connection: WebSocket) -> None:
        seat = _seat(seats, connection)
        await (pages.serve(connection, seat) if seat else connection.close(NO_SEAT, "this page has no seat here"))

    routes = [
        Route("/s/{seat}/", page),
        WebSocketRoute("/s/{seat}/socket", socket),
        Route("/s/{seat}/pictures/{room}/{name:path}", picture),
        Route("/s/{seat}/{name}", file),
    ]
    return _Door(Starlette(routes=routes, lifespan=lifespan), served)


class _Door:
    """Refuses whatever isn't meant for this server, before it is read, and gives each answer its headers."""

    def __init__(self, app: ASGIApp, served: Collection[Address]) -> None:
        self.app, self.served = app, served

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        needs_origin = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if not is_served(scope["headers"], self.served, needs_origin=needs_origin):
            if scope["type"] == "websocket":
                return await send({"type": "websocket.close", "code": NO_SEAT, "reason": "wrong Host or Origin"})
            return await _shut("wrong Host or Origin")(scope, receive, partial(_send_with_headers, send))
        await self.app(scope, receive, partial(_send_with_headers, send))


async def _send_with_headers(send: Send, message: Message) -> None:
    if message["type"] == "http.response.start":
        own = {name for name, _ in message["headers"]}
        message["headers"] += [
            (name.encode(), value.encode()) for name, value in HEADERS.items() if name.encode() not in own
        ]
    await send(message)


def _exchange(seats: Seats, seat_id: str, token: str) -> Response:
    """The token in the address becomes a cookie; the address that stays in the browser's history opens nothing."""
    if seats.opened_by(seat_id, token) is None:
        return _shut()
    answer = RedirectResponse(f"/s/{seat_id}/", 303)
    answer.set_cookie(COOKIE, token, path=f"/s/{seat_id}/", httponly=True, samesite="strict")
    return answer


def _seat(seats: Seats, connection: HTTPConnection) -> Seat | None:
    return seats.opened_by(connection.path_params["seat"], connection.cookies.get(COOKIE, ""))


def _file(found: ServedFile, *, lasting: bool = False) -> Response:
    """lasting  its name says what is in it, so that the browser needn't ask again"""
    headers = {}
    if found.saved_as:
        headers = {"content-disposition": f'attachment; filename="{found.saved_as}"'}
    elif lasting:
        headers = {"cache-control": "private, max-age=31536000, immutable"}
        if found.media_type.startswith("text/html"):
            headers["content-security-policy"] = FRAMED_POLICY
    return Response(found.data, media_type=found.media_type, headers=headers)


def _shut(why: str = "open the address that pnp serve has printed: it holds the token of this run") -> Response:
    return Response(why + "\n", 403, media_type="text/plain")


def static_files() -> Mapping[str, ServedFile]:
    """Name below the address of a page -> the file: nothing else of the package is served."""
    files = {
        path.name: ServedFile(TYPES[path.suffix], path.read_bytes())
        for path in sorted(STATIC.iterdir()) if path.suffix in TYPES and path.is_file()
    }  # fmt: skip
    return files | {f"{name}.ttf": ServedFile("font/ttf", font_data(font_face(name))) for name in FONTS}
