# SPDX-License-Identifier: BSD-3-Clause
"""extract: identification from queries to a Python function."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

import resunit
from resunit import NoUsableFitError, ResidualNetwork


def function_of(weights, dtype=np.float64):
    def function(X):
        X = X.astype(dtype)
        for W in weights[:-1]:
            X = X + np.maximum(X @ W.T.astype(dtype), 0)
        return X @ weights[-1].T.astype(dtype)
    return function


@pytest.fixture(scope="module")
def weights():
    return resunit.generate(4, 1, layers=3, negative=0.5, random_state=3).weights


@pytest.mark.parametrize("layers", [3, "auto"])
def test_identifies_the_weights(weights, layers):
    network = resunit.extract(function_of(weights), 4, layers)
    assert isinstance(network, ResidualNetwork) and network.status_ == "solved" and network.certificate_["holds"]
    for found, true in zip(network.weights_, weights):
        np.testing.assert_allclose(found, true, atol=1e-9)
    assert network.report_["queries"]["count"] > 0
    X = np.random.default_rng(0).standard_normal((50, 4))
    np.testing.assert_allclose(network.predict(X), function_of(weights)(X), atol=1e-9)


def test_supports_single_precision(weights):
    network = resunit.extract(function_of(weights, np.float32), 4)
    assert network.status_ == "solved"
    assert 1e-8 < network.report_["queries"]["precision"] < 1e-6
    np.testing.assert_allclose(network.weights_[0], weights[0], atol=1e-4)


def test_model_files_keep_the_queries(weights, tmp_path):
    network = resunit.extract(function_of(weights), 4)
    network.save(tmp_path / "m.json")
    loaded = resunit.load(tmp_path / "m.json")
    assert loaded.report_["queries"] == network.report_["queries"]
    np.testing.assert_array_equal(loaded.weights_[1], network.weights_[1])


def test_identifies_units(weights):
    network = resunit.extract(function_of(weights[1:]), 4)
    assert len(network.weights_) == 2 and network.status_ == "solved"


def test_exceptions_of_the_function_are_not_changed():
    class Broken(Exception):
        pass

    def function(X):
        raise Broken("no answer")
    with pytest.raises(Broken, match="no answer"):
        resunit.extract(function, 3)


@pytest.mark.parametrize("function, message", [
    (lambda X: X[:, :2], "2 outputs for 3 inputs"),
    (lambda X: X[:-1], "3 rows for 4 queries"),
    (lambda X: X * np.nan, "has the value nan"),
    (lambda X: X[:, 0], "1 dimensions, expected 2"),
])
def test_invalid_answers_are_errors(function, message):
    with pytest.raises(ValueError, match=message):
        resunit.extract(function, 3)


def test_reports_that_no_network_reproduces_the_answers():
    with pytest.raises(NoUsableFitError, match="no network of residual layers reproduces the answers"):
        resunit.extract(np.tanh, 3)
    with pytest.raises(NoUsableFitError, match="limit of 500 queries"):
        resunit.extract(function_of([np.diag([1.0, 2, 3]) - 1, np.eye(3)]), 3, queries=500)


def test_warns_about_linear_functions():
    with pytest.warns(ConvergenceWarning, match="undetermined"):
        network = resunit.extract(lambda X: 2 * X, 3)
    np.testing.assert_allclose(network.predict(np.eye(3)), 2 * np.eye(3), atol=1e-12)


@pytest.mark.parametrize("options", [dict(layers=1), dict(layers="3"), dict(queries=-1), dict(random_state=-1)])
def test_rejects_invalid_options(options):
    with pytest.raises(ValueError):
        resunit.extract(lambda X: X, 3, **options)
