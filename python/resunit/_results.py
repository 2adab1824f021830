# SPDX-License-Identifier: BSD-3-Clause
"""Results of a fit."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np


class Certificate(NamedTuple):
    """The rows that exact identification certified.

    If the samples come from a unit with d neurons, B of full rank and m >= d, the certified rows are rows of that unit.
    """

    holds: bool  #: every row of both layers is certified
    layer2_rows: np.ndarray  #: (d,) bool, row j of C, the left inverse of B; B is certified if all rows are
    layer1_rows: np.ndarray  #: (d,) bool, row j of A
    scale_rows: np.ndarray  #: (d,) bool, only the diagonal entry of row j of A is nonzero (canonical form)


class StandardErrors(NamedTuple):
    """Standard errors of the weights, from the estimated noise."""

    A: np.ndarray  #: (d, d)
    B: np.ndarray  #: (m, d)


#: What to try next, by the field "remedy" of a report.
_REMEDIES = {
    "auto": 'ResidualUnit(method="auto")',
    "robust": "ResidualUnit(robust=True)",
    "bias layer1": 'ResidualUnit(bias="layer1")',
    "bias both": "ResidualUnit(bias=True)",
    "add samples": "resunit.diagnose(X, Y), which reports how many samples are required",
    "regress": "ResidualUnitRegressor()",
}


class Report(dict):
    """The results of a fit without the weights: a dictionary with the fields of the model file, and a text."""

    def __init__(self, fields: dict[str, Any], text: str):
        super().__init__(fields)
        self.text = text
        self.remedy = _REMEDIES.get(fields.get("remedy"))

    @classmethod
    def from_model(cls, model: Any) -> Report:
        fields, text = json.loads(model.json()), model.full()
        report = cls(fields, text)
        if report.remedy:
            report.text += f"\n  try: {report.remedy}"
        return report

    def __reduce__(self) -> tuple:
        return Report, (dict(self), self.text)

    def __str__(self) -> str:
        return self.text


class NoUsableFitError(ValueError):
    """The method found no usable unit; `report` states the reason. The command line exits with code 3 in this case."""

    def __init__(self, report: Report):
        super().__init__(f"no usable fit: {report.text}")
        self.report = report

    def __reduce__(self) -> tuple:
        return NoUsableFitError, (self.report,)
