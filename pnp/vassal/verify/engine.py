"""A module in the real engine: an installed VASSAL opens it, starts each set-up, and tells what it finds wrong.

In: the file of a module, the folder of the installation. Out: an `EngineReport` for each language. The engine runs in
a process of its own with a home of its own, under a virtual display, for a bounded time.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pnp.errors import MissingToolError
from pnp.sources.assets import data_dir

ENGINE = Path("lib", "Vengine.jar")
JAVAS = (Path("jre", "bin", "java"), Path("jre", "bin", "java.exe"))
"""Where an installation may bring its own Java."""
HEAP = "1g"

_LINE = re.compile(r"@@(\w+)\t(.*)")


@dataclass
class EngineReport:
    """What the engine said in one language.

    language  its code
    engine    version of VASSAL
    setups    name of each set-up that was started -> map -> how many pieces it holds
    warnings  what the engine logged as wrong or showed in a dialog, in order
    pressed   how many buttons and commands of pieces were tried
    chat      what the chat told of them, each line once
    not_undone  what a step back didn't restore: the button or command, and the difference
    pictures  files of what it showed
    failure   why it stopped before the end; "" when it came there
    """

    language: str
    engine: str = ""
    setups: dict[str, dict[str, int]] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    pressed: int = 0
    chat: list[str] = field(default_factory=list)
    not_undone: list[str] = field(default_factory=list)
    failure: str = "the engine stopped without a word"

    @property
    def ok(self) -> bool:
        """Whether the engine came to the end and found nothing wrong."""
        return not (self.failure or self.warnings or self.not_undone)


def command_of(installation: Path) -> list[str]:
    """The words that start Java with the engine's classes under a display.

    Raises MissingToolError when the installation, Java or a display is missing.
    """
    engine = installation / ENGINE
    if not engine.is_file():
        lacks = f"no VASSAL in '{installation}': it lacks {ENGINE.as_posix()}"
        raise MissingToolError(f"{lacks}; get it from vassalengine.org")
    own = next((str(installation / java) for java in JAVAS if (installation / java).is_file()), None)
    java = own or shutil.which("java")
    if java is None:
        raise MissingToolError("no Java: VASSAL needs it; apt-get install default-jre, or put `java` on the PATH")
    if display := shutil.which("xvfb-run"):
        start = [display, "-a", "-s", "-screen 0 1920x1400x24", java]
    elif os.environ.get("DISPLAY") or os.name == "nt":
        start = [java]
    else:
        raise MissingToolError("no display for VASSAL: apt-get install xvfb")
    return [*start, f"-Xmx{HEAP}", "-cp", os.pathsep.join([str(engine), str(installation / "lib" / "*")])]


def ask_engine(
    module: Path, installation: Path, language: str, pictures: Path, *, seconds: float = 300, press: bool = False
) -> EngineReport:  # fmt: skip
    """Open `module` in the engine in `language`, and put pictures of what it shows into `pictures`.

    seconds  after which the engine is stopped
    press    whether every button is pressed, and every command of a piece of each kind, and taken back
    Raises MissingToolError.
    """
    words = command_of(installation.resolve())
    script = data_dir("vassal") / "engine"
    pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="pnp-vassal-") as home:
        settings = [f"-Duser.home={home}", f"-DVASSAL.conf={home}", f"-DVASSAL.cache={home}", f"-Duser.dir={home}",
                    f"-Duser.language={language}", "-Duser.country=",
                    f"-Dlogback.configurationFile={script / 'logback.xml'}",
                    *([f"-Dpnp.press={script / 'press.bsh'}"] if press else [])]  # fmt: skip
        call = [*words[:-2], *settings, *words[-2:], "bsh.Interpreter", str(script / "drive.bsh")]
        report = EngineReport(language)
        engine = subprocess.Popen(
            [*call, str(module.resolve()), str(pictures.resolve())], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            cwd=home, start_new_session=True,
        )  # fmt: skip
        try:
            output = engine.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            report.failure = f"the engine was stopped after {seconds:g} seconds: does it wait for an answer?"
            _stop(engine)
            output = engine.communicate()[0]
        finally:
            _stop(engine)
    _read(report, output.decode("utf-8", errors="replace").splitlines())
    return report


def _stop(engine: subprocess.Popen[bytes]) -> None:
    """End the engine and its display, which runs it as a child."""
    if engine.poll() is None:
        if os.name == "posix":
            os.killpg(engine.pid, signal.SIGKILL)
        else:
            engine.kill()


def _read(report: EngineReport, lines: Sequence[str]) -> None:
    """Enter what the driver printed into `report`."""
    pieces: dict[str, int] = {}
    for match in filter(None, map(_LINE.match, lines)):
        kind, text = match.groups()
        if kind == "engine":
            report.engine = text
        elif kind == "setup":
            pieces = report.setups[text] = {}
        elif kind == "map":
            name, _, count = text.rpartition("\t")
            pieces[name] = int(count)
        elif kind == "picture":
            report.pictures.append(text)
        elif kind == "press":
            report.pressed += 1
        elif kind == "said" and text not in report.chat:
            report.chat.append(text)
        elif kind == "undo":
            report.not_undone.append(" ".join(text.split()))
        elif kind == "log":
            report.warnings.append(text.replace("\t", ": ", 1).strip())
        elif kind == "dialog":
            report.warnings.append(f"dialog: {' '.join(text.split())}")
        elif kind == "failed":
            report.failure = text
        elif kind == "end":
            report.failure = ""
