# SPDX-License-Identifier: BSD-3-Clause
"""Compatibility of the estimators with scikit-learn."""

import inspect
import pickle
import warnings

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_diabetes
from sklearn.exceptions import SkipTestWarning
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator, parametrize_with_checks

from resunit import ResidualUnit, ResidualUnitRegressor


class UnitWithAppendedInputs(ResidualUnit):
    """scikit-learn's checks have one target and several inputs; a unit requires at least as many outputs as
    inputs. With the inputs appended to the outputs, the same code passes every check."""

    def _samples(self, X, y):
        X, y = super()._samples(X, y)
        self._targets = y.shape[1]
        return X, np.column_stack([y, X]) if len(X) == len(y) else y

    def _shaped(self, outputs):
        return super()._shaped(outputs[:, : self._targets])

    def _more_tags(self):
        few = ["check_dtype_object", "check_estimators_dtypes", "check_estimators_nan_inf", "check_regressors_int",
               "check_n_features_in_after_fitting"]
        reason = "too few samples to estimate noise and weights (n < 6 d)"
        return {"_xfail_checks": dict.fromkeys(few, reason) if self.method == "auto" else {}}

    def __sklearn_tags__(self):
        return super().__sklearn_tags__()


def expected_failures(estimator):
    """Since scikit-learn 1.6, expected failures are passed to the checks and not declared by the estimator."""
    return estimator._more_tags().get("_xfail_checks", {})


_SINCE_1_6 = "expected_failed_checks" in inspect.signature(parametrize_with_checks).parameters
_EXPECTED = {"expected_failed_checks": expected_failures} if _SINCE_1_6 else {}


@parametrize_with_checks([ResidualUnitRegressor(), ResidualUnitRegressor(fast=True), UnitWithAppendedInputs(),
                          UnitWithAppendedInputs(method="qp")], **_EXPECTED)
def test_scikit_learn_estimator_checks(estimator, check):
    check(estimator)


def test_a_unit_skips_only_checks_that_have_fewer_outputs_than_inputs():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        expected = {"expected_failed_checks": expected_failures(ResidualUnit())} if _SINCE_1_6 else {}
        check_estimator(ResidualUnit(), **expected)
    skipped = [str(one.message) for one in caught if issubclass(one.category, SkipTestWarning)]
    skipped = [reason for reason in skipped if "SCIPY_ARRAY_API" not in reason]
    assert skipped or _SINCE_1_6  # since 1.6, expected failures are not reported as skipped
    assert all("a unit requires at least as many outputs as inputs" in reason for reason in skipped)


@pytest.fixture
def diabetes():
    return load_diabetes(return_X_y=True, as_frame=True)


def test_cross_validation_and_pipelines(diabetes):
    X, y = diabetes
    plain = cross_val_score(ResidualUnitRegressor(fast=True), X, y)
    scaled = cross_val_score(make_pipeline(StandardScaler(), ResidualUnitRegressor(fast=True)), X, y)
    assert plain.mean() > 0.4
    # Rows are ordered by a hash of their content, which scaling changes: single folds differ by about 0.03.
    assert abs(plain.mean() - scaled.mean()) < 0.03
    assert cross_val_predict(ResidualUnitRegressor(fast=True), X, y).shape == y.shape


def test_grid_search(diabetes):
    X, y = diabetes
    search = GridSearchCV(ResidualUnitRegressor(), {"fast": [True, False], "width": [0, 16]}, cv=3).fit(X, y)
    assert set(search.best_params_) == {"fast", "width"} and search.best_score_ > 0.35


def test_units_in_grid_search(noisy_data):
    search = GridSearchCV(ResidualUnit(), {"method": ["noisy", "qp"]}, cv=3).fit(noisy_data.X, noisy_data.Y)
    assert search.best_params_["method"] == "noisy" and search.best_score_ > 0.9


def test_clones_are_unfitted_and_have_equal_parameters(noisy_data):
    unit = ResidualUnit(method="noisy", sandwich=True).fit(noisy_data.X, noisy_data.Y)
    copy = clone(unit)
    assert copy.get_params() == unit.get_params() and not hasattr(copy, "A_")
    assert "method='noisy'" in repr(copy)


@pytest.mark.parametrize("estimator", [ResidualUnit(), ResidualUnitRegressor(fast=True)])
def test_joblib_processes_give_identical_results(noisy_data, estimator):
    X, Y = noisy_data.X, noisy_data.Y
    here = clone(estimator).fit(X, Y)
    there = joblib.Parallel(n_jobs=2, backend="loky")(joblib.delayed(clone(estimator).fit)(X, Y) for _ in range(2))
    for fitted in there:
        np.testing.assert_array_equal(fitted.predict(X), here.predict(X))
    scores = cross_val_score(estimator, X, Y, n_jobs=2)
    np.testing.assert_array_equal(scores, cross_val_score(estimator, X, Y))


def test_read_only_memory_maps_are_accepted(tmp_path, noisy_data):
    """joblib passes large arrays to its processes as read-only memory maps."""
    joblib.dump(noisy_data.X, tmp_path / "X")
    X = joblib.load(tmp_path / "X", mmap_mode="r")
    np.testing.assert_array_equal(ResidualUnit().fit(X, noisy_data.Y).A_,
                                  ResidualUnit().fit(noisy_data.X, noisy_data.Y).A_)


def test_names_of_data_frames_are_checked(noisy_data):
    X = pd.DataFrame(noisy_data.X, columns=list("abcd"))
    unit = ResidualUnit().fit(X, pd.DataFrame(noisy_data.Y))
    assert list(unit.feature_names_in_) == list("abcd") and unit.n_features_in_ == 4
    with pytest.raises(ValueError, match="feature names should match"):
        unit.predict(X[list("dcba")])
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        unit.predict(noisy_data.X)


def test_unfitted_estimators_can_be_pickled():
    for estimator in (ResidualUnit(method="qp"), ResidualUnitRegressor(width=7)):
        assert pickle.loads(pickle.dumps(estimator)).get_params() == estimator.get_params()
