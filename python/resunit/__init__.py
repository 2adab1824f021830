# SPDX-License-Identifier: BSD-3-Clause
"""Learns two-layer ReLU residual units  y = B[(A x)^+ + x]  from samples.

- `ResidualUnit` estimates the weights A and B: exactly and with a certificate if the samples have no noise, otherwise
  with the noise level and standard errors.
- `ResidualNetwork` estimates the weights of a network of more layers.
- `ResidualUnitRegressor` predicts columns of a table, like linear regression or a small neural network.
- `load` reads a model file of any kind, written by an estimator or by the command `resunit`.
- `extract` identifies a network from the answers of a function to queries that resunit selects.
- `generate` draws a random unit or network and samples from it; `diagnose` reports whether samples identify a unit.

The estimators follow the conventions of scikit-learn and require it; `generate` and `diagnose` do not.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Union

from ._core import __version__
from ._results import Certificate, NoUsableFitError, Report, StandardErrors
from ._samples import NetworkSamples, Samples, diagnose, generate

if TYPE_CHECKING:
    from ._extract import extract
    from ._network import ResidualNetwork
    from ._regressor import ResidualUnitRegressor
    from ._unit import ResidualUnit

__all__ = ["Certificate", "NetworkSamples", "NoUsableFitError", "Report", "ResidualNetwork", "ResidualUnit",
           "ResidualUnitRegressor", "Samples", "StandardErrors", "__version__", "diagnose", "extract", "generate", "load"]

_ESTIMATORS = {"ResidualNetwork": "_network", "ResidualUnit": "_unit", "ResidualUnitRegressor": "_regressor",
               "extract": "_extract"}


def __getattr__(name: str) -> Any:
    """Imports an estimator or `extract`, and with it scikit-learn, on first use."""
    if name not in _ESTIMATORS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    try:
        import_module("sklearn")
    except ImportError as error:
        raise ImportError(f"resunit.{name} requires scikit-learn (Debian: python3-sklearn)") from error
    return getattr(import_module(f".{_ESTIMATORS[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted(__all__)


def load(path: str | os.PathLike[str]) -> Union[ResidualNetwork, ResidualUnit, ResidualUnitRegressor]:
    """Reads a model file written by `save` or by the command line; returns a fitted estimator of its kind.

    With one target, predictions have shape (n,), regardless of the shape of y in `fit`.
    """
    from . import _core

    kinds = {_core.Fit: "ResidualUnit", _core.NetworkFit: "ResidualNetwork", _core.Regression: "ResidualUnitRegressor"}
    model = _core.load(os.fspath(path))
    return __getattr__(kinds[type(model)])._from_model(model)
