"""The wheel builds a game in an empty environment from an empty folder; the sdist holds the checkout, no products.
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


def test_it_holds_sources_templates_fonts_and_no_output(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    for needed in ("pnp/_data/sources/putins_war/game.yaml", "pnp/_data/sources/common/hyphenation/hyph_it.dic",
                   "pnp/_data/templates/base.html", "pnp/_data/templates/page.html",
                   "pnp/_data/templates/campaign.html", "pnp/draw/fonts/LICENSE.txt",
                   "pnp/draw/fonts/LICENSE-OldStandardTT.txt", "pnp/draw/fonts/LICENSE-RussoOne.txt",
                   "pnp/draw/fonts/LICENSE-Oswald.txt",
                   "pnp/_data/sources/common/hyphenation/LICENCES"):  # fmt: skip
        assert needed in names
    assert any(n.startswith("pnp/_data/vassal/") for n in names)
    assert not [n for n in names if "output/" in n or n.startswith("tests/") or n.endswith(".pyc")]


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
    order = ("the-ford", "--lang", "en", "--paper", "a4")  # a product of each kind
    document = json.loads(_run(pnp, "build", *order, "--json", cwd=work, HOME=str(tmp_path)))
    assert len(document["products"]) == 19
    assert {p["status"] for p in document["products"]} == {"built"}
    assert sorted(p.name for p in work.iterdir()) == ["output"]
    assert (work / "output" / "the-ford" / "the-ford.vmod").stat().st_size > 100_000
