# SPDX-License-Identifier: BSD-3-Clause
"""Identification of a unit, as a scikit-learn estimator."""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np

from . import _core
from ._estimator import Estimator
from ._options import bias_of, documented, progress_of, seed_of, threads_of
from ._results import Certificate, NoUsableFitError, Report, StandardErrors

# scikit-learn's checks with fewer outputs than inputs. In our tests they pass with the inputs appended to the outputs.
_FEWER_OUTPUTS = "a unit requires at least as many outputs as inputs (m >= d); the check has fewer"
_CHECKS_WITH_FEWER_OUTPUTS = [
    "check_dict_unchanged", "check_dont_overwrite_parameters", "check_dtype_object", "check_estimators_dtypes",
    "check_estimators_fit_returns_self", "check_estimators_nan_inf", "check_estimators_overwrite_params",
    "check_estimators_pickle", "check_fit2d_predict1d", "check_fit_check_is_fitted", "check_fit_idempotent",
    "check_fit_score_takes_y", "check_methods_sample_order_invariance", "check_methods_subset_invariance",
    "check_n_features_in", "check_pipeline_consistency", "check_regressor_data_not_an_array",
    "check_regressor_multioutput", "check_regressors_int", "check_regressors_no_decision_function",
    "check_regressors_train", "check_supervised_y_2d",
    # since scikit-learn 1.6
    "check_f_contiguous_array_estimator", "check_n_features_in_after_fitting", "check_positive_only_tag_during_fit",
    "check_readonly_memmap_input",
]


class UnitTags:
    """Tags of estimators that require at least as many outputs as inputs."""

    def _more_tags(self) -> dict[str, Any]:
        return {"_xfail_checks": dict.fromkeys(_CHECKS_WITH_FEWER_OUTPUTS, _FEWER_OUTPUTS)}

    def __sklearn_tags__(self) -> Any:  # scikit-learn 1.7 requires it in every class that defines _more_tags
        return super().__sklearn_tags__()


