#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The held-out error of regressors, compared with their errors on 4000 new rows.

    PYTHONPATH=build/python benchmarks/error_estimate_study.py [--rows 20 30 100 300 1000] [--tables 20] [--only NAME ...]

For each function, number of inputs d and number of rows n, draws tables, fits ResidualUnitRegressor to each, and prints
the median of held_out_rmse_ / error, its quartiles, the share of tables whose error is within two standard errors
(held_out_stderr_) of the estimate, and CPU milliseconds per fit. Random seeds are fixed.
"""
import argparse
import time
import warnings

import numpy as np

from resunit import ResidualUnitRegressor

NEW_ROWS = 4000


def linear(g, n, d, noise):
    X = g.standard_normal((n, d))
    return X, X[:, 0] + .5 * X[:, 1:].sum(1) + noise * g.standard_normal(n)


def friedman(g, n, d, noise):
    """Friedman's first function; its first term only if d = 1."""
    X = g.uniform(0, 1, (n, d))
    if d == 1:
        return X, 5 * np.sin(6 * X[:, 0]) + noise * g.standard_normal(n)
    y = 10 * np.sin(np.pi * X[:, 0] * X[:, 1]) + 20 * (X[:, 2] - .5) ** 2 + 10 * X[:, 3] + 5 * X[:, 4]
    return X, y + noise * g.standard_normal(n)


def only_noise(g, n, d, noise):
    return g.standard_normal((n, d)), noise * g.standard_normal(n)


def uniform_line(g, n, d, noise):
    X = g.uniform(-1, 1, (n, d))
    return X, X.sum(1) + noise * g.standard_normal(n)


def heavy_tails(g, n, d, noise):
    """Inputs and noise with Student's t distribution, 3 degrees of freedom."""
    X = g.standard_t(3, (n, d))
    return X, np.tanh(X[:, 0]) + .5 * X[:, -1] + noise * g.standard_t(3, n)


# name: function, noise
FUNCTIONS = {
    "linear": (linear, 1.), "linear, noiseless": (linear, 0.), "uniform linear, noiseless": (uniform_line, 0.),
    "Friedman": (friedman, 1.), "Friedman, noiseless": (friedman, 0.), "noise only": (only_noise, 1.),
    "heavy-tailed": (heavy_tails, .5),
}


def rmse(predicted, y):
    return np.sqrt(np.mean((predicted - y) ** 2))


def measure(name, d, n, seed):
    """Estimate / error, distance in standard errors, CPU seconds."""
    function, noise = FUNCTIONS[name]
    X, y = function(np.random.default_rng([seed, d, n]), n, d, noise)
    X_new, y_new = function(np.random.default_rng([seed, d, n, 1]), NEW_ROWS, d, noise)
    start = time.process_time()
    regressor = ResidualUnitRegressor(n_jobs=1).fit(X, y)
    seconds = time.process_time() - start
    error, estimate = rmse(regressor.predict(X_new), y_new), regressor.held_out_rmse_[0]
    return estimate / error, abs(estimate - error) / regressor.held_out_stderr_[0], seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, nargs="+", default=[20, 30, 100, 300, 1000])
    parser.add_argument("--inputs", type=int, nargs="+", default=[1, 5, 10])
    parser.add_argument("--tables", type=int, default=20, help="number of tables for each entry")
    parser.add_argument("--only", nargs="+", default=list(FUNCTIONS), help="names of functions")
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore")
    print("| function | d | n | median ratio | quartiles | within 2 standard errors | CPU ms |\n|---|---|---|---|---|---|---|")
    for name in arguments.only:
        for d in arguments.inputs:
            for n in arguments.rows:
                ratio, distance, seconds = np.array([measure(name, d, n, seed) for seed in range(arguments.tables)]).T
                low, middle, high = np.quantile(ratio, [.25, .5, .75])
                print(f"| {name} | {d} | {n} | {middle:.2f} | {low:.2f}–{high:.2f} | {np.mean(distance < 2):.0%} "
                      f"| {1e3 * np.median(seconds):.0f} |", flush=True)


if __name__ == "__main__":
    main()
