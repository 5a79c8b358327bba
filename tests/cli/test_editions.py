"""Options of `pnp build` that choose an edition."""

from __future__ import annotations

import io

import pikepdf

from pnp.press.order import BuildReport


def test_a_profile_needs_the_press_edition(pnp, tmp_path):
    (tmp_path / "press.icc").write_bytes(b"\0" * 200)

    ran = pnp("--quiet", "build", "the-ford", "--out", str(tmp_path), "--icc", str(tmp_path / "press.icc"))

    assert ran.code == 2
    assert "goes with --press" in ran.err


def test_modules_are_not_made_for_a_press(pnp, tmp_path):
    ran = pnp("--quiet", "build", "the-ford", "--out", str(tmp_path), "--press", "--only", "vassal")

    assert ran.code == 2
    assert "--only with --press" in ran.err


def test_options_that_list_add_up_when_repeated(pnp, tmp_path, monkeypatch):
    """Each value once: `--only` given twice took the last one without a word."""
    only, languages = ("--only", "counters", "--only", "map,counters"), ("--lang", "en", "--lang", "de")
    orders = []
    monkeypatch.setattr("pnp.press.build_game", lambda folder, order, **_: orders.append(order) or BuildReport([]))

    ran = pnp("--quiet", "build", "the-ford", "--out", str(tmp_path), *only, *languages, "--paper", "a4")

    assert (ran.code, len(orders)) == (0, 1), ran.err
    assert (orders[0].only, orders[0].languages) == (("counters", "map"), ("en", "de"))
    assert orders[0].papers == ("a4",)
    ran = pnp("check", "the-ford", "--select", "no-such", "--select", "neither")
    assert ran.code == 2 and "no-such" in ran.err


def test_the_press_edition_is_in_inks_and_the_low_ink_edition_apart_from_it(pnp, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for option in ("--press", "--low-ink"):
        ran = pnp("--quiet", "build", "the-ford", option, "--only", "counters", "--lang", "en", "--paper", "a4")
        assert ran.code == 0, ran.err
    sheets = [tmp_path / "output" / name / "the-ford/en/counters-a4-fronts.pdf" for name in ("press", "low-ink")]
    with pikepdf.open(io.BytesIO(sheets[0].read_bytes())) as press, pikepdf.open(sheets[1]) as low:
        inks, colours = (pdf.pages[0].Contents.read_bytes().split() for pdf in (press, low))
        assert "/BleedBox" in press.pages[0].obj

    assert b"k" in inks and b"rg" not in inks
    assert b"rg" in colours and b"k" not in colours
