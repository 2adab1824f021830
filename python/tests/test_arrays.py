# SPDX-License-Identifier: BSD-3-Clause
"""Arrays of any kind come in; none is copied that need not be; what cannot be used is refused by name."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import resunit
from resunit import ResidualUnit, ResidualUnitRegressor

GROWTH = """
import resource, sys
import numpy as np
import resunit
X, Y = (np.ones((2_000_000, 8), order=sys.argv[1]) for _ in range(2))
Y[-1, -1] = np.nan
estimator = getattr(resunit, sys.argv[2])()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    estimator.fit(X, Y)
except ValueError as error:
    assert "Y is NaN in row 2000000, column 8" in str(error), error
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.parametrize("estimator", ["ResidualUnit", "ResidualUnitRegressor"])
def test_c_contiguous_doubles_are_not_copied(estimator):
    """Checking the samples reads all 128 MB of X: without a copy memory does not grow by even a tenth of it."""
    def growth(order):
        words = [sys.executable, "-c", GROWTH, order, estimator]
        return int(subprocess.run(words, capture_output=True, text=True, check=True).stdout)  # kilobytes

    assert growth("C") < 12_800
    if estimator == "ResidualUnit":
        assert growth("F") > 100_000  # the measure sees a copy where there must be one


def variants(array):
    wide = np.zeros((len(array), array.shape[1] + 3))
    wide[:, 1:-2] = array
    return {
        "fortran": np.asfortranarray(array),
        "block of columns": wide[:, 1:-2],
        "every second row": np.repeat(array, 2, axis=0)[::2],
        "reversed": array[::-1][::-1],
        "backwards in memory": np.ascontiguousarray(array[::-1])[::-1],
        "every second column": np.repeat(array, 2, axis=1)[:, ::2],
        "list": array.tolist(),
        "pandas": pd.DataFrame(array),
        "read-only": np.frombuffer(array.tobytes()).reshape(array.shape),
        "big-endian": array.astype(">f8"),
        "unaligned": np.frombuffer(b"x" + array.tobytes(), np.uint8)[1:].view(np.float64).reshape(array.shape),
    }


@pytest.mark.parametrize("kind", variants(np.ones((2, 2))))
def test_the_layout_of_arrays_does_not_matter(exact_world, kind):
    X, Y = (variants(array)[kind] for array in (exact_world.X, exact_world.Y))
    expected = ResidualUnit().fit(exact_world.X, exact_world.Y)
    unit = ResidualUnit().fit(X, Y)
    np.testing.assert_array_equal(unit.A_, expected.A_)
    np.testing.assert_array_equal(unit.predict(X), expected.predict(exact_world.X))


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int64, np.int8, bool])
def test_other_numbers_are_converted(dtype):
    X = (np.random.default_rng(0).normal(size=(200, 3)) > 0 if dtype is bool
         else (np.random.default_rng(0).normal(size=(200, 3)) * 3).astype(dtype))
    y = X[:, 0] ^ X[:, 1] if dtype is bool else X[:, 0] * X[:, 1]
    expected = ResidualUnitRegressor(fast=True).fit(X.astype(float), y.astype(float)).predict(X.astype(float))
    np.testing.assert_array_equal(ResidualUnitRegressor(fast=True).fit(X, y).predict(X), expected)


def test_results_own_their_numbers(exact_world):
    unit = ResidualUnit().fit(exact_world.X, exact_world.Y)
    before = unit.predict(exact_world.X)
    unit.A_[:] = 0
    np.testing.assert_array_equal(unit.predict(exact_world.X), before)


@pytest.mark.parametrize("X, Y, message", [
    (np.ones((5, 2)), np.ones((4, 2)), "X has 5 rows, Y has 4"),
    (np.ones((5, 3)), np.ones((5, 2)), "Y has 2 columns, X has 3: a unit needs at least as many outputs as inputs"),
    (np.ones(5), np.ones((5, 2)), "Expected 2D array"),
    (np.ones((5, 2)), np.ones((5, 2, 2)), "dim 3"),
    (np.ones((0, 2)), np.ones((0, 2)), "0 sample"),
    (np.ones((5, 2)), np.full((5, 2), 1e200), r"Y is 1e\+200 in row 1, column 1: too large to be squared safely"),
    (np.ones((5, 2)), np.full((5, 2), -np.inf), "Y is -inf in row 1, column 1"),
    ([["a", "b"]] * 5, np.ones((5, 2)), "could not convert string"),
])
def test_what_cannot_be_used_is_refused(X, Y, message):
    with pytest.raises(ValueError, match=message):
        ResidualUnit().fit(X, Y)


def test_nan_is_refused_by_its_place(exact_world, table):
    X = exact_world.X.copy()
    X[4, 2] = np.nan
    for use in (lambda: ResidualUnit().fit(X, exact_world.Y), lambda: resunit.diagnose(X, exact_world.Y),
                lambda: ResidualUnit().fit(exact_world.X, exact_world.Y).predict(X),
                lambda: ResidualUnitRegressor().fit(X, exact_world.Y)):
        with pytest.raises(ValueError, match="^X is NaN in row 5, column 3$"):
            use()


def test_messages_are_those_of_the_command(exact_world, tmp_path, command):
    np.save(tmp_path / "x.npy", exact_world.X)
    np.save(tmp_path / "y.npy", exact_world.Y[:, :3])
    with pytest.raises(ValueError) as error:
        ResidualUnit().fit(exact_world.X, exact_world.Y[:, :3])
    said = command("fit", tmp_path / "x.npy", tmp_path / "y.npy", "--model", tmp_path / "m.json", fails=True)
    assert str(error.value) in said


def test_predict_wants_the_inputs_of_fit(exact_world):
    unit = ResidualUnit().fit(exact_world.X, exact_world.Y)
    with pytest.raises(ValueError, match="X has 4 features, but ResidualUnit is expecting 6 features"):
        unit.predict(exact_world.X[:, :4])
