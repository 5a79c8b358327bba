"""What the version of the program and of kept geometry depends on."""

from pnp.press.versions import engine_files


def test_the_version_of_the_program_counts_code_fonts_and_templates_and_nothing_generated(tmp_path):
    for name in (
        "a.py",
        "fonts/x.ttf",
        "deep/er/t.html",
        "_data/copy.py",
        "deep/_data/kept.py",
        "__pycache__/a.py",
        "a.pyc",
        "notes.md",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")

    assert sorted(engine_files(str(tmp_path), skipped="_data")) == [
        "a.py",
        "deep/_data/kept.py",
        "deep/er/t.html",
        "fonts/x.ttf",
    ]
    assert "_data/copy.py" in engine_files(str(tmp_path), skipped="")
