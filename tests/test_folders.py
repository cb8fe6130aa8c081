"""Folders stay small enough to be read at a glance."""

import subprocess
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

MAX_FILES = 25
"""Files that lie directly in one folder."""


def test_no_folder_holds_more_files_than_fit_on_a_page() -> None:
    command = ["git", "ls-files", "-z"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("this is no clone, and git does not tell its files")
    files = Counter(str(Path(name).parent) for name in done.stdout.split("\0") if name)
    assert {folder: count for folder, count in files.items() if count > MAX_FILES} == {}
