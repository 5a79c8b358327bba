"""A fixed piece of plain work against which every benchmark is held: about 5 s on a quiet machine of 2026.

These machines change speed from one minute to the next, so seconds alone say little; the ratio to this work, done in
the same run, does. It uses reportlab, shapely, zipfile and json as any program would, and nothing of `pnp`.
The work is fixed for good: whoever changes it makes all figures told so far worthless.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path

PAGES, ISLANDS, ENTRIES, RECORDS = 90, 3_000, 45, 20_000
"""How much of each kind of work: about a quarter of the time goes to each."""


@dataclass(frozen=True)
class Yardstick:
    """What the work took in a process of its own.

    wall_s  seconds on the clock
    cpu_s   seconds of the processor
    """

    wall_s: float
    cpu_s: float


def measure() -> Yardstick:
    """Do the work once, in a fresh process."""
    root = Path(__file__).resolve().parent.parent
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.yardstick"], cwd=root, capture_output=True, text=True, check=True
    )
    wall, cpu = done.stdout.split()
    return Yardstick(float(wall), float(cpu))


class _Numbers:
    """Numbers from 0 to below 1, the same on every machine and in every version of Python (MINSTD)."""

    def __init__(self) -> None:
        self.state = 42

    def next(self) -> float:
        self.state = self.state * 48271 % 2147483647
        return self.state / 2147483647


def write_pages(numbers: _Numbers) -> int:
    """Pages of lines of text and curves with reportlab; returns the size of the PDF in bytes."""
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(595, 842), invariant=1, pageCompression=1)
    for page in range(PAGES):
        canvas.setFont("Times-Roman", 9)
        for row in range(60):
            canvas.drawString(50, 790 - 12 * row, f"{page} {row} the quick brown fox jumps over the lazy dog " * 2)
        for _ in range(150):
            path = canvas.beginPath()
            path.moveTo(500 * numbers.next(), 800 * numbers.next())
            for _ in range(4):
                path.curveTo(*(500 * numbers.next() for _ in range(6)))
            canvas.drawPath(path)
        canvas.showPage()
    canvas.save()
    return len(buffer.getvalue())


def join_islands(numbers: _Numbers) -> float:
    """A coast of many overlapping islands, simplified and cut into squares; returns the land's area."""
    from shapely import STRtree, box, union_all
    from shapely.geometry import Point

    islands = []
    for _ in range(ISLANDS):
        centre = Point(1000 * numbers.next(), 1000 * numbers.next())
        islands.append(centre.buffer(3 + 6 * numbers.next()))
    land = union_all(islands).simplify(0.2)
    tree = STRtree(list(getattr(land, "geoms", [land])))
    area = 0.0
    for column in range(50):
        for row in range(50):
            square = box(20 * column, 20 * row, 20 * column + 20, 20 * row + 20)
            area += sum(tree.geometries[i].intersection(square).area for i in tree.query(square))
    return area


def pack(numbers: _Numbers) -> int:
    """Text written to a zip archive and read back; returns the size of the archive in bytes."""
    buffer = io.BytesIO()
    words = [f"word{int(1e6 * numbers.next())}" for _ in range(4_000)]
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry in range(ENTRIES):
            text = " ".join(words[int(len(words) * numbers.next())] for _ in range(24_000))
            archive.writestr(f"{entry}.txt", text)
    with zipfile.ZipFile(buffer) as archive:
        assert archive.testzip() is None
    return len(buffer.getvalue())


def round_trip(numbers: _Numbers) -> int:
    """Records to JSON and back, a few times; returns the length of the text."""
    records = [
        {"id": f"unit-{n}", "at": [numbers.next(), numbers.next()], "name": f"{n}. divisioona", "factors": [n % 7, 5]}
        for n in range(RECORDS)
    ]
    text = ""
    for _ in range(4):
        text = json.dumps(records, indent=1, sort_keys=True)
        records = json.loads(text)
    return len(text)


def main() -> None:
    """Print seconds on the clock and seconds of the processor."""
    import reportlab.pdfgen.canvas  # noqa: F401
    import shapely.geometry  # noqa: F401 - imported before the clock starts: the files may not be in memory yet

    wall, cpu = time.perf_counter(), time.process_time()
    numbers = _Numbers()
    for work in (write_pages, join_islands, pack, round_trip):
        work(numbers)
        if "--parts" in sys.argv:
            print(f"{work.__name__} {time.process_time() - cpu:.2f}", file=sys.stderr)
    print(f"{time.perf_counter() - wall:.3f} {time.process_time() - cpu:.3f}")


if __name__ == "__main__":
    main()
