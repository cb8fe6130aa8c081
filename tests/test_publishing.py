"""What is handed to others: workflows whose commands exist, packages for pip, the changelog."""

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from fnmatch import fnmatch
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from flipside.__main__ import LEAST_PYTHON
from flipside.rules import VERSION
from flipside.rules.__main__ import LEAST_PYTHON as RULES_LEAST
from tests.needed import PATIENCE
from tests.tools.commands.publishing import NotesError, notes
from tests.tools.desktop import package_name
from web.apk import MIN_ANDROID_API
from web.site import OFFICIAL_CDN
from web.vendor import INDEX, RUNTIME

ROOT = Path(__file__).parent.parent
FLOWS = {path.stem: path.read_text("utf-8") for path in (ROOT / ".github/workflows").iterdir()}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]

each_flow = pytest.mark.parametrize("name", sorted(FLOWS))


def jobs(name: str) -> dict[str, Any]:
    return dict(yaml.safe_load(FLOWS[name])["jobs"])


def steps(name: str) -> list[dict[str, Any]]:
    return [step for job in jobs(name).values() for step in job.get("steps", ())]


# -- versions --------------------------------------------------------------------------------------


def requirements() -> list[Requirement]:
    """What packages are asked for, by the program and by all extras."""
    project = PROJECT["project"]
    asked = [*project["dependencies"], *(one for extra in EXTRAS.values() for one in extra)]
    return [Requirement(words) for words in (*asked, *PROJECT["build-system"]["requires"])]


def pin(name: str) -> str:
    """The one version of a package that an extra asks for."""
    pinned = {str(one.specifier)[2:] for one in requirements() if one.name == name and "==" in
              str(one.specifier)}  # fmt: skip
    assert len(pinned) == 1, f"{name}: {pinned}"
    return pinned.pop()


def test_what_is_asked_for_twice_can_be_installed_together() -> None:
    """A version that is pinned is the only one, and lies in every range that is asked for."""
    for one in requirements():
        if "==" in str(one.specifier):
            version = pin(one.name)
            others = [other for other in requirements() if other.name == one.name]
            assert all(other.specifier.contains(version) for other in others), one.name


def test_no_build_asks_for_another_version_than_the_project() -> None:
    """Only pyproject.toml names versions of packages, but for the runtime's addresses."""
    names = {one.name.lower() for one in requirements()}
    for path in (ROOT / "build.py", *(ROOT / "web").glob("*.py"), *(ROOT / "tests").rglob("*.py")):
        for name, version in re.findall(r"\b([a-z_-]+)==([0-9][0-9.]*)", path.read_text("utf-8")):
            assert name.lower() not in names or version == pin(name), f"{path.name}: {name}"


def test_the_runtime_of_the_page_is_that_of_the_packer() -> None:
    series = pin("pygbag")
    assert OFFICIAL_CDN.rstrip("/").endswith(f"/{series}")
    assert series in INDEX
    assert any(name.startswith(f"{series}/") for name in RUNTIME)


def test_one_python_everywhere() -> None:
    least = ".".join(map(str, LEAST_PYTHON))
    assert least == ".".join(map(str, RULES_LEAST))
    assert PROJECT["project"]["requires-python"] == f">={least}"
    assert PROJECT["tool"]["mypy"]["python_version"] == least
    assert PROJECT["tool"]["ruff"]["target-version"] == f"py{least.replace('.', '')}"
    used = {
        str(step["with"]["python-version"])
        for name in FLOWS
        for step in steps(name)
        if "python-version" in step.get("with", {})
    }
    (used_everywhere,) = used - {"${{ matrix.python }}"}
    assert SpecifierSet(f">={least}").contains(used_everywhere)
    assert f"PYBUILD: '{used_everywhere}'" in (ROOT / "web/page/loader.js").read_text("utf-8")
    assert f"cp{used_everywhere.replace('.', '')}" in INDEX


def test_every_python_and_system_is_tested() -> None:
    """Linux from the least Python on without a gap, the other systems once each."""
    matrix = jobs("check")["tests"]["strategy"]["matrix"]
    first, last = (int(matrix["python"][end].split(".")[1]) for end in (0, -1))
    assert matrix["python"] == [f"3.{minor}" for minor in range(first, last + 1)]
    assert first == LEAST_PYTHON[1]
    assert last >= sys.version_info.minor
    systems = {one["os"].split("-")[0] for one in matrix["include"]}
    assert systems | {os.split("-")[0] for os in matrix["os"]} == {"ubuntu", "windows", "macos"}


def test_the_least_versions_are_those_that_the_program_allows() -> None:
    least = {one.name: str(one.specifier)[2:] for one in map(Requirement, EXTRAS["least"])}
    for one in map(Requirement, PROJECT["project"]["dependencies"]):
        lowest = next(str(part.version) for part in one.specifier if part.operator == ">=")
        assert Version(least[one.name]) == Version(lowest), one.name


def test_the_app_for_android_asks_for_one_least_version() -> None:
    manifest = (ROOT / "web/android/AndroidManifest.xml").read_text("utf-8")
    assert f'minSdkVersion="{MIN_ANDROID_API}"' in manifest


# -- workflows -------------------------------------------------------------------------------------


def test_there_is_a_workflow_for_each_purpose() -> None:
    assert sorted(FLOWS) == ["check", "packages", "pages", "release"]


@each_flow
def test_workflows_may_do_no_more_than_they_must(name: str) -> None:
    """Reading the sources; only publishing itself may write, and only what it publishes."""
    flow = yaml.safe_load(FLOWS[name])
    assert flow["permissions"] == {"contents": "read"}
    writes = {
        (job, what)
        for job, given in flow["jobs"].items()
        for what, how in given.get("permissions", {}).items()
        if how != "read"
    }
    wanted = {
        "pages": {("deploy", "pages"), ("deploy", "id-token")},
        "release": {("release", "contents")},
    }
    assert writes == wanted.get(name, set())


