# SPDX-License-Identifier: BSD-3-Clause
"""Learns two-layer ReLU residual units  y = B[(A x)^+ + x]  from samples.

- `ResidualUnit` identifies the weights A and B themselves, exactly and with a certificate where the samples are free of
  noise, else with the noise level and standard errors.
- `ResidualUnitRegressor` predicts columns of a table, in the place of linear regression or a small neural network.
- `load` reads a model file of either kind, as these or the command `resunit` wrote it.
- `generate` draws a unit and samples of it; `diagnose` tells whether samples determine a unit.

The estimators follow scikit-learn and need it. Without it the package imports, and `generate` and `diagnose` work.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Union

from ._core import __version__
from ._results import Certificate, NoUsableFitError, Report, StandardErrors
from ._samples import Samples, diagnose, generate

if TYPE_CHECKING:
    from ._regressor import ResidualUnitRegressor
    from ._unit import ResidualUnit

__all__ = ["Certificate", "NoUsableFitError", "Report", "ResidualUnit", "ResidualUnitRegressor", "Samples",
           "StandardErrors", "__version__", "diagnose", "generate", "load"]

_ESTIMATORS = {"ResidualUnit": "_unit", "ResidualUnitRegressor": "_regressor"}


def __getattr__(name: str) -> Any:
    """Imports an estimator, and with it scikit-learn, when it is first asked for."""
    if name not in _ESTIMATORS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    try:
        import_module("sklearn")
    except ImportError as error:
        raise ImportError(f"resunit.{name} needs scikit-learn (Debian: python3-sklearn)") from error
    return getattr(import_module(f".{_ESTIMATORS[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted(__all__)


def load(path: str | os.PathLike[str]) -> Union[ResidualUnit, ResidualUnitRegressor]:
    """Reads a model file, written by `save` or by the command, as the estimator of its kind, ready to predict.

    A regressor of one target then predicts arrays of shape (n,), whatever the shape of y was.
    """
    from . import _core

    model = _core.load(os.fspath(path))
    kind = "ResidualUnit" if isinstance(model, _core.Fit) else "ResidualUnitRegressor"
    return __getattr__(kind)._of(model)
