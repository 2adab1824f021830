#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Regression on tables, compared with scikit-learn: RMSE over five folds and CPU seconds per fit.

    benchmarks/regression_study.py [--command build/bin/resunit] [--data DIR] [--worlds SEED ...] [--out results.json]

All methods use the same folds. DIR contains tables as CSV with a header, the target in the last column. --worlds adds
synthetic functions, with a new sample per seed, tested on 5000 new rows without noise. `resunit` is run as a command on
the rows of a fold; its CPU seconds include reading and writing files. The others are Debian's scikit-learn in this
process, on one thread.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import warnings

import numpy as np
from sklearn.compose import TransformedTargetRegressor
from sklearn.dummy import DummyRegressor
from sklearn.ensemble import HistGradientBoostingRegressor, RandomForestRegressor
from sklearn.linear_model import LinearRegression, RidgeCV
from sklearn.model_selection import KFold
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

warnings.filterwarnings("ignore")
FOLDS = 5


# ------------------------------------------------------------------------------------------------ methods
def standardized(model):
    """Standardizes inputs and target to mean 0 and standard deviation 1."""
    return TransformedTargetRegressor(make_pipeline(StandardScaler(), model), transformer=StandardScaler())


def sklearn_models(d):
    return {
        "mean": DummyRegressor(),
        "ols": LinearRegression(),
        "ridge": standardized(RidgeCV(np.logspace(-3, 4, 15))),
        "mlp64": standardized(MLPRegressor((64,), random_state=0)),
        "mlp2d": standardized(MLPRegressor((2 * d,), random_state=0)),
        "boosting": HistGradientBoostingRegressor(random_state=0),
        "forest": RandomForestRegressor(random_state=0, n_jobs=1),
    }


def run_sklearn(model, X, y, X_test):
    start = time.process_time()
    predicted = model.fit(X, y).predict(X_test)
    return predicted, time.process_time() - start


