"""The Preview room: what a page may ask, and what it is told after a save."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from pnp.desk.preview import catalogue
from pnp.desk.preview.catalogue import Wish
from pnp.desk.preview.excerpt import AROUND, checked, end_of_entry, failed, numbered, place_told, problems_told
from pnp.desk.preview.foreman import Foreman
from pnp.desk.preview.origins import Origin, found, origin_of
from pnp.desk.preview.regions import SheetPicture
from pnp.desk.preview.watch import Watcher, changed_lines
from pnp.desk.preview.worker import NOTHING, Done, Failed, Job, Worker
from pnp.desk.rooms import Message, ServedFile, Tell, Told
from pnp.desk.seats import Seat
from pnp.errors import Location, PnpError, Problem, SourceError
from pnp.model.game import Game
from pnp.output import content_hash
from pnp.sources import load_game
from pnp.sources.assets import common_dir
from pnp.sources.settings import Settings

KEPT_BYTES = 256_000_000
"""Of pictures; the oldest are forgotten."""

PRODUCT = "file~"
"""Before the path of a product."""

CALM_S = 0.7
"""The sources are checked when nothing has been saved for so long: that takes a processor from what is drawn."""

SUFFIXES = {"image/svg+xml": ".svg", "image/png": ".png", "application/pdf": ".pdf"}


class PreviewRoom:
    """Shows what a page looks at, and shows it anew after each save.

    game     as last read without an error
    version  counts the saves
    """

    def __init__(self, game: Game, output: Path, tell: Tell, settings: Settings | None = None) -> None:
        self.game, self.output, self.tell = game, output, tell
        self.settings = settings or Settings()
        self.version = 1
        self.foreman = Foreman(self._heard)
        self.checker = Foreman(self._heard, spare=False)
        self.watcher = Watcher([folder for folder in (game.folder, game.series) if folder], self.saved)
        self._wish: Wish | None = None
        self._pictures: OrderedDict[str, ServedFile] = OrderedDict()
        self._digests: dict[tuple[str, int], dict[tuple[str, str], str]] = {}
        self._news: dict[str, Any] = {"files": [], "lines": {}, "saved": ""}
        self._lock = threading.RLock()
        self._checked: Message | None = None
        self._calm = threading.Timer(0, lambda: None)

    def start(self) -> None:
        """Begin to watch the files and keep a process warm."""
        self.foreman.start()
        self.checker.start()
        self.watcher.start()

    def stop(self) -> None:
        """End what `start` has begun."""
        self._calm.cancel()
        self.watcher.stop()
        self.foreman.stop()
        self.checker.stop()

    # What a page asks ---------------------------------------------------------------------------------

    def join(self, seat: Seat) -> None:
        """A page is there."""

    def leave(self, seat: Seat) -> None:
        """The last page has gone: nothing is looked at."""
        self._wish = None
        self._ask()

    def handle(self, seat: Seat, message: Message) -> Told:
        """The answer to a page. Raises PnpError."""
        answers = {"sheets": self._sheets, "look": self._look, "hit": self._hit, "find": self._find,
                   "problems": self._problems}  # fmt: skip
        answer = answers[message["kind"]](message)
        return [(seat, {**answer, "re": message.get("id")})]

    def picture(self, seat: Seat, name: str) -> ServedFile | None:
        """A picture that pages were told of; or a product, by its path with ~ for /, as `pnp build` makes it."""
        if name.startswith(PRODUCT):
            return self._product(name.removeprefix(PRODUCT).replace("~", "/"))
        with self._lock:
            return self._pictures.get(name)

    def _product(self, path: str) -> ServedFile | None:
        if catalogue.recipe_of(self.game, path) is None:
            return None
        job = Job("file", self.version, self.game.folder, self.output / ".cache", self.settings, Wish(path))
        *_, end = Worker().do(job)
        name = path.replace("/", "-")
        return ServedFile("application/pdf", end.data, name) if isinstance(end, Done) else None

    def _sheets(self, message: Message) -> Message:
        """What there is to look at, in a language and on a paper."""
        language, paper = str(message.get("language", "en")), str(message.get("paper", "a4"))
        tabs = catalogue.shown(self.game, language, paper)
        return {"kind": "sheets", "tabs": tabs, "watched": self.watcher.count, **catalogue.choices(self.game)}

    def _look(self, message: Message) -> Message:
        """Show this product, and after each save anew."""
        path, size, first = message.get("path"), message.get("size"), message.get("first", 0)
        if not isinstance(path, str) or catalogue.recipe_of(self.game, path) is None:
            raise PnpError(f"{self.game.id} has no product {path!r:.200}")
        if size is not None and not (isinstance(size, int | float) and 8 <= size <= 40):
            raise PnpError("a counter's edge is a number from 8 to 40 mm")
        self._wish = Wish(path, None if size is None else float(size), first if isinstance(first, int) else 0)
        self._ask()
        return {"kind": "looking", "path": path, "v": self.version}

    def _hit(self, message: Message) -> Message:
        """Where a thing comes from."""
        kind, name = str(message.get("what", "")), str(message.get("name", ""))
        origin = origin_of(self.game, kind, name)
        if origin is None:
            raise PnpError(f"{self.game.id} has no {kind:.40} {name!r:.100}")
        return self._source(origin)

    def _find(self, message: Message) -> Message:
        """What is called like that."""
        rows = found(self.game, str(message.get("text", ""))[:100])
        return {"kind": "found", "rows": [{"what": kind, "name": name, "label": label} for kind, name, label in rows]}

    def _problems(self, message: Message) -> Message:
        """What the validator has found last."""
        return self._checked or {"kind": "checked", "problems": [], "counts": None}

    def _source(self, origin: Origin) -> Message:
        where = origin.where
        lines = self._lines(where)
        end = end_of_entry(lines, where.line) if where and where.sheet is None else 0
        first = max(1, where.line - AROUND) if where else 0
        return {
            "kind": "source", "what": origin.kind, "name": origin.id, "title": origin.name, "note": origin.note,
            **self._place(where), "end": end, "text": numbered(lines, first, end + 2) if end else [],
            "changed": self._news["lines"].get(where.path, []) if where else [], "saved": self._news["saved"],
            "parts": [{"text": part.text[:80], "what": part.what, **self._place(part.where)} for part in origin.parts],
            "also": [{"label": other.label[:120], "what": other.kind, "name": other.id} for other in origin.also],
        }  # fmt: skip

    def _place(self, where: Location | None) -> dict[str, Any]:
        return place_told(where, self._absolute(where.path) if where else None)

    def _absolute(self, path: str) -> Path | None:
        """The file that is shown as `path`, when it is a source of the game or of what games share."""
        for name, source in self.game.files.items():
            if source.path == path:
                return (self.game.folder / name).resolve()
        shared = Path(path).resolve()
        return shared if shared.is_relative_to(common_dir().resolve()) and shared.is_file() else None

    def _lines(self, where: Location | None) -> list[str]:
        text = next((source.text for source in self.game.files.values() if where and source.path == where.path), "")
        return text.split("\n")

    # What happens ------------------------------------------------------------------------------------

    def saved(self, names: Mapping[str, tuple[str, str]]) -> None:
        """Files have been saved: name -> the text before and after. Draws anew what is looked at."""
        self.version += 1
        self._news = {
            "files": sorted(names), "saved": datetime.now().strftime("%H:%M:%S"),
            "lines": {name: changed_lines(*texts) for name, texts in names.items()},
        }  # fmt: skip
        self.tell(None, {"kind": "saved", "v": self.version, "files": self._news["files"], "at": self._news["saved"]})
        self._ask()

    def _ask(self) -> None:
        self._calm.cancel()
        self.checker.ask([])
        self.foreman.ask([self._job("sheets")] if self._wish else [])

    def _check(self) -> None:
        """Check the sources, once the picture is there and no save has followed for a moment."""
        if self._checked is None or self._checked["v"] != self.version:
            self._calm = threading.Timer(CALM_S, self.checker.ask, ([self._job("check")],))
            self._calm.daemon = True
            self._calm.start()

    def _job(self, kind: Any) -> Job:
        wish = self._wish or NOTHING
        return Job(kind, self.version, self.game.folder, self.output / ".cache", self.settings, wish)

    def _heard(self, job: Job, event: SheetPicture | Done | Failed) -> None:
        """What the process has to say of a job; of an older version it is of no use."""
        if job.version != self.version or (job.kind == "sheets" and job.wish != self._wish):
            return
        if isinstance(event, SheetPicture):
            self._show(job, event)
        elif job.kind == "check":
            self._check_done(job, event)
        elif isinstance(event, Done):
            self._reread()
            warnings = problems_told(event.problems, self.watcher)
            self.tell(None, {
                "kind": "built", "v": job.version, "path": job.wish.path, "ms": round(event.seconds * 1000),
                "files": self._news["files"], "at": self._news["saved"], "problems": warnings,
                "watched": self.watcher.count,
            })  # fmt: skip
            self._check()
        else:
            self._fail(job, event.problems)
            self._check()

    def _show(self, job: Job, sheet: SheetPicture) -> None:
        name = content_hash(sheet.picture) + SUFFIXES[sheet.media_type]
        with self._lock:
            self._pictures[name] = ServedFile(sheet.media_type, sheet.picture)
            self._pictures.move_to_end(name)
            while sum(len(kept.data) for kept in self._pictures.values()) > KEPT_BYTES and len(self._pictures) > 1:
                self._pictures.popitem(last=False)
        digests = {(region.kind, region.id): region.digest for region in sheet.regions if region.digest}
        before = self._digests.get((job.wish.path, sheet.number), {})
        self._digests[job.wish.path, sheet.number] = digests
        changed = [name for name, digest in digests.items() if before and before.get(name) != digest]
        self.tell(None, {
            "kind": "sheet", "v": job.version, "path": job.wish.path, "n": sheet.number, "of": sheet.count,
            "name": sheet.name, "w": round(sheet.width_mm, 3), "h": round(sheet.height_mm, 3),
            "url": f"pictures/preview/{name}", "regions": [region.as_json() for region in sheet.regions],
            "changed": [list(name) for name in changed], "draft": sheet.draft,
        })  # fmt: skip

    def _reread(self) -> None:
        """Know the sources as they are now, so that lines are those of the files."""
        try:
            self.game = load_game(self.game.folder)
        except (SourceError, PnpError, OSError):
            return  # errors in files that the product doesn't need: lines of the others stay as they were

    def _fail(self, job: Job, problems: tuple[Problem, ...]) -> None:
        told = failed(problems, self.watcher)
        self.tell(None, {**told, "v": job.version, "path": job.wish.path, "at": self._news["saved"]})

    def _check_done(self, job: Job, event: Done | Failed) -> None:
        self._checked = {**checked(event.problems, self.watcher), "v": job.version}
        self.tell(None, self._checked)
