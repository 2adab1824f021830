# SPDX-License-Identifier: BSD-3-Clause
"""ResidualNetwork: identification, noise, files, and the same results as the command."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

import resunit
from resunit import NoUsableFitError, ResidualNetwork, ResidualUnit


@pytest.fixture(scope="module")
def deep_data():
    return resunit.generate(3, 300, layers=3, negative=0.5, random_state=2)


def test_generate_draws_networks(deep_data):
    X, Y, weights = deep_data
    assert [W.shape for W in weights] == [(3, 3)] * 3
    R = X
    for W in weights[:-1]:
        R = R + np.maximum(R @ W.T, 0)
    np.testing.assert_allclose(R @ weights[-1].T, Y, rtol=1e-12)


@pytest.mark.parametrize("layers", [3, "auto"])
def test_identifies_the_weights(deep_data, layers):
    network = ResidualNetwork(layers).fit(deep_data.X, deep_data.Y)
    assert network.status_ == "solved" and network.certificate_["holds"] and network.noise_std_ == 0
    for found, true in zip(network.weights_, deep_data.weights):
        np.testing.assert_allclose(found, true, atol=1e-10)
    np.testing.assert_allclose(network.predict(deep_data.X), deep_data.Y, rtol=1e-9, atol=1e-9)
    assert "locally identifiable" in str(network.report_)


def test_estimates_noise_and_standard_errors():
    X, Y, weights = resunit.generate(3, 500, layers=3, negative=0.5, hidden_scale=0.6, noise=0.1, random_state=3)
    network = ResidualNetwork(3, "noisy").fit(X, Y)
    assert network.noise_std_ == pytest.approx(0.1, rel=0.1)
    assert [E.shape for E in network.stderr_] == [W.shape for W in weights]
    assert network.certificate_ is None


def test_the_papers_formula_is_suspect():
    X, Y, weights = resunit.generate(8, 1000, layers=3, random_state=4)
    with pytest.warns(ConvergenceWarning, match="does not identify the hidden layers; use method auto"):
        network = ResidualNetwork(3, "qp").fit(X, Y)
    assert network.status_ == "suspect" and network.certificate_ is None and np.isnan(network.noise_std_)
    np.testing.assert_allclose(network.weights_[-1], weights[-1], atol=1e-9)


def test_equals_the_command(command, tmp_path, deep_data):
    np.save(tmp_path / "x.npy", deep_data.X)
    np.save(tmp_path / "y.npy", deep_data.Y)
    command("fit", tmp_path / "x.npy", tmp_path / "y.npy", "--layers", 3, "--model", tmp_path / "m.json")
    from_command = resunit.load(tmp_path / "m.json")
    assert isinstance(from_command, ResidualNetwork)
    network = ResidualNetwork(3).fit(deep_data.X, deep_data.Y)
    for found, expected in zip(network.weights_, from_command.weights_):
        np.testing.assert_array_equal(found, expected)


def test_model_files_and_pickles_are_lossless(tmp_path, deep_data):
    network = ResidualNetwork(3).fit(deep_data.X, deep_data.Y)
    network.save(tmp_path / "m.json")
    for copy in (ResidualNetwork.load(tmp_path / "m.json"), pickle.loads(pickle.dumps(network))):
        np.testing.assert_array_equal(copy.predict(deep_data.X), network.predict(deep_data.X))
        assert copy.report_ == network.report_
    with pytest.raises(ValueError, match="not a model of ResidualUnit"):
        ResidualUnit.load(tmp_path / "m.json")


def test_reports_that_no_network_fits(deep_data):
    with pytest.raises(NoUsableFitError, match="no network of 2 layers fits"):
        ResidualNetwork(2, "exact").fit(deep_data.X, deep_data.Y)


def test_warns_about_weights_that_are_not_identifiable(deep_data):
    with pytest.warns(ConvergenceWarning, match="undetermined"):
        X = np.abs(deep_data.X)
        R = X
        for W in deep_data.weights[:-1]:
            R = R + np.maximum(R @ np.abs(W).T, 0)
        ResidualNetwork(3, "exact").fit(X, R @ deep_data.weights[-1].T)


@pytest.mark.parametrize("layers", [1, 0, "three", 2.5, None])
def test_rejects_invalid_numbers_of_layers(deep_data, layers):
    with pytest.raises(ValueError, match="layers"):
        ResidualNetwork(layers).fit(deep_data.X, deep_data.Y)


def test_follows_the_conventions_of_scikit_learn(deep_data):
    network = ResidualNetwork(3, starts=5)
    assert clone(network).get_params() == network.get_params()
    frames = pytest.importorskip("pandas")
    X = frames.DataFrame(deep_data.X, columns=["a", "b", "c"])
    network.fit(X, deep_data.Y)
    assert list(network.feature_names_in_) == ["a", "b", "c"]
