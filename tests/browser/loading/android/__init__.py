"""The app's own classes, run on a Java machine with stubs of Android's classes."""

import re
import subprocess
import zipfile
from pathlib import Path

from tests.needed import program

STUBS = Path(__file__).with_name("stubs.txt")


class App:
    """A process with the app of a package; `tell` sends events to it.

    enjarify converts Android's byte code to Java's, and the Java machine verifies it.
    """

    def __init__(self, package: Path, folder: Path) -> None:
        with zipfile.ZipFile(package) as packed:
            packed.extract("classes.dex", folder)
        plain = {"PATH": "/usr/bin:/bin"}  # enjarify needs the system's own Python
        jar, built = folder / "app.jar", folder / "built"
        command = [program("enjarify"), "-o", str(jar), str(folder / "classes.dex")]
        subprocess.run(command, env=plain, check=True, capture_output=True)
        sources: list[Path] = []
        for part in re.split(r"(?m)^(?=package )", STUBS.read_text("utf-8"))[1:]:
            found = re.search(r"(?m)^public .*?\b(?:class|interface) (\w+)", part)
            assert found
            sources.append(folder / f"{len(sources)}" / f"{found[1]}.java")
            sources[-1].parent.mkdir()
            sources[-1].write_text(part, "utf-8")
        compiler = [program("javac"), "-nowarn", "-Xlint:none", "-cp", str(jar), "-d", str(built)]
        subprocess.run([*compiler, *map(str, sources)], check=True, capture_output=True)
        self._process = subprocess.Popen(
            [program("java"), "-Xverify:all", "-cp", f"{jar}:{built}", "games.flipside.Run",
             str(package)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def tell(self, what: str, words: str = "") -> list[str]:
        """Send an event, and return the lines in which the app reports its actions."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{what} {words}\n")
        self._process.stdin.flush()
        lines: list[str] = []
        for line in self._process.stdout:
            if line == ".\n":
                return lines
            lines.append(line.rstrip("\n"))
        raise AssertionError(self._process.communicate()[1])

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()