def run_command(command, options, X, y, X_test):
    """Trains on one file and predicts another. Returns predictions and CPU seconds of the training process."""
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        np.save(path("train.npy"), np.c_[X, y])
        np.save(path("test.npy"), X_test)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([command, "regress", path("train.npy"), "--target", str(X.shape[1] + 1), "--folds", "0",
                        "--model", path("m.json"), *options], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([command, "predict", path("m.json"), path("test.npy"), "--out", path("yhat.npy")], check=True)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return np.load(path("yhat.npy"))[:, 0], seconds


# ------------------------------------------------------------------------------------------------ synthetic functions
def friedman1(g, n, d=10):
    X = g.uniform(0, 1, (n, d))
    return X, 10 * np.sin(np.pi * X[:, 0] * X[:, 1]) + 20 * (X[:, 2] - .5) ** 2 + 10 * X[:, 3] + 5 * X[:, 4]


def friedman_inputs(g, n):
    return np.c_[g.uniform(0, 100, n), g.uniform(40 * np.pi, 560 * np.pi, n), g.uniform(0, 1, n), g.uniform(1, 11, n)]


def friedman2(g, n):
    X = friedman_inputs(g, n)
    return X, np.sqrt(X[:, 0] ** 2 + (X[:, 1] * X[:, 2] - 1 / (X[:, 1] * X[:, 3])) ** 2)


def friedman3(g, n):
    X = friedman_inputs(g, n)
    return X, np.arctan((X[:, 1] * X[:, 2] - 1 / (X[:, 1] * X[:, 3])) / X[:, 0])


def integers(g, n):
    """Ratings and counts: five levels, an interaction of two inputs, a threshold."""
    X = g.integers(0, 5, (n, 6)).astype(float)
    return X, X[:, 0] * (X[:, 1] > 2) + np.sqrt(X[:, 2] + 1) - .3 * X[:, 3] + 1. * ((X[:, 4] == 2) | (X[:, 4] == 4))


def heavy(g, n):
    """Log-normal and Student-t inputs; the target saturates."""
    X = np.c_[np.exp(1.5 * g.standard_normal((n, 3))), g.standard_t(2, (n, 3))]
    return X, np.log1p(X[:, 0]) + np.tanh(X[:, 3]) * np.log1p(X[:, 1]) + .5 * np.abs(X[:, 4]) / (1 + np.abs(X[:, 4]))


def map2d(g, n):
    """A function of two coordinates, with two irrelevant columns."""
    X = g.uniform(-2, 2, (n, 4))
    return X, np.sin(3 * X[:, 0]) * np.cos(2 * X[:, 1]) + np.exp(-3 * ((X[:, 0] - 1) ** 2 + (X[:, 1] + 1) ** 2))


def wide(g, n):
    """Many correlated columns, few of them used."""
    F = g.standard_normal((n, 8))
    X = F @ np.random.default_rng(5).standard_normal((8, 40)) + .5 * g.standard_normal((n, 40))
    return X, X[:, 0] + np.maximum(X[:, 1], 0) - .1 * X[:, 2] * X[:, 3] / 4


def steps(g, n):
    """Piecewise constant on boxes, which suits trees."""
    X = g.uniform(0, 1, (n, 5))
    return X, 2. * (X[:, 0] > .3) * (X[:, 1] > .6) - 1.5 * (X[:, 2] > .5) + (X[:, 3] > .8) * (X[:, 0] < .5)


def product(g, n):
    """Third-order interactions of Gaussian inputs."""
    X = g.standard_normal((n, 6))
    return X, X[:, 0] * X[:, 1] * X[:, 2] / 2 + X[:, 3] * X[:, 4] + .5 * X[:, 5]


def copies(g, n):
    """Each input three times, with independent noise."""
    X, y = friedman1(g, -(-n // 3), 7)
    return np.tile(X, (3, 1))[:n], np.tile(y, 3)[:n]


# name: function, rows, noise relative to the standard deviation of the target
FUNCTIONS = {
    "friedman1": (friedman1, 500, .2), "friedman1 few": (friedman1, 150, .2), "friedman1 many": (friedman1, 5000, .5),
    "friedman2": (friedman2, 500, .3), "friedman3": (friedman3, 1000, .1), "integers": (integers, 1500, .4),
    "heavy": (heavy, 2000, .3), "map": (map2d, 4000, .1), "wide": (wide, 600, .3), "steps": (steps, 3000, .2),
    "product": (product, 2000, .1), "copies": (copies, 900, .3), "noise": (friedman1, 400, 2.),
}


def synthetic_folds(name, seed):
    function, n, noise = FUNCTIONS[name]
    g = np.random.default_rng([seed, *name.encode()])
    X, y = function(g, n)
    y = y + noise * y.std() * g.standard_normal(n)
    X_test, y_test = function(np.random.default_rng([seed, 7, *name.encode()]), 5000)
    yield X, y, X_test, y_test


def table_folds(file):
    data = np.loadtxt(file, delimiter=",", skiprows=1)
    X, y = data[:, :-1], data[:, -1]
    for training, test in KFold(FOLDS, shuffle=True, random_state=0).split(X):
        yield X[training], y[training], X[test], y[test]


# ------------------------------------------------------------------------------------------------ study
def measure(folds, methods):
    """{method: [rmse pooled over folds, mean CPU seconds]}"""
    squares, seconds = {}, {}
    for X, y, X_test, y_test in folds:
        for name, run in methods(X.shape[1]).items():
            predicted, time_taken = run(X, y, X_test)
            squares.setdefault(name, []).extend((predicted - y_test) ** 2)
            seconds.setdefault(name, []).append(time_taken)
    return {name: [float(np.sqrt(np.mean(squares[name]))), float(np.mean(seconds[name]))] for name in squares}


def show(results, names):
    print("| data | " + " | ".join(names) + " |\n|" + "---|" * (len(names) + 1))
    for data, of in results.items():
        print(f"| {data} | " + " | ".join(f"{of[m][0]:.4g} ({of[m][1]:.2f})" if m in of else "–" for m in names) + " |")
    if "resunit" in names:
        means = {m: np.exp(np.mean([np.log(of[m][0] / of["resunit"][0]) for of in results.values() if m in of])) for m in names}
        print("| *relative to resunit* | " + " | ".join(f"{means[m]:.3f}" for m in names) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default="build/bin/resunit")
    parser.add_argument("--data", help="folder with tables")
    parser.add_argument("--worlds", type=int, nargs="*", default=[], help="random seeds of the synthetic functions")
    parser.add_argument("--only", default="", help="comma-separated methods")
    parser.add_argument("--out", help="JSON file to which the results are added")
    arguments = parser.parse_args()
    only = set(filter(None, arguments.only.split(",")))

    def methods(d):
        ours = {"resunit": [], "fast": ["--fast"]}
        run = {name: (lambda X, y, T, o=options: run_command(arguments.command, o, X, y, T)) for name, options in ours.items()}
        run |= {name: (lambda X, y, T, m=model: run_sklearn(m, X, y, T)) for name, model in sklearn_models(d).items()}
        return {name: r for name, r in run.items() if not only or name in only}

    results = {}
    if arguments.out and os.path.exists(arguments.out):
        with open(arguments.out) as file:
            results = json.load(file)
    for file in sorted(os.listdir(arguments.data)) if arguments.data else []:
        if file.endswith(".csv"):
            results.setdefault(file[:-4], {}).update(measure(table_folds(os.path.join(arguments.data, file)), methods))
            print(file, results[file[:-4]], file=sys.stderr, flush=True)
    for seed in arguments.worlds:
        for name in FUNCTIONS:
            results.setdefault(f"{name} {seed}", {}).update(measure(synthetic_folds(name, seed), methods))
    show(results, list(methods(2)))
    if arguments.out:
        with open(arguments.out, "w") as file:
            json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()
