"""Who sits where: the room's messages, each answered for the seat that sent it, and what the other seats are told.

A decision is carried out once, by the id of its message. Each seat's table has a number of its own that counts what
this seat was told, so that it tells nothing of what others do unseen.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock, Thread
from typing import Any

from pnp.desk.play.board import ShownBoard
from pnp.desk.play.keeping import Shelf
from pnp.desk.play.lobby import lobby_message, new_game
from pnp.desk.play.odds import charts_told, odds_message
from pnp.desk.play.rulings import advice_told, rule_told
from pnp.desk.play.table import ELSEWHERE, PERSON, Refused, Table
from pnp.desk.rooms import Message, ServedFile, Tell, Told
from pnp.desk.seats import Seat
from pnp.errors import PnpError, SourceError
from pnp.model.game import Game
from pnp.press.store import Store
from pnp.referee.engine import Rules
from pnp.sources import load_game

AT_ONCE, BETWEEN = 0.15, 0.3
"""Seconds for which computer players decide before the answer to a person, and then between two messages."""
REMEMBERED = 256
"""Ids of decisions of a seat."""


@dataclass
class _Chair:
    """A seat that has a page, and what it was told last.

    v     number of its last table, `told`
    table what its page knows; None = it must be told all
    back  how many decisions ago it looks at
    done  ids of its decisions, and of what it took back
    """

    seat: Seat
    v: int = 0
    table: dict[str, Any] | None = None
    told: dict[str, Any] | None = None
    back: int = 0
    done: OrderedDict[str, None] = field(default_factory=OrderedDict)


class Hall:
    """The room. Plain Python: the server calls `handle` in a thread; `tell` sends what comes between two calls.

    output  the folder of outputs: games are kept in its folder of the game
    tell    None = computer players decide before the answer, however long it takes
    """

    def __init__(self, game: Game, output: Path, tell: Tell | None = None, *, lang: str = "") -> None:
        self.game, self.lang, self._tell = game, lang or game.language, tell
        self.shelf = Shelf(output / game.id / "play")
        self._store = Store(output / ".cache")
        self._chairs: dict[str, _Chair] = {}
        self._lock = RLock()
        self._board: ShownBoard | None = None
        self._warm = False
        self.table: Table | None = None
        kept = self.shelf.kept(game)
        if kept is not None:
            self._lay(*kept, kept[1].players)
        self._answers: Mapping[str, Callable[[_Chair, Message], Told]] = {
            "table": self._whole, "seat": self._start, "stop": self._stop, "do": self._do, "undo": self._undo,
            "step": self._step, "why": self._why, "odds": self._odds, "advice": self._advice, "rule": self._rule,
            "save": self._save,
        }  # fmt: skip

    # What the server calls ----------------------------------------------------------------------------------

    def join(self, seat: Seat) -> None:
        """A page of `seat` is there; it asks for the table itself."""
        with self._lock:
            self._chairs.setdefault(seat.id, _Chair(seat))

    def leave(self, seat: Seat) -> None:
        """The last page of `seat` has gone. The game waits; decisions that it sends again are still known."""

    def handle(self, seat: Seat, message: Message) -> Told:
        """The answer to `message`, and what other seats must be told. Raises PnpError for what can't be done."""
        with self._lock:
            self.join(seat)
            answer = self._answers.get(str(message.get("kind")))
            if answer is None:
                raise PnpError(f"the play room has no answer to {str(message.get('kind'))[:40]!r}")
            return answer(self._chairs[seat.id], message)

    def picture(self, seat: Seat, name: str) -> ServedFile | None:
        """The map or a face by the name that a message gave; names can't be guessed."""
        board = self._board
        return board.picture(name) if board is not None else None

    # The game -----------------------------------------------------------------------------------------------

    def warm(self) -> None:
        """Work out where everything lies and draw the map, which takes seconds: for a thread of its own."""
        board = self._board or ShownBoard(self._localised(), self._store)
        first = board.message()["pictures"][0]["name"]
        with self._lock:
            self._board = self._board or board
        if self._board is board:
            board.picture(first)

    def _lay(self, rules: Rules, state: Any, players: Mapping[str, str]) -> None:
        if self._board is None:
            self._board = ShownBoard(self._localised(), self._store)
        self.table = Table(rules, state, players, self._board, self.lang)
        for chair in self._chairs.values():
            chair.table, chair.told, chair.back = None, None, 0
            chair.v += 1

    def _localised(self) -> Game:
        if self.lang == self.game.language:
            return self.game
        from pnp.translate import localised

        return localised(self.game, self.lang)

    def _saved_game(self) -> Game:
        """The game as its sources are now. Raises SourceError."""
        game = load_game(self.game.folder)
        return self.game if _texts(game) == _texts(self.game) else game

    def _show(self, game: Game, lang: str) -> None:
        """Games are played of these sources, in this language, from now on."""
        if game is not self.game or lang != self.lang:
            self.game, self.lang, self._board, self._warm = game, lang, None, False

    def _side_of(self, seat: Seat) -> str:
        """The side whose view a seat has now. Raises PnpError for a side that isn't played from its link.

        Whoever started the server and leads several sides has the view of the one that decides.
        """
        table = self._played()
        if seat.side is not None:
            if table.players.get(seat.side) != ELSEWHERE:
                raise PnpError("this side isn't played from its own link in this game")
            return seat.side
        own = [side for side, player in table.players.items() if player == PERSON]
        acting = table.rules.side_to_act(table.state)
        if len(own) == 1:
            return own[0]
        return acting if acting in (own or table.players) else (own or [*table.players])[0]  # type: ignore[return-value]

    def _played(self) -> Table:
        if self.table is None:
            raise PnpError("no game is being played; choose one first")
        return self.table

    # Tables -------------------------------------------------------------------------------------------------

    def _whole(self, chair: _Chair, message: Message) -> Told:
        """Board and table, or what there is to choose from where no game is played."""
        if self._tell is not None and not self._warm:
            self._warm = True
            Thread(target=self.warm, daemon=True).start()
        answer: Message = {"kind": "done", "re": message.get("id")}
        return [(chair.seat, answer), *self._all_of(chair)]

    def _all_of(self, chair: _Chair) -> Told:
        if self.table is None or self._board is None:
            with contextlib.suppress(SourceError):  # told when the game is to begin
                self._show(self._saved_game(), self.lang)
            return [(chair.seat, lobby_message(self.game, self.lang, self.shelf, author=chair.seat.side is None))]
        try:
            self._side_of(chair.seat)
        except PnpError as error:
            return [(chair.seat, {"kind": "waiting", "text": str(error)})]
        board = {**self._board.message(), "charts": charts_told(self.table.rules, self.lang)}
        chair.table = None
        return [(chair.seat, board), *self._news(chair)]

    def _news(self, chair: _Chair) -> Told:
        """What a seat must be told of the table: all of it, what has changed, or nothing."""
        if self.table is None:
            return self._all_of(chair)
        try:
            side = self._side_of(chair.seat)
        except PnpError:
            return []
        table, known = self.table.message(side, chair.back), chair.table
        if table == known:
            return []
        if table != chair.told:  # a page that comes back to the same table may decide by the number it had
            chair.v += 1
        chair.table = chair.told = table
        if known is None:
            return [(chair.seat, {"kind": "table", "v": chair.v, **table})]
        return [(chair.seat, {"kind": "change", "v": chair.v, "from": chair.v - 1, **change_between(known, table)})]

    def _all_news(self) -> Told:
        return [told for chair in self._chairs.values() for told in self._news(chair)]

    def _go_on(self) -> Told:
        """Keep the game, let computer players decide for a moment, and tell everybody."""
        table = self._played()
        for chair in self._chairs.values():
            chair.back = 0
        if table.computing:
            if self._tell is None:
                while table.compute(BETWEEN):
                    pass
            elif table.compute(AT_ONCE):
                Thread(target=self._compute_on, args=(table, self._tell), daemon=True).start()
        self.shelf.keep(table.state)
        return self._all_news()

    def _compute_on(self, table: Table, tell: Tell) -> None:
        """Computer players decide until a person has to, or the game is another."""
        more = True
        while more:
            with self._lock:
                if self.table is not table:
                    return
                more = table.compute(BETWEEN)
                self.shelf.keep(table.state)
                told = self._all_news()
            for seat, message in told:
                tell(seat, message)

    # Messages -----------------------------------------------------------------------------------------------

    def _start(self, chair: _Chair, message: Message) -> Told:
        """A new game of the sources as they are saved, or a game that was saved."""
        if chair.seat.side is not None:
            raise PnpError("only whoever started the server chooses the game")
        game, lang = self._saved_game(), message.get("lang") or self.lang
        rules, state, players = new_game(game, self.shelf, message)
        if lang not in game.info.languages:
            raise PnpError("the game has no such language")
        self._show(game, lang)
        self._lay(rules, state, players)
        others = [told for other in self._chairs.values() if other is not chair for told in self._all_of(other)]
        self._go_on()
        return [*self._whole(chair, message), *others]

    def _stop(self, chair: _Chair, message: Message) -> Told:
        """Leave the game; what was saved stays."""
        if chair.seat.side is not None:
            raise PnpError("only whoever started the server ends the game")
        self.table = None
        self.shelf.drop()
        told = [told for other in self._chairs.values() for told in self._all_of(other)]
        return [(chair.seat, {"kind": "done", "re": message.get("id")}), *told]

    def _anew(self, chair: _Chair, message: Message, kind: str) -> Told:
        """The whole table for a seat that may know another one."""
        chair.table = None
        return [(chair.seat, {"kind": kind, "re": message.get("id")}), *self._news(chair)]

    def _do(self, chair: _Chair, message: Message) -> Told:
        """Carry out a decision, once; what is refused comes back with its rule."""
        table, side = self._played(), self._side_of(chair.seat)
        if self._was_done(chair, message):
            return self._anew(chair, message, "done")
        if message.get("v") != chair.v or chair.back:
            chair.back = 0
            return self._anew(chair, message, "stale")
        try:
            table.do(side, message.get("do"))  # type: ignore[arg-type]
        except Refused as refused:
            return [(chair.seat, _refused(table, side, message, refused.rule, refused.text))]
        return self._done(chair, message)

    def _undo(self, chair: _Chair, message: Message) -> Told:
        table, side = self._played(), self._side_of(chair.seat)
        if self._was_done(chair, message):
            return self._anew(chair, message, "done")
        if message.get("v") != chair.v:
            return self._anew(chair, message, "stale")
        try:
            table.undo(side)
        except Refused as refused:
            return [(chair.seat, _refused(table, side, message, refused.rule, refused.text))]
        return self._done(chair, message)

    def _was_done(self, chair: _Chair, message: Message) -> bool:
        """Whether it was carried out already: it is sent again after a connection was lost before the answer."""
        return str(message.get("id"))[:80] in chair.done

    def _done(self, chair: _Chair, message: Message) -> Told:
        """Remember what was carried out, and go on."""
        chair.done[str(message.get("id"))[:80]] = None
        while len(chair.done) > REMEMBERED:
            chair.done.popitem(last=False)
        return [(chair.seat, {"kind": "done", "re": message.get("id")}), *self._go_on()]

    def _step(self, chair: _Chair, message: Message) -> Told:
        """Look at an earlier moment, so many decisions ago; 0 = now."""
        back = message.get("back")
        table = self._played()
        if type(back) is not int or not 0 <= back <= table.decisions or self.table is None:
            raise PnpError("there is no such moment")
        if table.view(self._side_of(chair.seat)).placing:
            back = 0
        chair.back = back
        return [(chair.seat, {"kind": "done", "re": message.get("id")}), *self._news(chair)]

    def _why(self, chair: _Chair, message: Message) -> Told:
        table, side = self._played(), self._side_of(chair.seat)
        words = message.get("do") or ()
        rule, text = table.why_not(side, words, str(message.get("thing", ""))[:80])
        return [(chair.seat, _refused(table, side, message, rule, text))]

    def _odds(self, chair: _Chair, message: Message) -> Told:
        table, words = self._played(), message.get("do")
        view = table.view(self._side_of(chair.seat))
        action = table.rules.from_json(words) if words else None
        offered = action if action in view.choices else None
        way = table.rules.way_of(table.state, offered) if offered is not None else None
        odds = odds_message(view, offered)
        return [(chair.seat, {"kind": "odds", "re": message.get("id"), **odds, "way": list(way[2]) if way else []})]

    def _advice(self, chair: _Chair, message: Message) -> Told:
        table = self._played()
        told = advice_told(table.view(self._side_of(chair.seat)))
        return [(chair.seat, {"kind": "advice", "re": message.get("id"), "options": told})]

    def _rule(self, chair: _Chair, message: Message) -> Told:
        view = self._played().view(self._side_of(chair.seat))
        told = rule_told(view, str(message.get("address") or "")[:120])
        return [(chair.seat, {"kind": "rule", "re": message.get("id"), **told})]

    def _save(self, chair: _Chair, message: Message) -> Told:
        """Save the game. Only whoever started the server may: a saved game holds all that is hidden."""
        if chair.seat.side is not None:
            raise PnpError("only whoever started the server saves the game; it is kept after every decision")
        file = self.shelf.save(self._played().state, str(message.get("name", ""))[:80])
        return [(chair.seat, {"kind": "saved", "re": message.get("id"), "file": file})]


def _texts(game: Game) -> dict[str, str]:
    return {name: source.text for name, source in game.files.items()}


def _refused(table: Table, side: str, message: Message, rule: str, text: str) -> Message:
    title = table.view(side).rule_title(rule)
    return {"kind": "refused", "re": message.get("id"), "rule": rule, "title": title, "text": text}


def change_between(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """`set`: parts that are other now; `units`: those that are new or other, and `order`: all that there are, so that
    nothing is named that is no longer to be seen; `log`: how many lines stay, and what follows them.
    """
    parts = {key: value for key, value in after.items() if key not in ("units", "log") and before.get(key) != value}
    change: dict[str, Any] = {"set": parts}
    known = {unit["id"]: unit for unit in before["units"]}
    if before["units"] != after["units"]:
        change["units"] = [unit for unit in after["units"] if known.get(unit["id"]) != unit]
        change["order"] = [unit["id"] for unit in after["units"]]
    if before["log"] != after["log"]:
        same = 0
        while same < min(len(before["log"]), len(after["log"])) and before["log"][same] == after["log"][same]:
            same += 1
        change["log"] = {"keep": same, "lines": after["log"][same:]}
    return change
