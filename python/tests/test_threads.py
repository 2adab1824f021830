# SPDX-License-Identifier: BSD-3-Clause
"""Threads: Ctrl-C stops a fit within a second, other Python threads run meanwhile, results do not depend on threads."""

import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import resunit
from resunit import ResidualUnit, ResidualUnitRegressor

LONG = """
import sys, warnings
import numpy as np
import resunit
from resunit import ResidualUnit, ResidualUnitRegressor
warnings.simplefilter("ignore")
random = np.random.default_rng(0)
{prepare}
print("ready", flush=True)
try:
    {work}
    print("done", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
UNIT = "X, Y, _, _ = resunit.generate({d}, {n}, noise={noise}, negative=0.5)"
COMPUTATIONS = {  # preparation and computation; each computation takes much longer than the tests wait
    "exact": (UNIT.format(d=160, n=1600, noise=0), "ResidualUnit(method='exact').fit(X, Y)"),
    "noisy": (UNIT.format(d=30, n=20000, noise=0.5),
              "[ResidualUnit(method='noisy', random_state=s).fit(X, Y) for s in range(20)]"),
    "noisy, many inputs": (UNIT.format(d=64, n=20000, noise=0.5), "ResidualUnit(method='noisy').fit(X, Y)"),
    "sandwich": (UNIT.format(d=32, n=200_000, noise=0.5) + "; u = resunit.generate(32, 1, negative=0.5)",
                 "ResidualUnit(method='noisy', sandwich=True, start=(u.A, u.B)).fit(X, Y)"),
    "qp": (UNIT.format(d=100, n=48000, noise=0.1), "ResidualUnit(method='qp').fit(X, Y)"),
    "lp-noisy": (UNIT.format(d=64, n=48000, noise=0.1), "ResidualUnit(method='lp-noisy').fit(X, Y)"),
    "sgd": (UNIT.format(d=16, n=200_000, noise=0.1), "ResidualUnit(method='sgd').fit(X, Y)"),
    "regressor": ("X = random.normal(size=(30000, 20)); y = np.abs(X).sum(1)", "[ResidualUnitRegressor(random_state=s).fit(X, y) for s in range(20)]"),
    "intervals": (UNIT.format(d=32, n=20000, noise=0.1) + "; u = ResidualUnit(method='noisy').fit(X[:2000], Y[:2000])",
                  "u.predict(X, interval=0.95)"),
    "a model from a pipe": ("import os, tempfile; pipe = tempfile.mkdtemp() + '/pipe'; os.mkfifo(pipe)",
                            "resunit.load(pipe)"),
    "a model to a pipe": ("import os, tempfile; pipe = tempfile.mkdtemp() + '/pipe'; os.mkfifo(pipe); "
                          "X, Y, _, _ = resunit.generate(3, 60); u = ResidualUnit().fit(X, Y)", "u.save(pipe)"),
}


@pytest.mark.parametrize("what", COMPUTATIONS)
def test_ctrl_c_stops_computations_within_a_second(what):
    prepare, work = COMPUTATIONS[what]
    script = LONG.format(prepare=prepare, work=work)
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "ready\n"
        time.sleep(1.5)
        start = time.monotonic()
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "interrupted\n"
        assert time.monotonic() - start < 1
        assert child.wait(timeout=10) == 0
    finally:
        child.kill()
        child.wait()


def test_other_threads_run_during_a_fit():
    random = np.random.default_rng(0)
    X = random.normal(size=(20000, 20))
    y = np.abs(X).sum(axis=1)
    work = threading.Thread(target=lambda: ResidualUnitRegressor(n_jobs=1).fit(X, y))
    start = time.monotonic()
    work.start()
    longest, last = 0.0, time.monotonic()
    while work.is_alive():
        time.sleep(0.001)
        longest, last = max(longest, time.monotonic() - last), time.monotonic()
    duration = time.monotonic() - start
    assert duration > 0.2 and longest < duration / 2


def test_concurrent_fits_are_independent(exact_data, noisy_data):
    expected = [ResidualUnit().fit(data.X, data.Y).A_ for data in (exact_data, noisy_data)]
    found = [None] * 8

    def work(k):
        data = (exact_data, noisy_data)[k % 2]
        found[k] = ResidualUnit().fit(data.X, data.Y).A_

    workers = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in workers:
        thread.start()
    for thread in workers:
        thread.join()
    for k in range(8):
        np.testing.assert_array_equal(found[k], expected[k % 2])


@pytest.mark.parametrize("estimator", [ResidualUnit(), ResidualUnit(method="noisy", sandwich=True),
                                       ResidualUnit(method="qp"), ResidualUnitRegressor(fast=True)], ids=str)
def test_results_do_not_depend_on_the_number_of_threads(noisy_data, estimator):
    predictions = [estimator.set_params(n_jobs=n_jobs).fit(noisy_data.X, noisy_data.Y).predict(noisy_data.X)
                   for n_jobs in (1, 2, 3, -1, None)]
    for other in predictions[1:]:
        np.testing.assert_array_equal(predictions[0], other)


def test_omp_num_threads_is_respected(monkeypatch):
    from resunit._options import threads_of

    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert threads_of(None) == 3 and threads_of(-1) == 0 and threads_of(2) == 2
    monkeypatch.delenv("OMP_NUM_THREADS")
    assert threads_of(None) == 0


def test_exceptions_in_progress_stop_the_fit():
    X, Y, *_ = resunit.generate(16, 4000, noise=0.5)

    def refuse(stage, fraction):
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        resunit._core.fit(X, Y, "sgd", "paper", dict(epochs=100_000), [], [], None, refuse)
