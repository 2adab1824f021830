# SPDX-License-Identifier: BSD-3-Clause
"""Regression on tables, as a scikit-learn estimator."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from . import _core
from ._estimator import Estimator
from ._options import documented, progress_of, seed_of, threads_of


@documented(_core.regress_records())
class ResidualUnitRegressor(Estimator):
    """Predicts one or more columns of a table from the others by the mean of small networks,

        yhat = W z + V (A z)^+,   z = [standardized x, 1].

    The penalty and the width are selected on held-out rows; no tuning is required. The result depends neither on the
    order of rows nor on the number of threads.

    Parameters
    ----------
    {options}
    random_state : int, NumPy generator or None, default=0
        Random seed; equal seeds give identical results. None draws a seed from NumPy's global generator.
    n_jobs : int, default=None
        Number of threads. -1 means all cores; None means OMP_NUM_THREADS if set, otherwise all cores. Results do
        not depend on it.
    verbose : int, default=0
        1 prints progress and the report to standard error.

    Attributes
    ----------
    A_ : array of shape (k, d + 1)
        Layer 1 for standardized inputs; the last column is the bias, k is the total width of the networks.
    W_ : array of shape (m, d + 1)
        The linear part.
    V_ : array of shape (m, k)
        Layer 2.
    held_out_rmse_ : array of shape (m,)
        Estimated root mean square error on new rows; NaN if there were too few rows to hold any out. On tables of at
        most 2,000 rows it is estimated by ten folds of cross-validation, which `fit` runs in addition.
    held_out_stderr_ : array of shape (m,)
        Standard error of `held_out_rmse_`.
    report_ : Report
        A dictionary with the fields of the model file without the weights; `print(report_)` prints it as text. Its
        entry "verdict" states how much of the variance the model explains, compared with linear regression.
    n_features_in_ : int
        Number of inputs.
    feature_names_in_ : array of shape (n_features_in_,)
        Names of the columns, if X was a data frame. The command line selects columns by these names.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> import resunit
    >>> X, y = load_diabetes(return_X_y=True)
    >>> resunit.ResidualUnitRegressor(fast=True).fit(X, y).predict(X[:5]).shape
    (5,)
    """

    _model_type = _core.Regression

    def __init__(self, *, width: int = 0, members: int = 0, fast: bool = False, linear: bool = False,
                 random_state: Any = 0, n_jobs: Optional[int] = None, verbose: int = 0):
        self.width = width
        self.members = members
        self.fast = fast
        self.linear = linear
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    def fit(self, X: Any, y: Any) -> ResidualUnitRegressor:
        """Learns from a table.

        Parameters
        ----------
        X : array of shape (n, d), n >= 2
            Inputs; finite, at least one column not constant.
        y : array of shape (n,) or (n, m)
            Targets; no column constant.

        Raises
        ------
        ValueError
            If the table or an option is invalid.
        """
        options = dict(width=self.width, members=self.members, fast=self.fast, linear=self.linear,
                       seed=seed_of(self.random_state), threads=threads_of(self.n_jobs))
        given = y
        X, y = self._samples(X, y)
        inputs, targets = self._names(given, y.shape[1])
        progress = progress_of(self.verbose)
        model = _core.regress(X, y, options, inputs, targets, progress)
        if progress:
            progress.close(model.full())
        self._keep(model)
        self._warn()
        return self

    def predict(self, X: Any) -> np.ndarray:
        """Predicts the targets; predictions of networks are clipped to the range of the training targets.

        Parameters
        ----------
        X : array of shape (n, d)

        Returns
        -------
        array of shape (n, m), or (n,) if y had that shape
        """
        X = self._inputs(X)
        return self._shaped(self._model.predict(X))

    @classmethod
    def _from_model(cls, model: _core.Regression) -> ResidualUnitRegressor:
        regressor = cls()
        regressor._one_target = model.outputs == 1
        regressor.n_features_in_ = model.inputs
        regressor._keep(model)
        return regressor

    def _keep(self, model: _core.Regression) -> None:
        super()._keep(model)
        self.A_, self.W_, self.V_ = model.A, model.W, model.V
        self.held_out_rmse_ = np.array(self.report_["held_out_rmse"], dtype=float)
        self.held_out_stderr_ = np.array(self.report_["held_out_stderr"], dtype=float)
