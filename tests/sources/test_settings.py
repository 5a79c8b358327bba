"""The user's own settings."""

from pathlib import Path

import pytest

from pnp.errors import SourceError
from pnp.sources.settings import Settings, read_settings, settings_path


def test_the_file_that_the_environment_names_comes_first_then_xdg_then_home():
    home = Path("/home/ann")

    assert settings_path({"PNP_SETTINGS": "/tmp/mine.yaml", "XDG_CONFIG_HOME": "/x"}, home) == Path("/tmp/mine.yaml")
    assert settings_path({"XDG_CONFIG_HOME": "/x"}, home) == Path("/x/pnp/settings.yaml")
    assert settings_path({}, home) == Path("/home/ann/.config/pnp/settings.yaml")


def test_without_a_file_the_defaults_hold(tmp_path):
    assert read_settings({}, tmp_path) == Settings()
    assert Settings().back_offset_mm == (0.0, 0.0)


def test_the_offset_is_read(tmp_path):
    folder = tmp_path / ".config" / "pnp"
    folder.mkdir(parents=True)
    (folder / "settings.yaml").write_text("back_offset_mm: [0.4, -1]\n")

    assert read_settings({}, tmp_path).back_offset_mm == (0.4, -1.0)


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        ("back_offset_mm: [0.4, far]\n", (1, 23), "bad-value"),
        ("back_offset_mm: [0.4, 40]\n", (1, 23), "bad-value"),
        ("back_offset: [0.4, 1]\n", (1, 1), "unknown-key"),
        ("back_offset_mm: [0.4, 1]\nback_offset_mm: [0, 1]\n", (2, 1), "duplicate-key"),
    ],
)
def test_a_mistake_is_told_with_line_and_column(tmp_path, text, place, code):
    path = tmp_path / "settings.yaml"
    path.write_text(text)
    with pytest.raises(SourceError) as caught:
        read_settings({"PNP_SETTINGS": str(path)}, tmp_path)

    problem = caught.value.problems[0]
    assert (problem.where.line, problem.where.column, problem.code) == (*place, code)
    assert problem.where.path.endswith("settings.yaml")


def test_a_named_file_that_is_missing_is_a_problem(tmp_path):
    with pytest.raises(SourceError, match="no such file"):
        read_settings({"PNP_SETTINGS": str(tmp_path / "gone.yaml")}, tmp_path)
