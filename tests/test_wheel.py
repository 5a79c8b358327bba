"""The wheel holds all files of the checkout that pnp reads, and builds in an empty environment from an empty folder;
the sdist holds the checkout, no products.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent


def _run(*arguments: object, cwd: Path, **environment: str) -> str:
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(a) for a in arguments], cwd=cwd, capture_output=True, text=True, env={**clean, **environment}, timeout=400
    )
    assert done.returncode == 0, f"{arguments}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = ("pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder)
    _run(sys.executable, "-m", *build, ROOT, cwd=folder)
    (wheel_file,) = folder.glob("pnp_wargames-*.whl")
    return wheel_file


def test_it_holds_each_file_of_the_checkout_that_pnp_reads_and_no_other(wheel):
    """What a product needs in a checkout it has here; templates and vassal stand beside the package in one."""
    here = (path for part in ("pnp", "sources", "templates", "vassal") for path in (ROOT / part).rglob("*"))
    files = (path.relative_to(ROOT) for path in here if path.is_file() and "__pycache__" not in path.parts)
    wanted = {path.as_posix() if path.parts[0] == "pnp" else f"pnp/_data/{path.as_posix()}" for path in files}
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert len(wanted) > 1000
    assert names ^ wanted == set()


def test_the_sdist_holds_the_documentation_and_no_output(tmp_path):
    build = ("hatchling", "build", "--target", "sdist", "--directory", tmp_path / "dist")
    _run(sys.executable, "-m", *build, cwd=ROOT)
    (path,) = (tmp_path / "dist").glob("pnp_wargames-*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    needed = {
        "docs/index.md", "docs/reference.py", "docs/images/packages.svg", "mkdocs.yml", "output/README.md", "README.md",
        "CHANGELOG.md", "benchmarks/README.md", "sources/putins_war/game.yaml", "templates/base.html", "Makefile",
        "tests/test_docs.py", ".gitignore",
    }  # fmt: skip
    assert needed - names == set()
    assert [name for name in names if name.startswith("output/")] == ["output/README.md"]
    assert not [name for name in names if name.endswith(".pyc")]


def test_it_builds_from_an_empty_folder(wheel, tmp_path):
    environment, work = tmp_path / "env", tmp_path / "empty"
    work.mkdir()
    _run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=tmp_path)
    pip = (sys.executable, "-m", "pip", "--python", environment / "bin" / "python", "--disable-pip-version-check")
    _run(*pip, "install", "--quiet", "--no-compile", "--no-deps", wheel, cwd=work)
    # The libraries are those installed here, by their path alone: a .pth file in it, as of this checkout, isn't read.
    (here,) = environment.glob("lib/python*/site-packages")
    (here / "libraries.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    pnp = environment / "bin" / "pnp"
    assert "putins-war" in _run(pnp, "list", cwd=work, HOME=str(tmp_path))
    order = ("the-ford", "--only", "charts,screen", "--lang", "en", "--paper", "a4")
    document = json.loads(_run(pnp, "build", *order, "--json", cwd=work, HOME=str(tmp_path)))
    assert len(document["products"]) == 4
    assert {p["status"] for p in document["products"]} == {"built"}
    assert sorted(p.name for p in work.iterdir()) == ["output"]
