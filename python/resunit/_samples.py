# SPDX-License-Identifier: BSD-3-Clause
"""Random samples of a unit or network, and the diagnosis of samples."""

from __future__ import annotations

import json
from typing import Any, NamedTuple, Optional, Union

import numpy as np

from . import _core
from ._names import frame_names
from ._options import bias_of, documented, progress_of, seed_of, threads_of


class Samples(NamedTuple):
    """Samples of a random unit, and its weights. With a bias, the last of the d inputs is the constant 1."""

    X: np.ndarray  #: (n, d), without the constant input of a bias
    Y: np.ndarray  #: (n, m)
    A: np.ndarray  #: (d, d)
    B: np.ndarray  #: (m, d)


class NetworkSamples(NamedTuple):
    """Samples of a random network of more than two layers, and its weights."""

    X: np.ndarray  #: (n, d)
    Y: np.ndarray  #: (n, m)
    weights: list[np.ndarray]  #: W_0, ..., W_{L-1}; (d, d), the last one (m, d)


@documented(_core.teacher_records() + _core.sample_records())
def generate(inputs: int = 16, samples: int = 512, *, outputs: int = 0, layers: int = 2, noise: float = 0.0,
             negative: float = 0.0, scale_rows: int = 0, hidden_scale: float = 1.0, condition: float = 0.0,
             bias: Union[bool, str] = False, distribution: str = "mixture", mean: float = 0.0,
             random_state: Any = 0) -> Union[Samples, NetworkSamples]:
    """Draws a random unit or network and samples from it, as in the paper; the same numbers as `resunit generate`.

    Parameters
    ----------
    {options}
    bias : bool or "layer1", default=False
        Draw biases: True of both layers, "layer1" of layer 1 alone.
    distribution : {"mixture", "gaussian"}, default="mixture"
        Distribution of the inputs: the paper's mixture of N(-0.1, 1) and U(-0.9, 1.1), or Gaussian.
    random_state : int, default=0
        Random seed; equal seeds give identical results.

    Returns
    -------
    Samples
        X of shape (n, d), Y of shape (n, m), A of shape (d, d), B of shape (m, d); with more than two layers
        NetworkSamples with X, Y and the list of weights.
    """
    teacher = dict(inputs=inputs, outputs=outputs, layers=layers, negative=negative, scale_rows=scale_rows,
                   hidden_scale=hidden_scale, condition=condition, bias=bias_of(bias))
    X, Y, weights = _core.generate(teacher, dict(samples=samples, noise=noise, mean=mean), distribution,
                                   seed_of(random_state))
    return Samples(X, Y, *weights) if layers == 2 else NetworkSamples(X, Y, weights)


def diagnose(X: Any, Y: Any, *, bias: Union[bool, str] = False, random_state: Any = 0, n_jobs: Optional[int] = None,
             verbose: int = 0) -> dict[str, Any]:
    """Reports whether samples identify a unit and, if not, what is missing.

    Parameters
    ----------
    X : array of shape (n, d)
    Y : array of shape (n, m), m >= d
    bias : bool or "layer1", default=False
        The biases of the unit: True in both layers, "layer1" in layer 1 alone.
    random_state, n_jobs, verbose
        See `ResidualUnit`.

    Returns
    -------
    dict
        The fields of `resunit diagnose --json`: "enough" (bool), "verdict" (one sentence), "rows" (one dictionary
        per row of the unit) and properties of X and Y.
    """
    options = dict(bias=bias_of(bias), seed=seed_of(random_state), threads=threads_of(n_jobs))
    for name, values in (("X", X), ("Y", Y)):
        if np.iscomplexobj(values):
            raise ValueError(f"{name} is complex, expected real numbers")
    return json.loads(_core.diagnose(X, Y, options, frame_names(X), frame_names(Y), progress_of(verbose)))
