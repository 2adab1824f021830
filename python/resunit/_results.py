# SPDX-License-Identifier: BSD-3-Clause
"""What is known of a fit."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np


class Certificate(NamedTuple):
    """What exact identification proved: a row that is True is that of the unit behind the samples, if there is one."""

    holds: bool  #: every row of both layers is proved
    layer2_rows: np.ndarray  #: (d,) bool, row j of C, the left inverse of B; B itself is proved where all are
    layer1_rows: np.ndarray  #: (d,) bool, row j of A
    scale_rows: np.ndarray  #: (d,) bool, row j of A is a multiple of the j-th unit vector, in canonical form


class StandardErrors(NamedTuple):
    """Of every weight, by the noise that was estimated."""

    A: np.ndarray  #: (d, d)
    B: np.ndarray  #: (m, d)


class Report(dict):
    """All that is known of a fit but its weights: a dictionary with the fields of the model file, and a text."""

    def __init__(self, fields: dict[str, Any], text: str):
        super().__init__(fields)
        self.text = text

    @classmethod
    def of(cls, model: Any) -> Report:
        return cls(json.loads(model.json()), model.full())

    def __reduce__(self) -> tuple:
        return Report, (dict(self), self.text)

    def __str__(self) -> str:
        return self.text


class NoUsableFitError(ValueError):
    """The samples determine no unit, by this method. `report` says why; the command exits with 3."""

    def __init__(self, report: Report):
        super().__init__(f"no usable fit: {report.text}")
        self.report = report

    def __reduce__(self) -> tuple:
        return NoUsableFitError, (self.report,)
