# SPDX-License-Identifier: BSD-3-Clause
"""Long work: Ctrl-C ends it within a second, other threads go on, and the number of threads changes no bit."""

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
WORK = {  # what to prepare and to run; each takes far longer than the tests wait
    "exact": (UNIT.format(d=160, n=1600, noise=0), "ResidualUnit(method='exact').fit(X, Y)"),
    "noisy": (UNIT.format(d=30, n=20000, noise=0.5),
              "[ResidualUnit(method='noisy', random_state=s).fit(X, Y) for s in range(20)]"),
    "noisy, many inputs": (UNIT.format(d=64, n=20000, noise=0.5), "ResidualUnit(method='noisy').fit(X, Y)"),
    "sandwich": (UNIT.format(d=32, n=200_000, noise=0.5) + "; u = resunit.generate(32, 1, negative=0.5)",
                 "ResidualUnit(method='noisy', sandwich=True, start=(u.A, u.B)).fit(X, Y)"),
    "qp": (UNIT.format(d=100, n=48000, noise=0.1), "ResidualUnit(method='qp').fit(X, Y)"),
    "lp-noisy": (UNIT.format(d=64, n=48000, noise=0.1), "ResidualUnit(method='lp-noisy').fit(X, Y)"),
    "sgd": (UNIT.format(d=16, n=200_000, noise=0.1), "ResidualUnit(method='sgd').fit(X, Y)"),
    "regressor": ("X = random.normal(size=(30000, 20)); y = np.abs(X).sum(1)", "ResidualUnitRegressor().fit(X, y)"),
    "intervals": (UNIT.format(d=32, n=20000, noise=0.1) + "; u = ResidualUnit(method='noisy').fit(X[:2000], Y[:2000])",
                  "u.predict(X, interval=0.95)"),
    "a model from a pipe": ("import os, tempfile; pipe = tempfile.mkdtemp() + '/pipe'; os.mkfifo(pipe)",
                            "resunit.load(pipe)"),
    "a model to a pipe": ("import os, tempfile; pipe = tempfile.mkdtemp() + '/pipe'; os.mkfifo(pipe); "
                          "X, Y, _, _ = resunit.generate(3, 60); u = ResidualUnit().fit(X, Y)", "u.save(pipe)"),
}


@pytest.mark.parametrize("what", WORK)
def test_ctrl_c_ends_long_work_within_a_second(what):
    prepare, work = WORK[what]
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


def test_other_threads_go_on_while_a_fit_runs():
    random = np.random.default_rng(0)
    X = random.normal(size=(4000, 10))
    y = np.abs(X).sum(axis=1)
    work = threading.Thread(target=lambda: ResidualUnitRegressor(n_jobs=1).fit(X, y))
    start = time.monotonic()
    work.start()
    longest, last = 0.0, time.monotonic()
    while work.is_alive():
        time.sleep(0.001)
        longest, last = max(longest, time.monotonic() - last), time.monotonic()
    took = time.monotonic() - start
    assert took > 0.2 and longest < took / 2


def test_fits_in_several_threads_do_not_disturb_each_other(exact_world, noisy_world):
    expected = [ResidualUnit().fit(world.X, world.Y).A_ for world in (exact_world, noisy_world)]
    found = [None] * 8

    def work(k):
        world = (exact_world, noisy_world)[k % 2]
        found[k] = ResidualUnit().fit(world.X, world.Y).A_

    team = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in team:
        thread.start()
    for thread in team:
        thread.join()
    for k in range(8):
        np.testing.assert_array_equal(found[k], expected[k % 2])


@pytest.mark.parametrize("estimator", [ResidualUnit(), ResidualUnit(method="noisy", sandwich=True),
                                       ResidualUnit(method="qp"), ResidualUnitRegressor(fast=True)], ids=str)
def test_the_number_of_threads_changes_no_bit(noisy_world, estimator):
    predictions = [estimator.set_params(n_jobs=n_jobs).fit(noisy_world.X, noisy_world.Y).predict(noisy_world.X)
                   for n_jobs in (1, 2, 3, -1, None)]
    for other in predictions[1:]:
        np.testing.assert_array_equal(predictions[0], other)


def test_the_threads_of_joblib_processes_are_respected(monkeypatch):
    from resunit._options import threads_of

    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert threads_of(None) == 3 and threads_of(-1) == 0 and threads_of(2) == 2
    monkeypatch.delenv("OMP_NUM_THREADS")
    assert threads_of(None) == 0


def test_an_error_in_progress_ends_the_fit():
    X, Y, *_ = resunit.generate(16, 4000, noise=0.5)

    def refuse(stage, fraction):
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        resunit._core.fit(X, Y, "sgd", "paper", dict(epochs=100_000), None, refuse)
