# SPDX-License-Identifier: BSD-3-Clause
"""Identification: weights, certificates, errors, intervals, and what goes wrong."""

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning, NotFittedError

import resunit
from resunit import NoUsableFitError, ResidualUnit


def test_noiseless_samples_give_the_very_weights_with_a_certificate(exact_world):
    unit = ResidualUnit().fit(exact_world.X, exact_world.Y)
    assert unit.status_ == "solved" and unit.report_["method"] == "exact"
    np.testing.assert_allclose(unit.A_, exact_world.A, atol=1e-12)
    np.testing.assert_allclose(unit.B_, exact_world.B, atol=1e-12)
    np.testing.assert_allclose(unit.C_ @ unit.B_, np.eye(6), atol=1e-10)
    assert unit.certificate_.holds and unit.certificate_.layer1_rows.all()
    assert unit.certificate_.layer2_rows.shape == (6,)
    assert unit.noise_std_ == 0 and unit.stderr_ is None
    assert unit.score(exact_world.X, exact_world.Y) > 1 - 1e-12


def test_noise_gives_its_level_and_standard_errors(noisy_world):
    unit = ResidualUnit().fit(noisy_world.X, noisy_world.Y)
    assert unit.report_["method"] == "noisy" and not unit.certificate_.holds
    assert unit.noise_std_ == pytest.approx(0.1, rel=0.1)
    assert unit.stderr_.A.shape == (4, 4) and unit.stderr_.B.shape == (4, 4)
    share = np.mean(np.abs(unit.A_ - noisy_world.A) < 2 * unit.stderr_.A)
    assert share > 0.7


def test_intervals_hold_the_mean_output(noisy_world):
    unit = ResidualUnit(method="noisy").fit(noisy_world.X, noisy_world.Y)
    truth = (np.maximum(noisy_world.X @ noisy_world.A.T, 0) + noisy_world.X) @ noisy_world.B.T
    mean, low, high = unit.predict(noisy_world.X, interval=0.95)
    np.testing.assert_array_equal(mean, unit.predict(noisy_world.X))
    assert np.mean((low <= truth) & (truth <= high)) > 0.85
    narrow = unit.predict(noisy_world.X, interval=0.5)
    assert np.all(narrow[2] - narrow[1] < high - low)
    with pytest.raises(ValueError, match=r"level = 2, expected a value in \(0, 1\)"):
        unit.predict(noisy_world.X, interval=2)


def test_a_fit_without_standard_errors_has_no_intervals(exact_world):
    unit = ResidualUnit().fit(exact_world.X, exact_world.Y)
    with pytest.raises(ValueError, match="no standard errors"):
        unit.predict(exact_world.X, interval=0.95)


