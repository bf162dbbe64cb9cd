"""TOML that may come from anybody: what it says, or one kind of error that tells why it cannot be used."""

from __future__ import annotations

import os
import tomllib
from typing import Any

MOST_BYTES = 1 << 20
"""A file of settings is at most so long."""
_DIGITS = 300


class TomlError(ValueError):
    """Text that is not valid TOML, or that nobody writes: too long, too deep, a number without end."""


def toml_values(text: str | bytes) -> dict[str, Any]:
    """The values of a TOML text, UTF-8 where it is bytes; raises `TomlError`."""
    if len(text) > MOST_BYTES:
        raise TomlError("it is longer than any file of settings")
    try:
        values = tomllib.loads(text.decode("utf-8") if isinstance(text, bytes) else text)
        _refuse_long_numbers(values)
    except UnicodeDecodeError as error:
        raise TomlError(f"it is no UTF-8, which TOML is: {error.reason} at byte {error.start}") from None
    except tomllib.TOMLDecodeError as error:
        raise TomlError(str(error)) from None
    except RecursionError:
        raise TomlError("its values are nested too deeply") from None
    except ValueError:
        # Python reads no number of more than some thousand digits.
        raise TomlError("a number in it is too long") from None
    return values


def toml_file(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The values of a TOML file; raises OSError where it cannot be read, and `TomlError`."""
    with open(path, "rb") as file:
        return toml_values(file.read(MOST_BYTES + 1))


def _refuse_long_numbers(value: Any) -> None:
    if isinstance(value, int) and value.bit_length() > 3 * _DIGITS:
        raise ValueError
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _refuse_long_numbers(item)
