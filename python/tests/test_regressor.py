# SPDX-License-Identifier: BSD-3-Clause
"""Regression on tables."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes
from sklearn.linear_model import LinearRegression

from resunit import ResidualUnitRegressor


def test_beats_linear_regression_on_a_nonlinear_target(table):
    X, y = table
    regressor = ResidualUnitRegressor().fit(X[:200], y[:200])
    linear = LinearRegression().fit(X[:200], y[:200])
    assert regressor.score(X[200:], y[200:]) > 0.7 > linear.score(X[200:], y[200:])


def test_shape_of_predictions_follows_the_targets(table):
    X, y = table
    assert ResidualUnitRegressor(fast=True).fit(X, y).predict(X).shape == (300,)
    assert ResidualUnitRegressor(fast=True).fit(X, y[:, None]).predict(X).shape == (300, 1)
    several = ResidualUnitRegressor(fast=True).fit(X, np.column_stack([y, -y, y + X[:, 0]]))
    assert several.predict(X).shape == (300, 3) and several.held_out_rmse_.shape == (3,)


def test_options_reach_the_library(table):
    X, y = table
    regressor = ResidualUnitRegressor(width=16, members=3).fit(X, y)
    assert regressor.report_["width"] == 16 and regressor.report_["members"] == 3
    assert regressor.A_.shape == (48, 5) and regressor.W_.shape == (1, 5) and regressor.V_.shape == (1, 48)
    with pytest.raises(ValueError, match="^members = -1, expected a value of at least 0"):
        ResidualUnitRegressor(members=-1).fit(X, y)


def test_weights_reproduce_the_predictions(table):
    X, y = table
    regressor = ResidualUnitRegressor(fast=True).fit(X, y)
    Z = np.column_stack([(X - X.mean(0)) / X.std(0), np.ones(len(X))])
    standard = Z @ regressor.W_.T + np.maximum(Z @ regressor.A_.T, 0) @ regressor.V_.T
    expected = np.clip(y.mean() + y.std() * standard[:, 0], y.min(), y.max())
    np.testing.assert_allclose(regressor.predict(X), expected, atol=1e-9)


def test_row_order_does_not_change_results(table):
    X, y = table
    order = np.random.default_rng(1).permutation(len(y))
    straight = ResidualUnitRegressor(fast=True).fit(X, y)
    shuffled = ResidualUnitRegressor(fast=True).fit(X[order], y[order])
    np.testing.assert_array_equal(straight.A_, shuffled.A_)


def test_held_out_error_estimates_the_error_on_new_rows():
    X, y = load_diabetes(return_X_y=True)
    regressor = ResidualUnitRegressor().fit(X[:350], y[:350])
    error = np.sqrt(np.mean((regressor.predict(X[350:]) - y[350:]) ** 2))
    assert regressor.held_out_rmse_[0] == pytest.approx(error, rel=0.2)


def test_standard_error_of_the_held_out_error(table):
    X, y = table
    regressor = ResidualUnitRegressor(fast=True).fit(X, y)
    assert regressor.held_out_stderr_.shape == (1,)
    assert 0 < regressor.held_out_stderr_[0] < 0.2 * regressor.held_out_rmse_[0]


def test_repeated_noise_is_not_learned():
    g = np.random.default_rng(0)
    X, y = np.tile(g.normal(size=(100, 3)), (3, 1)), np.tile(g.normal(size=100), 3)
    with pytest.warns(UserWarning, match="200 of 300 rows repeat the inputs of another row"):
        regressor = ResidualUnitRegressor().fit(X, y)
    assert regressor.report_["cross_validation"]["resunit"]["r2"][0] < 0.05


def test_verdict_compares_with_linear_regression(table):
    X, y = table
    regressor = ResidualUnitRegressor(fast=True).fit(X, y)
    assert "lower error than linear regression" in regressor.report_["verdict"]
    assert str(regressor.report_).startswith(regressor.report_["verdict"])
    g = np.random.default_rng(0)
    line = X[:, 0] + g.normal(size=len(X))
    assert ResidualUnitRegressor(fast=True).fit(X, line).report_["verdict"].endswith("no better than linear regression")


def test_linear_model_is_least_squares():
    X, y = load_diabetes(return_X_y=True)
    linear = ResidualUnitRegressor(linear=True).fit(X, y)
    assert linear.A_.shape == (0, 11)
    np.testing.assert_allclose(linear.predict(X), np.clip(LinearRegression().fit(X, y).predict(X), y.min(), y.max()))


def test_column_names_come_from_data_frames():
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    regressor = ResidualUnitRegressor(fast=True).fit(X, y)
    assert list(regressor.feature_names_in_) == list(X.columns)
    assert regressor.report_["inputs"] == list(X.columns) and regressor.report_["targets"] == ["target"]
    unnamed = ResidualUnitRegressor(fast=True).fit(X.rename(columns={"age": "y"}), y.to_numpy())
    assert unnamed.report_["targets"] == ["y_"]
    both = pd.DataFrame({"up": y, "down": -y})
    assert ResidualUnitRegressor(fast=True).fit(X, both).report_["targets"] == ["up", "down"]


def test_constant_columns_cause_a_warning(table):
    X, y = table
    with pytest.warns(UserWarning, match="column 4 of X is constant and was ignored"):
        ResidualUnitRegressor(fast=True).fit(np.column_stack([X, np.ones(len(X))]), y)


def test_constant_targets_are_rejected(table):
    with pytest.raises(ValueError, match="column 0 of Y is constant: it is 1 in all 300 rows"):
        ResidualUnitRegressor().fit(table[0], np.ones(300))
