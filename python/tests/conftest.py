# SPDX-License-Identifier: BSD-3-Clause
"""Data and helpers shared by several tests."""

import os
import subprocess

import numpy as np
import pytest

import resunit


@pytest.fixture(scope="session")
def exact_data():
    return resunit.generate(6, 200, negative=0.5, random_state=1)


@pytest.fixture(scope="session")
def noisy_data():
    return resunit.generate(4, 1000, noise=0.1, random_state=2)


@pytest.fixture(scope="session")
def table():
    """A target with a kink in the first column and an interaction; 300 rows, 4 columns."""
    random = np.random.default_rng(0)
    X = random.normal(size=(300, 4))
    return X, np.abs(X[:, 0]) + X[:, 1] * X[:, 2] + 0.1 * random.normal(size=300)


@pytest.fixture(scope="session")
def command():
    """Runs the command line program."""
    program = os.environ["RESUNIT_COMMAND"]

    def run(*words, fails=False):
        done = subprocess.run([program, *map(str, words)], capture_output=True, text=True)
        assert (done.returncode != 0) == fails, done.stderr
        return done.stderr if fails else done.stdout

    return run