@documented(_core.fit_records())
class ResidualUnit(UnitTags, Estimator):
    """Estimates the weights of a unit  y = B[(A x)^+ + x]  from samples, with a certificate or standard errors.

    Parameters
    ----------
    method : str, default="auto"
        "auto" selects "exact" if a unit fits the samples to rounding error, otherwise "noisy", or "qp" if columns of
        X are linearly dependent.
        "exact" identifies the weights from samples without noise and reports which rows are certified; "noisy" computes
        the maximum-likelihood estimate with noise level and standard errors. "qp", "lp", "lp-noisy" are the paper's
        convex programs (for A >= 0; "lp" requires samples without noise), "lr" is its linear regression on inputs of
        one sign, "sgd" is stochastic gradient descent.
    {options}
    bias : bool or "layer1", default=False
        Learn biases: True of both layers, y = B[(Ax + a)^+ + x] + b; "layer1" of layer 1 alone, b = 0. Not for lr.
    rescale : {"paper", "authors"}, default="paper"
        For qp, lp, lp-noisy: how rows of layer 1 are scaled, as in the paper or as in its authors' program.
    start : tuple of arrays (A, B), default=None
        For sgd and noisy: initial weights.
    random_state : int, NumPy generator or None, default=0
        Random seed; equal seeds give identical results. None draws a seed from NumPy's global generator.
    n_jobs : int, default=None
        Number of threads. -1 means all cores; None means OMP_NUM_THREADS if set, otherwise all cores. Results do
        not depend on it.
    verbose : int, default=0
        1 prints progress and the report to standard error.

    Attributes
    ----------
    A_ : array of shape (d, d)
        Layer 1. With a bias, d includes the constant input, which is the last one: a is the last column, and the last
        row is zero.
    B_ : array of shape (m, d)
        Layer 2. With a bias, b is the last column.
    C_ : array of shape (d, m) or None
        The left inverse of B, C B = I; None if B is numerically rank deficient. With a bias, of B without b.
    certificate_ : Certificate
        holds (bool), layer2_rows, layer1_rows, scale_rows (bool, shape (d,); empty for methods without a certificate).
        Valid for units with d neurons, B of full rank, m >= d.
    noise_std_ : float
        Standard deviation of the noise; 0 after "exact", NaN after methods that do not estimate it.
    stderr_ : StandardErrors or None
        Standard errors A of shape (d, d) and B of shape (m, d); None unless the method is "noisy".
    status_ : str
        "solved", or "suspect", "inexact", "undetermined", which also issue a ConvergenceWarning.
    report_ : Report
        A dictionary with the fields of the model file without the weights; `print(report_)` prints it as text.
    n_features_in_ : int
        Number of inputs, without the constant input of a bias.
    feature_names_in_ : array of shape (n_features_in_,)
        Names of the columns, if X was a data frame. The model file stores them, and the command selects columns by
        these names.

    Examples
    --------
    >>> import resunit
    >>> X, Y, A, B = resunit.generate(inputs=4, samples=200)
    >>> unit = resunit.ResidualUnit().fit(X, Y)
    >>> unit.certificate_.holds, bool(abs(unit.A_ - A).max() < 1e-12)
    (True, True)
    """

    _model_type = _core.Fit

    def __init__(self, method: str = "auto", *, bias: Union[bool, str] = False, polish: bool = False, robust: bool = False,
                 reweight: bool = True, sandwich: bool = False, restarts: int = 2, largest_covariance: int = 1024,
                 nonnegative: bool = False, rescale: str = "paper", scale_tolerance: float = 0.1,
                 tolerance: float = 1e-9, max_iterations: int = 200, rank_tolerance: float = 1e-12,
                 path_parameter: float = 1e-4, epochs: int = 256, batch: int = 32, rate: float = 1e-3,
                 decay: float = 1e-5, stop: float = 0.0, start: Optional[tuple] = None, random_state: Any = 0,
                 n_jobs: Optional[int] = None, verbose: int = 0):
        self.method = method
        self.bias = bias
        self.polish = polish
        self.robust = robust
        self.reweight = reweight
        self.sandwich = sandwich
        self.restarts = restarts
        self.largest_covariance = largest_covariance
        self.nonnegative = nonnegative
        self.rescale = rescale
        self.scale_tolerance = scale_tolerance
        self.tolerance = tolerance
        self.max_iterations = max_iterations
        self.rank_tolerance = rank_tolerance
        self.path_parameter = path_parameter
        self.epochs = epochs
        self.batch = batch
        self.rate = rate
        self.decay = decay
        self.stop = stop
        self.start = start
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    def fit(self, X: Any, y: Any) -> ResidualUnit:
        """Learns the unit from samples.

        Parameters
        ----------
        X : array of shape (n, d)
            Inputs, one sample per row; finite.
        y : array of shape (n, m), m >= d
            Outputs. Shape (n,) is accepted if d = m = 1.

        Raises
        ------
        NoUsableFitError
            If the method finds no usable unit.
        ValueError
            If the samples or an option are invalid.
        """
        options = {name: getattr(self, name) for name, *_ in _core.fit_records() if hasattr(self, name)}
        options.update(bias=bias_of(self.bias), seed=seed_of(self.random_state), threads=threads_of(self.n_jobs))
        given = y
        X, y = self._samples(X, y)
        inputs, outputs = self._names(given, y.shape[1])
        progress = progress_of(self.verbose)
        model = _core.fit(X, y, self.method, self.rescale, options, inputs, outputs, self.start, progress)
        if progress:
            progress.close(model.full())
        if not model.usable:
            raise NoUsableFitError(Report.from_model(model))
        self._keep(model)
        explanation = (self.status_ == "suspect" and self.report_.get("cause")) or self.report_["reason"]
        if self.report_.remedy:
            explanation += f" (try {self.report_.remedy})"
        self._warn("" if self.status_ == "solved" else f"{self.status_}: {explanation}")
        return self

    def predict(self, X: Any, interval: Optional[float] = None) -> Union[np.ndarray, tuple]:
        """Computes the outputs of the unit.

        Parameters
        ----------
        X : array of shape (n, d)
        interval : float in (0, 1), default=None
            Level of confidence intervals for the mean output; requires the standard errors of method "noisy".

        Returns
        -------
        array of shape (n, m), or (n,) if y had that shape
            With an interval, three arrays: outputs, lower bounds, upper bounds.
        """
        X = self._inputs(X)
        if interval is not None and not 0 < interval < 1:
            raise ValueError(f"interval = {interval}, expected a value in (0, 1)")
        outputs = self._model.predict(X)
        if interval is None:
            return self._shaped(outputs)
        half = self._model.half_width(X, interval)
        return self._shaped(outputs), self._shaped(outputs - half), self._shaped(outputs + half)

    @classmethod
    def _from_model(cls, model: _core.Fit) -> ResidualUnit:
        unit = cls(method=model.method, bias={"none": False, "both": True}.get(model.bias, model.bias))
        unit._one_target = model.outputs == 1
        unit.n_features_in_ = model.inputs
        unit._keep(model)
        return unit

    def _keep(self, model: _core.Fit) -> None:
        super()._keep(model)
        self.A_, self.B_, self.C_ = model.A, model.B, model.C
        self.status_ = model.status
        certificate = self.report_["certificate"]
        rows = [np.array(certificate[name], dtype=bool) for name in ("layer2_rows", "layer1_rows", "scale_rows")]
        self.certificate_ = Certificate(certificate["holds"], *rows)
        noise_std = self.report_.get("noise_std")
        self.noise_std_ = float("nan") if noise_std is None else noise_std
        self.stderr_ = StandardErrors(model.A_stderr, model.B_stderr) if model.A_stderr.size else None
