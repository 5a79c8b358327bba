"""After an edit of any kind an incremental build leaves the bytes of a cold one. `benchmarks/edits.py` tries twenty on
a large game.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from pnp.press import Order, build_game

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent

EDITS = {
    "factor": ("counters.yaml", "combat: [4, 3, 3, 3]", "combat: [4, 3, 3, 2]", {"counters", "charts"}),
    "place": ("map.yaml", "name: Kharkivs’ka", "name: Kharkovs’ka", {"charts", "counters"}),
    "translation": ("locale/it.po", "La guerra di Putin", "La Guerra di Putin", {"counters", "charts"}),
    "rule": ("rules/", "the", "the very", set()),
}


@pytest.fixture(scope="module")
def workplace(tmp_path_factory) -> tuple[Path, Path]:
    """A copy of the sources, and the output of a build of them."""
    folder = tmp_path_factory.mktemp("edits")
    shutil.copytree(ROOT / "sources" / "putins_war", folder / "putins_war")
    build_game(folder / "putins_war", _order(folder / "out"))
    return folder / "putins_war", folder / "out"


def _order(out: Path) -> Order:
    return Order(out, languages=("it",), papers=("a4",), only=("counters", "charts"), workers=1)


def _hashes(out: Path) -> dict[str, str]:
    files = (path for path in (out / "putins-war" / "it").iterdir() if path.is_file())
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.mark.parametrize("edit", EDITS)
def test_an_incremental_build_gives_the_bytes_of_a_cold_one(workplace, tmp_path, edit):
    folder, out = workplace
    name, old, new, touched = EDITS[edit]
    path = (
        next(path for path in sorted((folder / name).glob("*.yaml")) if old in path.read_text("utf-8"))
        if name.endswith("/")
        else folder / name
    )
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")

    report = build_game(folder, _order(out))
    build_game(folder, _order(tmp_path))

    assert {product.product for product in report.products if product.status == "built"} == touched
    assert len(_hashes(out)) == 10
    assert _hashes(out) == _hashes(tmp_path)
