"""A declared game that carries out a part of its rules: it is played, and its trace warns of the rest."""

import json
import shutil

import pytest
from faults import GOOD


@pytest.fixture
def folder(tmp_path):
    """The good game with a case that nothing carries out."""
    folder = tmp_path / "half-written"
    shutil.copytree(GOOD, folder)
    rules = folder / "rules" / "10-basics.yaml"
    text = rules.read_text("utf-8")
    case = '  - id: "6.1"\n    title: Night\n    text: At night everybody sleeps.\n  - id: Combat Table\n'
    rules.write_text(text.replace("  - id: Combat Table\n", case, 1), "utf-8")
    return folder


def test_the_trace_counts_what_is_declared_and_warns_of_the_rest(folder, pnp):
    ran = pnp("trace", folder, "--json")
    document = json.loads(ran.out)
    cases = {case["address"]: case for case in document["cases"]}
    assert (ran.code, document["counts"]["code"]) == (0, 1)
    assert [(line["path"].rpartition("/")[2], line["function"]) for line in cases["4.3"]["code"]] == [
        ("procedures.yaml", "advance")
    ]
    assert cases["6.1"]["code"] == [] and "code" in cases["6.1"]["gaps"]
    line = (folder / "rules" / "10-basics.yaml").read_text("utf-8").partition('"6.1"')[0].count("\n") + 1
    warning = "nothing carries out the case '6.1' yet [rule-without-procedure] (warning)"
    assert f"10-basics.yaml:{line}:9: {warning}" in ran.err
    assert ran.err.count("rule-without-procedure") == 1


def test_a_game_that_carries_out_everything_has_no_warning(pnp):
    ran = pnp("trace", GOOD)
    assert (ran.code, ran.err) == (0, "")


def test_it_is_played_all_the_same(folder, pnp):
    ran = pnp("playtest", folder, "--games", "2", "--players", "random", "--workers", "1")
    assert ran.code == 0, ran.err


@pytest.mark.parametrize(("file", "words"), [("", "by what procedures.yaml declares"), ("procedures.yaml", "none; ")])
def test_the_list_tells_of_the_referee(folder, pnp, file, words):
    if file:
        (folder / file).unlink()
    assert f"  referee    {words}" in pnp("list", folder).out
    (row,) = json.loads(pnp("list", folder, "--json").out)["games"]
    assert (row["referee"], row["referee_by"]) == ((True, "declared"), (False, "none"))[bool(file)]
