"""Packs a site that contains its runtime into an app for Android, with Debian's tools only.

`android/` contains the rest of the app: a manifest, texts, and classes in the assembly language of
Android's virtual machine, because Debian has no Java compiler for it. Packages: aapt,
android-framework-res, libsmali-java, zipalign, apksigner and a Java runtime.
"""

import json
import os
import secrets
import shutil
import subprocess
import tempfile
import zipfile
from functools import partial
from pathlib import Path

from flipside.rules import VERSION
from web.bundle import ZERO_TIME
from web.precache import CODINGS
from web.serve import TYPES
from web.sources import ROOT, BuildError

ANDROID = ROOT / "web" / "android"
FRAMEWORK = Path("/usr/share/android-framework-res/framework-res.apk")
TOOLS = ("aapt", "smali", "zipalign", "apksigner", "keytool")
MIN_ANDROID_API = "26"
"""Android 8: the target of the classes, and of the check of the signature."""

_PASSWORD_VARIABLE = "FLIPSIDE_KEY_PASSWORD"
"""The environment variable with the password of a key store."""


def build_apk(site: Path, out: Path, key: Path | None = None) -> None:
    """Write the app for a site into the file `out`, signed with the only key in the store `key`.

    Without `key`, the throw-away key in the folder `key` beside `out` is used, and created if
    necessary. It only proves that two apps come from the same folder.
    """
    _check_requirements(site)
    if key is None:
        key, password = _throw_away_key(out.parent / "key")
    else:
        password = _password_of(key)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        package, classes, aligned = work / "package.apk", work / "classes.dex", work / "aligned.apk"
        _write_resources(work / "res")
        _run(
            "aapt", "package", "-f", "-F", package, "-M", ANDROID / "AndroidManifest.xml",
            "-S", work / "res", "-I", FRAMEWORK, "-0", "arsc",
            "--version-name", VERSION, "--version-code", version_code(),
        )  # fmt: skip
        _run("smali", "assemble", "--api", MIN_ANDROID_API, "-o", classes, ANDROID / "smali")
        _add_files(package, site, classes)
        _run("zipalign", "-f", "-p", "4", package, aligned)
        _run(
            "apksigner", "sign", "--ks", key, "--ks-pass", f"env:{_PASSWORD_VARIABLE}",
            "--v1-signing-enabled", "false", "--v2-signing-enabled", "true",
            "--v3-signing-enabled", "true", "--min-sdk-version", MIN_ANDROID_API,
            "--out", out, aligned,
            password=password,
        )  # fmt: skip
    out.with_name(f"{out.name}.idsig").unlink(missing_ok=True)


def version_code(version: str = VERSION) -> str:
    """Return the number by which Android orders versions: 1.2.3 is 10203."""
    major, minor, patch = map(int, version.split("."))
    return str(major * 10_000 + minor * 100 + patch)


def _check_requirements(site: Path) -> None:
    if not (site / "cdn").is_dir():
        raise BuildError(
            f"{site} holds no runtime; python build.py web --vendor makes one that does"
        )
    missing = [name for name in TOOLS if shutil.which(name) is None]
    if missing or not FRAMEWORK.is_file():
        missing_name = missing[0] if missing else "android-framework-res"
        raise BuildError(
            f"{missing_name} is not installed; Debian and Ubuntu have it: apt-get install aapt"
            " android-framework-res libsmali-java zipalign apksigner default-jre-headless"
        )


def _password_of(key: Path) -> str:
    """Return the password of a key store that the user has named."""
    if not key.is_file():
        raise BuildError(f"there is no key store {key}")
    if not os.environ.get(_PASSWORD_VARIABLE):
        raise BuildError(f"{_PASSWORD_VARIABLE} is not set: it holds the password of the key store")
    return os.environ[_PASSWORD_VARIABLE]


def _throw_away_key(folder: Path) -> tuple[Path, str]:
    """Return the throw-away key store in `folder` and its password; create both if necessary."""
    key, password_file = folder / "throw-away.p12", folder / "password.txt"
    if not key.is_file() or not password_file.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        key.unlink(missing_ok=True)
        password_file.unlink(missing_ok=True)
        with open(
            password_file, "x", encoding="utf-8", opener=partial(os.open, mode=0o600)
        ) as file:
            file.write(secrets.token_hex(16))
        _run(
            "keytool", "-genkeypair", "-keystore", key, "-storetype", "PKCS12",
            "-alias", "flipside", "-keyalg", "RSA", "-keysize", "2048", "-validity", "10000",
            "-dname", "CN=Flipside", "-storepass:env", _PASSWORD_VARIABLE,
            password=password_file.read_text("utf-8"),
        )  # fmt: skip
    return key, password_file.read_text("utf-8")


def _write_resources(folder: Path) -> None:
    shutil.copytree(ANDROID / "res", folder)
    icons = ROOT / "assets" / "icons"
    places = {"icon-192": "mipmap-xxxhdpi/icon", "maskable-512": "drawable-nodpi/maskable"}
    for name, place in places.items():
        target = folder / f"{place}.png"
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(icons / f"{name}.png", target)


def _add_files(package: Path, site: Path, classes: Path) -> None:
    """Add the classes, the site and its content types to the package.

    aapt would leave out names that begin with a dot or an underscore, and unpack .gz files.
    """
    types = "".join(f"{ending[1:]}={kind}\n" for ending, kind in TYPES.items())
    files = {"classes.dex": classes.read_bytes(), "assets/types.properties": types.encode("ascii")}
    for path in sorted(site.rglob("*")):
        if path.is_file() and path.suffix not in CODINGS:
            files[f"assets/site/{path.relative_to(site).as_posix()}"] = path.read_bytes()
    precache = json.loads(files["assets/site/precache.json"])
    for file in precache["files"]:
        file.pop("packed", None)  # the app reads its files locally
    files["assets/site/precache.json"] = json.dumps(precache).encode("ascii")
    page = files["assets/site/index.html"].decode("utf-8")
    before, script, after = page.partition("<script ")
    page = f'{before}<script src="app.js"></script>\n{script}{after}'
    files["assets/site/index.html"] = page.encode("utf-8")
    files["assets/site/app.js"] = (ANDROID / "app.js").read_bytes()
    with zipfile.ZipFile(package, "a") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, ZERO_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data, compresslevel=9)


def _run(tool: str, *arguments: str | Path, password: str = "") -> None:
    environment = {**os.environ, _PASSWORD_VARIABLE: password} if password else None
    command = [tool, *map(str, arguments)]
    process = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if process.returncode:
        last = (process.stderr or process.stdout).strip().splitlines()[-1:] or ["no output"]
        raise BuildError(f"{tool} failed with code {process.returncode}: {last[0]}")