@each_flow
def test_actions_are_pinned(name: str) -> None:
    """By the whole hash of a commit, with the version for readers; or they are ours."""
    for used in re.findall(r"uses: (.+)", FLOWS[name]):
        if used.startswith("./"):
            assert (ROOT / used).is_file()
        else:
            assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", used), used


@each_flow
def test_no_checkout_leaves_its_token_behind(name: str) -> None:
    """Git keeps it in the folder unless told otherwise, where every later step can read it."""
    checkouts = [
        step for step in steps(name) if step.get("uses", "").startswith("actions/checkout")
    ]
    assert checkouts
    assert all(step.get("with", {}).get("persist-credentials") is False for step in checkouts)


@each_flow
def test_commands_of_workflows_exist(name: str) -> None:
    """Those of build.py with their options, extras of the package, and modules that they bring."""
    spoken = "\n".join(step["run"] for step in steps(name) if "run" in step)
    extras = {word for group in re.findall(r"\.\[([\w,]+)\]", spoken) for word in group.split(",")}
    assert extras <= set(EXTRAS)
    for command, rest in re.findall(r"build\.py (\w+)(.*)", spoken):
        done = subprocess.run(
            [sys.executable, "build.py", command, "--help"],
            cwd=ROOT, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, command
        assert all(option in done.stdout for option in re.findall(r"--\w+", rest))
    known = {re.split(r"\W", needed)[0] for extra in extras for needed in EXTRAS[extra]}
    assert set(re.findall(r"python -m (\w+)", spoken)) <= known | {"pip"}
    assert "build" in known or "pyproject-build" not in spoken
    for script in re.findall(r"^\.\S+", spoken, re.M):
        assert (ROOT / script).is_file()


def test_a_release_takes_all_packages() -> None:
    """Every one that is made is put where the release looks, under a name of its own."""
    uploads = [step["with"] for step in steps("packages") if "upload-artifact" in str(step)]
    assert [upload["name"].split("-")[0] for upload in uploads] == ["pip", "desktop", "android"]
    assert all(upload["if-no-files-found"] == "error" for upload in uploads)
    paths = "\n".join(upload["path"] for upload in uploads).split()
    assert "flipside.apk" in {Path(path).name for path in paths}
    name = package_name()
    for made in (f"{name}.tar.gz", f"{name}.zip", f"{name}-onefile", f"{name}-onefile.exe"):
        assert any(fnmatch(f"build/desktop/{made}", path) for path in paths), made
    flow = jobs("release")
    assert flow["packages"]["uses"] == "./.github/workflows/packages.yml"
    assert flow["packages"]["needs"] == "notes"
    assert flow["release"]["needs"] == "packages"
    assert "files/*" in steps("release")[-1]["run"]


# -- the changelog ---------------------------------------------------------------------------------

CHANGELOG = f"""# Changelog

## Unreleased

- Later.

## {VERSION} – 2026-01-31

### Added
- One thing.

## 0.0.9

- Before.
"""


def test_notes_of_a_release() -> None:
    assert notes(f"v{VERSION}", CHANGELOG) == "### Added\n- One thing.\n"


@pytest.mark.parametrize(
    ("tag", "changelog", "words"),
    [
        ("v9.9.9", CHANGELOG, f"is not v{VERSION}"),
        (VERSION, CHANGELOG, f"is not v{VERSION}"),
        (f"v{VERSION}", CHANGELOG.replace(f"## {VERSION} ", "## 7 "), "says nothing"),
        (f"v{VERSION}", f"## {VERSION}\n\n## 0.0.9\n- Before.\n", "says nothing"),
    ],
)
def test_no_release_without_notes(tag: str, changelog: str, words: str) -> None:
    with pytest.raises(NotesError, match=words):
        notes(tag, changelog)


def test_the_changelog_has_an_entry_for_what_comes() -> None:
    """Under this version once it is released, else under the heading for what comes."""
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert headings[0] == "Unreleased" or headings[0].split()[0] == VERSION


# -- packages for pip ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sources as one file, and the wheel built out of that file."""
    builder = Path(sys.executable).with_name("pyproject-build")
    if not builder.exists() or find_spec("twine") is None:
        pytest.skip("the extra `publish` is not installed")
    folder = tmp_path_factory.mktemp("pip")
    copy = folder / "copy"
    for name in tracked():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    command = [str(builder), "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    (source,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return source, wheel


def tracked() -> list[str]:
    """Every file of the project that git knows."""
    if not (ROOT / ".git").exists():
        pytest.skip("only a checkout knows what belongs to the project")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_pip_takes_the_packages(packages: tuple[Path, Path]) -> None:
    """What a package index asks of them, the README that it shows included."""
    command = [sys.executable, "-m", "twine", "check", "--strict", *map(str, packages)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    source, wheel = packages
    assert source.name == f"flipside-{VERSION}.tar.gz"
    assert wheel.name == f"flipside-{VERSION}-py3-none-any.whl"


def test_the_sources_are_whole(packages: tuple[Path, Path]) -> None:
    """A person who has them can test, build and change everything, as from a checkout."""
    with tarfile.open(packages[0]) as packed:
        names = {member.name.partition("/")[2] for member in packed if member.isfile()}
    assert names - {"PKG-INFO"} == set(tracked())


def test_licences_go_along(packages: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(packages[1]) as packed:
        licences = [name for name in packed.namelist() if ".dist-info/licenses/" in name]
    names = {Path(name).name for name in licences}
    assert names == {"LICENSE", "OFL-Lato.txt", "OFL-Vollkorn.txt"}
