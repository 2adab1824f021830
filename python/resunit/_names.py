# SPDX-License-Identifier: BSD-3-Clause
"""Names of the columns of data frames."""

from __future__ import annotations

from typing import Any


def frame_names(values: Any) -> list[str]:
    """The column names of a data frame if all are strings; otherwise none."""
    names = list(getattr(values, "columns", ()))
    return names if all(isinstance(name, str) for name in names) else []


def target_names(y: Any, count: int, inputs: list[str]) -> list[str]:
    """The names of a series or data frame if they are strings; otherwise y, or y1, y2, ..."""
    names = list(y.columns) if hasattr(y, "columns") else [getattr(y, "name", None)]
    if len(names) != count or not all(isinstance(name, str) for name in names) or set(names) & set(inputs):
        names = ["y"] if count == 1 else [f"y{k + 1}" for k in range(count)]
    taken = set(inputs)
    return [_unused_name(name, taken) for name in names]


def _unused_name(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name
