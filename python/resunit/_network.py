# SPDX-License-Identifier: BSD-3-Clause
"""Identification of an L-layer network, as a scikit-learn estimator."""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np

from . import _core
from ._estimator import Estimator
from ._options import documented, progress_of, seed_of, threads_of
from ._results import NoUsableFitError, Report
from ._unit import UnitTags


@documented(_core.network_records())
class ResidualNetwork(UnitTags, Estimator):
    """Estimates the weights of a network  r_0 = x, r_l = (W_{l-1} r_{l-1})^+ + r_{l-1}, y = W_{L-1} r_{L-1}.

    Parameters
    ----------
    layers : int or "auto", default=3
        Number of weight matrices L, at least 2; "auto" selects the smallest number that fits.
    method : {"auto", "exact", "noisy", "qp"}, default="auto"
        "exact" identifies the weights from samples without noise and reports whether they are locally identifiable;
        "noisy" computes the least-squares estimate with noise level and standard errors; "auto" selects "exact" if a
        network fits the samples to rounding error, otherwise "noisy"; "qp" is the paper's formula for weights >= 0,
        which identifies the last layer only.
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
    weights_ : list of arrays
        W_0, ..., W_{L-1}, of shape (d, d), the last one of shape (m, d).
    certificate_ : dict or None
        Facts about local identifiability, see docs/deep.md; None unless the method is "exact".
    noise_std_ : float
        Standard deviation of the noise; 0 after "exact", NaN after "qp".
    stderr_ : list of arrays or None
        Standard errors of the weights; None unless the method is "noisy".
    status_ : str
        "solved", or "suspect", "undetermined", which also issue a ConvergenceWarning.
    report_ : Report
        A dictionary with the fields of the model file without the weights; `print(report_)` prints it as text.
    n_features_in_ : int
        Number of inputs.
    feature_names_in_ : array of shape (n_features_in_,)
        Names of the columns, if X was a data frame.

    Examples
    --------
    >>> import resunit
    >>> X, Y, weights = resunit.generate(inputs=3, samples=300, layers=3, negative=0.5)
    >>> network = resunit.ResidualNetwork(layers=3).fit(X, Y)
    >>> network.status_, bool(abs(network.weights_[0] - weights[0]).max() < 1e-10)
    ('solved', True)
    """

    _model_type = _core.NetworkFit

    def __init__(self, layers: Union[int, str] = 3, method: str = "auto", *, starts: int = 0, random_state: Any = 0,
                 n_jobs: Optional[int] = None, verbose: int = 0):
        self.layers = layers
        self.method = method
        self.starts = starts
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    def fit(self, X: Any, y: Any) -> ResidualNetwork:
        """Learns the network from samples.

        Parameters
        ----------
        X : array of shape (n, d)
            Inputs, one sample per row; finite.
        y : array of shape (n, m), m >= d
            Outputs. Shape (n,) is accepted if d = m = 1.

        Raises
        ------
        NoUsableFitError
            If no usable network is found.
        ValueError
            If the samples or an option are invalid.
        """
        if self.layers != "auto" and (not isinstance(self.layers, (int, np.integer)) or self.layers < 2):
            raise ValueError(f'layers = {self.layers!r}, expected "auto" or an integer of at least 2')
        options = dict(layers=0 if self.layers == "auto" else int(self.layers), starts=self.starts,
                       seed=seed_of(self.random_state), threads=threads_of(self.n_jobs))
        given = y
        X, y = self._samples(X, y)
        progress = progress_of(self.verbose)
        model = _core.fit_network(X, y, self.method, options, *self._names(given, y.shape[1]), progress)
        if progress:
            progress.close(model.full())
        if not model.usable:
            raise NoUsableFitError(Report.from_model(model))
        self._keep(model)
        self._warn("" if self.status_ == "solved" else f"{self.status_}: {self.report_['reason']}")
        return self

    def predict(self, X: Any) -> np.ndarray:
        """Computes the outputs of the network, of shape (n, m), or (n,) if y had that shape."""
        return self._shaped(self._model.predict(self._inputs(X)))

    @classmethod
    def _from_model(cls, model: _core.NetworkFit) -> ResidualNetwork:
        network = cls(layers=len(model.weights), method=model.method)
        network._one_target = model.outputs == 1
        network.n_features_in_ = model.inputs
        network._keep(model)
        return network

    def _keep(self, model: _core.NetworkFit) -> None:
        super()._keep(model)
        self.weights_ = model.weights
        self.status_ = model.status
        self.certificate_ = self.report_.get("certificate")
        noise_std = self.report_.get("noise_std")
        self.noise_std_ = float("nan") if noise_std is None else noise_std
        self.stderr_ = model.standard_errors or None
