"""The configuration file: ``.pbntools.toml``, or ``[tool.pbntools]`` in ``pyproject.toml``.

It is looked for in the folder of each file that is checked and in the folders above; the nearest one counts.
"""

from __future__ import annotations

import difflib
import fnmatch
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbntools.cli.options import LAWS
from pbntools.cli.selection import patterns
from pbntools.cli.streams import Failure, reason, shown
from pbntools.toml_text import TomlError, toml_file

KEYS = ("select", "ignore", "per-file-ignores", "laws", "screens")


@dataclass(frozen=True, slots=True)
class Config:
    """What a configuration file says.  ``folder`` is where it stands; its patterns of paths start from there."""

    folder: str = ""
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    laws: str | None = None
    """The edition of the Laws; None where it is not set."""
    screens: bool = False

    def ignored_in(self, path: str) -> tuple[str, ...]:
        """The rules that are ignored in this file alone."""
        if not self.per_file_ignores:
            return ()
        # The nearest configuration stands in a folder above the file, so the one is a part of the other.
        relative = Path(os.path.abspath(path)).relative_to(self.folder).as_posix()
        return tuple(
            rule
            for pattern, rules in self.per_file_ignores.items()
            if fnmatch.fnmatch(relative, pattern) or fnmatch.fnmatch(os.path.basename(path), pattern)
            for rule in rules
        )


NO_CONFIG = Config()


class Configs:
    """The configuration that holds for a path; each folder is looked into once."""

    def __init__(self, *, enabled: bool = True) -> None:
        self._enabled = enabled
        self._found: dict[str, Config] = {}

    def of(self, path: str) -> Config:
        """The configuration for a file; that of the working directory for ``-``.  Raises `Failure` if it is broken."""
        if not self._enabled:
            return NO_CONFIG
        return self._in(os.path.dirname(os.path.abspath(path if path != "-" else "x")))

    def _in(self, folder: str) -> Config:
        if folder not in self._found:
            found = read(folder)
            above = os.path.dirname(folder)
            if found is None:
                found = self._in(above) if above != folder else NO_CONFIG
            self._found[folder] = found
        return self._found[folder]


def read(folder: str) -> Config | None:
    """The configuration that stands in a folder, if any.  Raises `Failure` if it cannot be used."""
    for name, table in ((".pbntools.toml", ()), ("pyproject.toml", ("tool", "pbntools"))):
        path = os.path.join(folder, name)
        try:
            values: Any = toml_file(path)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError, PermissionError):
            continue
        except OSError as error:
            raise Failure(f"{shown(path)}: cannot be read: {reason(error)}") from None
        except TomlError as error:
            raise Failure(f"{shown(path)}: not valid TOML: {shown(str(error))}") from None
        for key in table:
            values = values.get(key) if isinstance(values, dict) else None
        if values is not None:
            try:
                return _config(folder, values)
            except ValueError as error:
                where = f"[{'.'.join(table)}]: " if table else ""
                raise Failure(f"{shown(path)}: {where}{shown(str(error))}") from None
    return None


def _config(folder: str, values: Any) -> Config:
    if not isinstance(values, dict):
        raise ValueError("a table is expected")
    for key in values:
        if key not in KEYS:
            near = difflib.get_close_matches(key, KEYS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"expected {', '.join(KEYS)}"
            raise ValueError(f"{key!r} is not a setting: {hint}")
    ignores = values.get("per-file-ignores", {})
    if not isinstance(ignores, dict):
        raise ValueError("per-file-ignores: a table of paths is expected")
    return Config(
        folder,
        _rules("select", values.get("select", [])),
        _rules("ignore", values.get("ignore", [])),
        {path: _rules(f"per-file-ignores, {path!r}", rules) for path, rules in ignores.items()},
        _laws(values.get("laws")),
        _screens(values.get("screens", False)),
    )


def _laws(value: Any) -> str | None:
    if value is not None and value not in LAWS:
        raise ValueError(f"laws: {value!r} is not an edition of the Laws known here: expected one of {', '.join(LAWS)}")
    return None if value is None else str(value)


def _screens(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("screens: true or false is expected")
    return value


def _rules(key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f'{key}: a list of rules is expected, as in ["DEA2", "missing-tag"]')
    try:
        return patterns(value)
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from None
