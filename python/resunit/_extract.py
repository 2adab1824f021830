# SPDX-License-Identifier: BSD-3-Clause
"""Identification of a network from queries."""

from __future__ import annotations

from typing import Any, Callable, Optional, Union

import numpy as np

from . import _core
from ._network import ResidualNetwork
from ._options import progress_of, seed_of, threads_of
from ._results import NoUsableFitError, Report


def extract(function: Callable[[np.ndarray], np.ndarray], inputs: int, layers: Union[int, str] = "auto", *,
            queries: Optional[int] = None, random_state: Any = 0, n_jobs: Optional[int] = None,
            verbose: int = 0) -> ResidualNetwork:
    """Identifies the weights of a network from the answers of a function to inputs that resunit selects.

    The function must be a network  r_0 = x, r_l = (W_{l-1} r_{l-1})^+ + r_{l-1}, y = W_{L-1} r_{L-1}  without biases. Its
    answers may be rounded, for example to single precision: their precision is estimated, and the report states it.

    Parameters
    ----------
    function : callable
        Computes the outputs, of shape (n, m) with m >= d, for inputs of shape (n, d). Its exceptions are not caught.
    inputs : int
        Number of inputs d.
    layers : int or "auto", default="auto"
        Number of weight matrices L, at least 2; "auto" selects the smallest number that reproduces the answers.
    queries : int, default=None
        Largest number of queries; None means 20,000 per input.
    random_state : int, NumPy generator or None, default=0
        Random seed; equal seeds give identical queries and results.
    n_jobs : int, default=None
        Number of threads, as in `ResidualNetwork`; the function is called by one thread only.
    verbose : int, default=0
        1 prints progress and the report to standard error.

    Returns
    -------
    ResidualNetwork
        Fitted. `report_["queries"]` has the number of queries and the precision of the answers.

    Raises
    ------
    NoUsableFitError
        If no network reproduces the answers.
    ValueError
        If an answer or an option is invalid.

    Examples
    --------
    >>> import resunit
    >>> network = resunit.generate(inputs=3, samples=1, layers=3, negative=0.5)
    >>> def function(X):
    ...     for W in network.weights[:-1]:
    ...         X = X + (X @ W.T).clip(0)
    ...     return X @ network.weights[-1].T
    >>> found = resunit.extract(function, inputs=3)
    >>> found.status_, bool(abs(found.weights_[0] - network.weights[0]).max() < 1e-10)
    ('solved', True)
    """
    if layers != "auto" and (not isinstance(layers, (int, np.integer)) or layers < 2):
        raise ValueError(f'layers = {layers!r}, expected "auto" or an integer of at least 2')
    options = dict(layers=0 if layers == "auto" else int(layers), queries=0 if queries is None else queries,
                   seed=seed_of(random_state), threads=threads_of(n_jobs))
    progress = progress_of(verbose)
    model = _core.extract(function, inputs, options, progress)
    if progress:
        progress.close(model.full())
    if not model.usable:
        raise NoUsableFitError(Report.from_model(model))
    network = ResidualNetwork._from_model(model)
    network._warn("" if network.status_ == "solved" else f"{network.status_}: {network.report_['reason']}")
    return network