@pytest.mark.parametrize("method", ["auto", "exact", "qp", "lp", "lp-noisy", "sgd"])
def test_every_method_predicts(method):
    world = resunit.generate(3, 400, random_state=5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        of_sgd = dict(rate=0.01, epochs=50) if method == "sgd" else {}
        unit = ResidualUnit(method=method, **of_sgd).fit(world.X, world.Y)
    assert unit.predict(world.X).shape == world.Y.shape
    assert unit.score(world.X, world.Y) > 0.8


def test_an_option_of_another_method_is_an_error(exact_world):
    with pytest.raises(ValueError, match="epochs has no effect with method exact"):
        ResidualUnit(method="exact", epochs=3).fit(exact_world.X, exact_world.Y)
    with pytest.warns(UserWarning, match="option epochs has no effect with method auto"):
        ResidualUnit(epochs=3).fit(exact_world.X, exact_world.Y)


def test_lr_needs_inputs_of_one_sign():
    world = resunit.generate(2, 2000, distribution="gaussian", random_state=5)
    unit = ResidualUnit(method="lr").fit(world.X, world.Y)
    np.testing.assert_allclose(unit.A_, world.A, atol=1e-8)


def test_polish_descends_further():
    world = resunit.generate(4, 600, noise=0.1, random_state=3)
    rough = ResidualUnit(method="qp").fit(world.X, world.Y).report_["training_loss"]
    assert ResidualUnit(method="qp", polish=True).fit(world.X, world.Y).report_["training_loss"] < rough


def test_a_bias_is_the_weight_of_a_constant_input():
    world = resunit.generate(3, 300, bias=True, random_state=7)
    unit = ResidualUnit(bias=True).fit(world.X, world.Y)
    assert world.X.shape[1] == 3 and unit.n_features_in_ == 3 and unit.A_.shape == (4, 4)
    np.testing.assert_allclose(unit.predict(world.X), world.Y, atol=1e-9)


def test_robust_resists_outliers(noisy_world):
    Y = noisy_world.Y.copy()
    Y[::20] += 10
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plain = ResidualUnit(method="noisy").fit(noisy_world.X, Y)
        robust = ResidualUnit(method="noisy", robust=True).fit(noisy_world.X, Y)
    assert np.linalg.norm(robust.B_ - noisy_world.B) < np.linalg.norm(plain.B_ - noisy_world.B)


def test_sandwich_changes_the_errors_but_not_the_weights(noisy_world):
    plain = ResidualUnit(method="noisy").fit(noisy_world.X, noisy_world.Y)
    sandwich = ResidualUnit(method="noisy", sandwich=True).fit(noisy_world.X, noisy_world.Y)
    np.testing.assert_array_equal(plain.A_, sandwich.A_)
    np.testing.assert_allclose(plain.stderr_.A, sandwich.stderr_.A, rtol=0.5)
    assert not np.array_equal(plain.stderr_.A, sandwich.stderr_.A)


def test_sgd_starts_from_given_weights(exact_world):
    unit = ResidualUnit(method="sgd", start=(exact_world.A, exact_world.B), epochs=1).fit(exact_world.X, exact_world.Y)
    np.testing.assert_allclose(unit.A_, exact_world.A, atol=1e-9)


def test_a_doubtful_status_warns(noisy_world):
    world = resunit.generate(3, 400, noise=0.1)
    with pytest.warns(ConvergenceWarning, match="inexact: the training loss went from"):
        unit = ResidualUnit(method="sgd", epochs=2).fit(world.X, world.Y)
    assert unit.status_ == "inexact"
    with pytest.warns(ConvergenceWarning, match="suspect: the loss is .* times"):
        ResidualUnit().fit(noisy_world.X[:, :3], noisy_world.Y)  # an input is withheld


def test_no_usable_fit_is_an_error_with_a_report(noisy_world):
    with pytest.raises(NoUsableFitError, match="no usable fit: exact: not exact") as error:
        ResidualUnit(method="exact").fit(noisy_world.X, noisy_world.Y)
    assert isinstance(error.value, ValueError) and error.value.report["status"] == "not exact"


def test_a_failed_fit_leaves_no_old_one_behind(exact_world, noisy_world):
    unit = ResidualUnit(method="exact").fit(exact_world.X, exact_world.Y)
    with pytest.raises(NoUsableFitError):
        unit.fit(noisy_world.X, noisy_world.Y)
    with pytest.raises(NotFittedError):
        unit.predict(exact_world.X)


def test_the_report_is_text_and_a_dictionary(exact_world):
    report = ResidualUnit().fit(exact_world.X, exact_world.Y).report_
    assert report["status"] == "solved" and "certificate: holds" in str(report)
    assert "A" not in report


@pytest.mark.parametrize("option, message", [
    (dict(tolerance=2.0), r"RowOptions::tolerance = 2, expected a value in \(0, 1\)"),
    (dict(epochs=0), "SgdOptions::epochs = 0, expected a value of at least 1"),
    (dict(max_iterations="many"), "max_iterations = 'many', expected an integer"),
    (dict(method="best"), "unknown method 'best', expected one of auto, exact"),
    (dict(rescale="mine"), "unknown rescale 'mine'"),
    (dict(n_jobs=0), "n_jobs = 0, expected -1 for all cores"),
    (dict(random_state=-1), "random_state = -1, expected an integer of at least 0 and below 2"),
    (dict(random_state=2**64), "random_state = 18446744073709551616, expected an integer of at least 0 and below 2"),
    (dict(random_state="x"), "random_state = 'x', expected an integer"),
])
def test_options_out_of_range_are_named(exact_world, option, message):
    with pytest.raises(ValueError, match=message):
        ResidualUnit(**option).fit(exact_world.X, exact_world.Y)


def test_an_unfitted_unit_neither_predicts_nor_saves(exact_world, tmp_path):
    for use in (lambda unit: unit.predict(exact_world.X), lambda unit: unit.save(tmp_path / "m.json")):
        with pytest.raises(NotFittedError):
            use(ResidualUnit())


def test_generators_give_seeds(exact_world):
    for state in (None, np.random.RandomState(0), np.random.default_rng(0), np.int64(3)):
        assert ResidualUnit(random_state=state).fit(exact_world.X, exact_world.Y).certificate_.holds


def test_verbose_shows_the_report(noisy_world, capfd):
    ResidualUnit(verbose=1).fit(noisy_world.X, noisy_world.Y)
    assert "noisy: solved" in capfd.readouterr().err


def test_diagnose_refuses_complex_numbers(exact_world):
    with pytest.raises(ValueError, match="Y is complex"):
        resunit.diagnose(exact_world.X, exact_world.Y + 1j)


def test_diagnose_says_whether_samples_are_enough(exact_world):
    assert resunit.diagnose(exact_world.X, exact_world.Y)["enough"]
    few = resunit.diagnose(exact_world.X[:8], exact_world.Y[:8])
    assert not few["enough"] and few["verdict"] and len(few["rows"]) == 6
