"""Games that lie inside an installed package, which is not the user's to change."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from pnp.sources import assets

ROOT = Path(__file__).resolve().parent.parent.parent


def files_in(folder: Path) -> dict[str, str]:
    """Path -> hash of each file below the folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture
def installed(tmp_path, monkeypatch) -> Path:
    """The games as they lie in site-packages: inside the package."""
    package = tmp_path / "site-packages" / "pnp"
    for name in ("common/locale", "common/palettes", "putins_war"):
        shutil.copytree(ROOT / "sources" / name, package / "_data" / "sources" / name)
    monkeypatch.setattr(assets, "PACKAGE", package.resolve())
    return package


@pytest.mark.parametrize("named", [False, True])
def test_update_changes_no_installation(pnp, installed, named):
    before = files_in(installed)
    options = ("--sources", installed / "_data" / "sources") if named else ()

    ran = pnp(*options, "i18n", "update", "putins-war", "--lang", "fr")

    assert ran.code == 1
    assert "belongs to this installation" in ran.err
    assert files_in(installed) == before


def test_check_mends_no_installation(pnp, installed):
    info = installed / "_data" / "sources" / "putins_war" / "game.yaml"
    info.write_text(info.read_text("utf-8").replace("\n", "  \n", 1), "utf-8")
    before = files_in(installed)

    ran = pnp("check", "putins-war", "--fix")

    assert ran.code == 1
    assert "belongs to this installation" in ran.err
    assert files_in(installed) == before
