"""Lays the folders of a checkout into the one package `flipside`; pyproject.toml says the rest."""

from setuptools import find_namespace_packages, setup

FOLDERS = ("assets", "game", "rules")

setup(
    packages=[
        "flipside",
        *(
            f"flipside.{package}"
            for folder in FOLDERS
            for package in find_namespace_packages(include=[folder, f"{folder}.*"])
        ),
    ],
    package_dir={f"flipside.{folder}": folder for folder in FOLDERS},
)
