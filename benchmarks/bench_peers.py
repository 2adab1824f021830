#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Other solvers for ./bench, one case per process. Prints one line of JSON like bench_cases, or {"skipped": reason}.

    bench_peers.py highs    r1|r2 DIR ROWS     the first rows of DIR/F.npy, DIR/T.npy by HiGHS, through scipy
    bench_peers.py quantreg r2    DIR ROWS     by quantreg's Frisch-Newton method, through R
    bench_peers.py mlp      TRAIN TEST TARGET  scikit-learn's MLPRegressor on tables, the target in the last column
    bench_peers.py numpy_sgd D N EPOCHS        the algorithm of `fit --method sgd` in plain NumPy
"""
import json
import os
import resource
import shutil
import subprocess
import sys
import time

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(name, "1")

QUANTREG = """
suppressMessages(library(quantreg))
read <- function(file) {
  con <- file(file, "rb"); on.exit(close(con))
  readBin(con, "raw", 8)
  header <- readChar(con, readBin(con, "integer", 1, size = 2, signed = FALSE))
  shape <- as.integer(strsplit(gsub(".*\\\\((.*)\\\\).*", "\\\\1", header), ",")[[1]])
  matrix(readBin(con, "double", prod(shape)), shape[1], shape[2], byrow = TRUE)
}
words <- commandArgs(TRUE)
F <- read(file.path(words[1], "F.npy")); T <- read(file.path(words[1], "T.npy"))
for (j in seq_len(as.integer(words[2]))) {
  time <- system.time(c <- rq.fit.fnb(F, T[j, ], tau = 1 - 1e-9, eps = 1e-10)$coefficients)
  cat(time[["user.self"]] + time[["sys.self"]], time[["elapsed"]], format(mean(pmax(0, T[j, ] - F %*% c)), digits = 15), "\\n")
}
"""


def report(wall, cpu, **facts):
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(json.dumps({"wall": wall, "cpu": cpu, "peak_mb": peak // 1024, **facts}))


def skip(reason):
    print(json.dumps({"skipped": reason}))


def timed(work):
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - wall, time.process_time() - cpu


def highs(program, folder, rows):
    try:
        import numpy as np
        from scipy.optimize import linprog
    except ImportError:
        return skip("HiGHS: python3-scipy is not installed")
    F, T = (np.load(f"{folder}/{name}.npy") for name in "FT")
    n, d = F.shape

    def solve(t):
        if program == "r1":  # without noise, any feasible point
            c = linprog(np.zeros(d), A_ub=-F, b_ub=-t, bounds=(None, None), method="highs").x
            return float(np.mean(np.maximum(0, t - F @ c) ** 2) / 2)
        return -linprog(-t, A_eq=F.T, b_eq=np.zeros(d), bounds=(0, 1), method="highs").fun / n  # the dual form

    objectives, wall, cpu = timed(lambda: [solve(T[j]) for j in range(rows)])
    report([wall], [cpu], objectives=objectives)


def quantreg(folder, rows):
    if shutil.which("Rscript") is None:
        return skip("quantreg: R is not installed")
    run = subprocess.run(["Rscript", "-e", QUANTREG, folder, str(rows)], capture_output=True, text=True)
    if run.returncode != 0:
        return skip(f"quantreg: {(run.stderr.strip().splitlines() or ['R failed'])[0]}")
    table = [[float(word) for word in line.split()] for line in run.stdout.splitlines()]
    report([sum(line[1] for line in table)], [sum(line[0] for line in table)], objectives=[line[2] for line in table])


def mlp(train, test):
    try:
        import numpy as np
        from sklearn.compose import TransformedTargetRegressor
        from sklearn.neural_network import MLPRegressor
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
    except ImportError:
        return skip("MLPRegressor: python3-sklearn is not installed")
    train, test = (np.loadtxt(file, delimiter=",", skiprows=1) for file in (train, test))
    model = TransformedTargetRegressor(
        make_pipeline(StandardScaler(), MLPRegressor((64,), random_state=0)), transformer=StandardScaler())
    _, wall, cpu = timed(lambda: model.fit(train[:, :-1], train[:, -1]))
    report([wall], [cpu], rmse=float(np.sqrt(np.mean((model.predict(test[:, :-1]) - test[:, -1]) ** 2))))


def numpy_sgd(d, n, epochs):
    try:
        import numpy as np
    except ImportError:
        return skip("NumPy is not installed")
    random = np.random.default_rng(1)
    A_true, B_true, X = (random.standard_normal(shape) for shape in ((d, d), (d, d), (n, d)))
    Y = (np.maximum(X @ A_true.T, 0) + X) @ B_true.T
    A, B = random.standard_normal((d, d)), random.standard_normal((d, d))

    def loss():
        return float(np.sum(((np.maximum(X @ A.T, 0) + X) @ B.T - Y) ** 2) / (2 * n))

    def descend():
        nonlocal A, B
        curve = [loss()]
        for epoch in range(epochs):
            rate = 1e-3 / (1 + 1e-5 * epoch)
            order = random.permutation(n)
            for first in range(0, n, 32):
                x, y = X[order[first:first + 32]], Y[order[first:first + 32]]
                s = x @ A.T
                r = np.maximum(s, 0) + x
                e = (r @ B.T - y) / len(x)
                gradient = ((e @ B) * (s > 0)).T @ x
                B -= rate * e.T @ r
                A -= rate * gradient
            curve.append(loss())
        return curve

    curve, wall, cpu = timed(descend)
    assert curve[-1] < curve[0]
    report([wall], [cpu])


if __name__ == "__main__":
    case, *words = sys.argv[1:]
    {"highs": lambda: highs(words[0], words[1], int(words[2])),
     "quantreg": lambda: quantreg(words[1], int(words[2])),
     "mlp": lambda: mlp(words[0], words[1]),
     "numpy_sgd": lambda: numpy_sgd(*map(int, words))}[case]()
