"""The desk: a game in the browser while it is written, and to play. Served on this machine alone.

In: a game's folder. Out: a web server (`server.desk_app`) with a page of three rooms: `preview`, `play` and the test
games. Read `server` first: who may speak to it; then `connection`: the messages of one page; then the rooms, which
know nothing of sockets (`rooms.Room`). `static` holds the page: HTML, CSS and ES modules, no build step.
"""
