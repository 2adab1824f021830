# SPDX-License-Identifier: BSD-3-Clause
"""Arrays of any layout and type are accepted, without unnecessary copies; invalid arrays are rejected."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import resunit
from resunit import ResidualUnit, ResidualUnitRegressor

MEMORY_GROWTH = """
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
    assert "Y is NaN in row 1999999, column 7" in str(error), error
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.parametrize("estimator", ["ResidualUnit", "ResidualUnitRegressor"])
def test_c_contiguous_doubles_are_not_copied(estimator):
    """Validation reads all 128 MB of X; without a copy, memory grows by less than a tenth of that."""
    def growth(order):
        words = [sys.executable, "-c", MEMORY_GROWTH, order, estimator]
        return int(subprocess.run(words, capture_output=True, text=True, check=True).stdout)  # kilobytes

    assert growth("C") < 12_800
    if estimator == "ResidualUnit":
        assert growth("F") > 100_000  # column-major arrays must be copied: the measurement detects it


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
def test_memory_layout_does_not_change_results(exact_data, kind):
    X, Y = (variants(array)[kind] for array in (exact_data.X, exact_data.Y))
    expected = ResidualUnit().fit(exact_data.X, exact_data.Y)
    unit = ResidualUnit().fit(X, Y)
    np.testing.assert_array_equal(unit.A_, expected.A_)
    np.testing.assert_array_equal(unit.predict(X), expected.predict(exact_data.X))


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int64, np.int8, bool])
def test_other_dtypes_are_converted(dtype):
    X = (np.random.default_rng(0).normal(size=(200, 3)) > 0 if dtype is bool
         else (np.random.default_rng(0).normal(size=(200, 3)) * 3).astype(dtype))
    y = X[:, 0] ^ X[:, 1] if dtype is bool else X[:, 0] * X[:, 1]
    expected = ResidualUnitRegressor(fast=True).fit(X.astype(float), y.astype(float)).predict(X.astype(float))
    np.testing.assert_array_equal(ResidualUnitRegressor(fast=True).fit(X, y).predict(X), expected)


def test_fitted_arrays_are_copies(exact_data):
    unit = ResidualUnit().fit(exact_data.X, exact_data.Y)
    before = unit.predict(exact_data.X)
    unit.A_[:] = 0
    np.testing.assert_array_equal(unit.predict(exact_data.X), before)


@pytest.mark.parametrize("X, Y, message", [
    (np.ones((5, 2)), np.ones((4, 2)), "X has 5 rows, Y has 4"),
    (np.ones((5, 3)), np.ones((5, 2)), "Y has 2 columns, X has 3: a unit needs at least as many outputs as inputs"),
    (np.ones(5), np.ones((5, 2)), "Expected 2D array"),
    (np.ones((5, 2)), np.ones((5, 2, 2)), "dim 3"),
    (np.ones((0, 2)), np.ones((0, 2)), "0 sample"),
    (np.ones((5, 2)), np.full((5, 2), 1e200), r"Y is 1e\+200 in row 0, column 0: too large to be squared safely"),
    (np.ones((5, 2)), np.full((5, 2), -np.inf), "Y is -inf in row 0, column 0"),
    ([["a", "b"]] * 5, np.ones((5, 2)), "could not convert string"),
])
def test_invalid_samples_are_rejected(X, Y, message):
    with pytest.raises(ValueError, match=message):
        ResidualUnit().fit(X, Y)


def test_nan_is_rejected_with_its_position(exact_data, table):
    X = exact_data.X.copy()
    X[4, 2] = np.nan
    for use in (lambda: ResidualUnit().fit(X, exact_data.Y), lambda: resunit.diagnose(X, exact_data.Y),
                lambda: ResidualUnit().fit(exact_data.X, exact_data.Y).predict(X),
                lambda: ResidualUnitRegressor().fit(X, exact_data.Y)):
        with pytest.raises(ValueError, match="^X is NaN in row 4, column 2$"):
            use()


def test_messages_name_the_columns_of_data_frames(exact_data):
    import pandas as pd

    X = pd.DataFrame(exact_data.X, columns=list("abcdef"))
    bad = X.copy()
    bad.loc[4, "c"] = np.nan
    for use in (lambda: ResidualUnit().fit(bad, exact_data.Y), lambda: resunit.diagnose(bad, exact_data.Y),
                lambda: ResidualUnit().fit(X, exact_data.Y).predict(bad),
                lambda: ResidualUnitRegressor().fit(bad, exact_data.Y)):
        with pytest.raises(ValueError, match="^X is NaN in row 4, column 'c'$"):
            use()


def test_messages_equal_those_of_the_command(exact_data, tmp_path, command):
    np.save(tmp_path / "x.npy", exact_data.X)
    np.save(tmp_path / "y.npy", exact_data.Y[:, :3])
    with pytest.raises(ValueError) as error:
        ResidualUnit().fit(exact_data.X, exact_data.Y[:, :3])
    output = command("fit", tmp_path / "x.npy", tmp_path / "y.npy", "--model", tmp_path / "m.json", fails=True)
    assert str(error.value) in output


def test_predict_checks_the_number_of_inputs(exact_data):
    unit = ResidualUnit().fit(exact_data.X, exact_data.Y)
    with pytest.raises(ValueError, match="X has 4 features, but ResidualUnit is expecting 6 features"):
        unit.predict(exact_data.X[:, :4])
