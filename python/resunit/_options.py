# SPDX-License-Identifier: BSD-3-Clause
"""Conversion of scikit-learn options, and docstrings generated from the library's option records."""

from __future__ import annotations

import os
import sys
import textwrap
from typing import Any, Callable, Iterable, Optional

import numpy as np

_TYPES = {bool: "bool", int: "int", float: "float"}


def documented(records: Iterable[tuple]) -> Callable[[Any], Any]:
    """Replaces `{options}` in a docstring by the options of `records` that it does not describe itself."""

    def fill(documented_object: Any) -> Any:
        text = documented_object.__doc__
        before = text[: text.index("{options}")]
        indent = " " * (len(before) - len(before.rstrip(" ")))
        entries = []
        for name, default, values, help_text in records:
            if f"\n{indent}{name} :" in text or name in ("seed", "threads", "folds"):
                continue
            description = f"{help_text} Expects {values}." if values else help_text
            wrapped = textwrap.fill(description, 112 - len(indent), initial_indent=indent + "    ",
                                    subsequent_indent=indent + "    ")
            entries.append(f"{name} : {_TYPES[type(default)]}, default={default}\n{wrapped}")
        documented_object.__doc__ = text.replace("{options}", f"\n{indent}".join(entries))
        return documented_object

    return fill


def bias_of(bias: Any) -> str:
    """The library's name of a bias: False is "none", True is "both"."""
    if isinstance(bias, (bool, np.bool_)):
        return "both" if bias else "none"
    if isinstance(bias, str):
        return bias
    raise ValueError(f"bias = {bias!r}, expected True, False or \"layer1\"")


def seed_of(random_state: Any) -> int:
    """Returns an integer as it is; draws a seed from a generator, or from NumPy's global generator for None."""
    if isinstance(random_state, (int, np.integer)) and not isinstance(random_state, bool):
        if not 0 <= random_state < 2**64:
            raise ValueError(f"random_state = {random_state}, expected an integer of at least 0 and below 2**64")
        return int(random_state)
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**31))
    if random_state is None:
        return int(np.random.randint(2**31))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31))
    raise ValueError(f"random_state = {random_state!r}, expected an integer, a NumPy generator or None")


def threads_of(n_jobs: Optional[int]) -> int:
    """0 means all cores. joblib sets OMP_NUM_THREADS to the number of threads per process."""
    if n_jobs is None:
        allowed = os.environ.get("OMP_NUM_THREADS", "")
        return int(allowed) if allowed.isdigit() else 0
    if n_jobs == -1:
        return 0
    if n_jobs < 1:
        raise ValueError(f"n_jobs = {n_jobs}, expected -1 for all cores or a value of at least 1")
    return int(n_jobs)


class Progress:
    """Prints progress to standard error: one changing line on a terminal, otherwise one line per stage."""

    def __init__(self) -> None:
        self._stage = ""

    def __call__(self, stage: str, fraction: float) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{stage} {fraction:4.0%}")
            sys.stderr.flush()
        elif stage != self._stage:
            print(f"{stage} ...", file=sys.stderr)
        self._stage = stage

    def close(self, text: str) -> None:
        if self._stage and sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
        print(text, file=sys.stderr)


def progress_of(verbose: int) -> Optional[Progress]:
    return Progress() if verbose else None
