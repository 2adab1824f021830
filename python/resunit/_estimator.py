# SPDX-License-Identifier: BSD-3-Clause
"""Base class of the estimators: validation of samples, model files, warnings."""

from __future__ import annotations

import os
import warnings
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._names import target_names
from ._results import Report

try:  # scikit-learn 1.6 and later
    from sklearn.utils.validation import validate_data
    _ANY_NUMBER = {"ensure_all_finite": False}
except ImportError:
    def validate_data(estimator: Any, *arrays: Any, **options: Any) -> Any:
        return estimator._validate_data(*arrays, **options)
    _ANY_NUMBER = {"force_all_finite": False}


class Estimator(RegressorMixin, BaseEstimator):
    """A scikit-learn regressor that wraps a model of the library, stored as `_model`."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a model file (JSON) for `load` and the command line; predictions are identical bit for bit."""
        check_is_fitted(self, "report_")
        self._model.save(os.fspath(path))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Any:
        """Reads a model file written by `save` or by the command line."""
        model = _core.load(os.fspath(path))
        if not isinstance(model, cls._model_type):
            raise ValueError(f"{os.fspath(path)}: not a model of {cls.__name__}; resunit.load reads all kinds")
        return cls._from_model(model)

    def _samples(self, X: Any, y: Any) -> tuple[np.ndarray, np.ndarray]:
        """Converts to 2-dimensional float64 arrays, without a copy if possible. The library rejects nonfinite entries."""
        vars(self).pop("report_", None)  # if this fit fails, the estimator is unfitted
        X_options = dict(dtype=np.float64, ensure_min_samples=2, **_ANY_NUMBER)
        y_options = dict(dtype=np.float64, ensure_2d=False, ensure_min_samples=0, **_ANY_NUMBER)
        X, y = validate_data(self, X, y, validate_separately=(X_options, y_options))
        self._one_target = y.ndim == 1
        return X, y.reshape(-1, 1) if self._one_target else y

    def _names(self, y: Any, count: int) -> tuple[list[str], list[str]]:
        """The names of the inputs and of the `count` columns of y; empty unless X was a data frame."""
        inputs = list(getattr(self, "feature_names_in_", ()))
        return inputs, target_names(y, count, inputs) if inputs else []

    def _inputs(self, X: Any) -> np.ndarray:
        check_is_fitted(self, "report_")
        return validate_data(self, X, reset=False, dtype=np.float64, **_ANY_NUMBER)

    def _shaped(self, outputs: np.ndarray) -> np.ndarray:
        return outputs[:, 0] if self._one_target else outputs

    def _keep(self, model: Any) -> None:
        self._model = model
        self.report_ = Report.from_model(model)
        if model.input_names:
            self.feature_names_in_ = np.array(model.input_names, dtype=object)

    def _warn(self, reason: str = "") -> None:
        """Issues the warnings of a fit, attributed to the line that called `fit`."""
        if reason:
            warnings.warn(reason, ConvergenceWarning, stacklevel=3)
        for text in self.report_["warnings"]:
            if text != reason:
                warnings.warn(text, UserWarning, stacklevel=3)

    def _more_tags(self) -> dict[str, Any]:  # before scikit-learn 1.6
        return {"multioutput": True}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags
