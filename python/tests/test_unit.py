# SPDX-License-Identifier: BSD-3-Clause
"""Identification: weights, certificates, standard errors, intervals, and failures."""

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning, NotFittedError

import resunit
from resunit import NoUsableFitError, ResidualUnit


def test_noiseless_samples_give_exact_weights_and_a_certificate(exact_data):
    unit = ResidualUnit().fit(exact_data.X, exact_data.Y)
    assert unit.status_ == "solved" and unit.report_["method"] == "exact"
    np.testing.assert_allclose(unit.A_, exact_data.A, atol=1e-12)
    np.testing.assert_allclose(unit.B_, exact_data.B, atol=1e-12)
    np.testing.assert_allclose(unit.C_ @ unit.B_, np.eye(6), atol=1e-10)
    assert unit.certificate_.holds and unit.certificate_.layer1_rows.all()
    assert unit.certificate_.layer2_rows.shape == (6,)
    assert unit.noise_std_ == 0 and unit.stderr_ is None
    assert unit.score(exact_data.X, exact_data.Y) > 1 - 1e-12


def test_noisy_samples_give_noise_level_and_standard_errors(noisy_data):
    unit = ResidualUnit().fit(noisy_data.X, noisy_data.Y)
    assert unit.report_["method"] == "noisy" and not unit.certificate_.holds
    assert unit.noise_std_ == pytest.approx(0.1, rel=0.1)
    assert unit.stderr_.A.shape == (4, 4) and unit.stderr_.B.shape == (4, 4)
    share = np.mean(np.abs(unit.A_ - noisy_data.A) < 2 * unit.stderr_.A)
    assert share > 0.7


def test_intervals_cover_the_mean_output(noisy_data):
    unit = ResidualUnit(method="noisy").fit(noisy_data.X, noisy_data.Y)
    truth = (np.maximum(noisy_data.X @ noisy_data.A.T, 0) + noisy_data.X) @ noisy_data.B.T
    mean, low, high = unit.predict(noisy_data.X, interval=0.95)
    np.testing.assert_array_equal(mean, unit.predict(noisy_data.X))
    assert np.mean((low <= truth) & (truth <= high)) > 0.85
    narrow = unit.predict(noisy_data.X, interval=0.5)
    assert np.all(narrow[2] - narrow[1] < high - low)
    with pytest.raises(ValueError, match=r"^interval = 2, expected a value in \(0, 1\)$"):
        unit.predict(noisy_data.X, interval=2)


def test_intervals_require_standard_errors(exact_data):
    unit = ResidualUnit().fit(exact_data.X, exact_data.Y)
    with pytest.raises(ValueError, match="no standard errors"):
        unit.predict(exact_data.X, interval=0.95)


@pytest.mark.parametrize("method", ["auto", "exact", "qp", "lp", "lp-noisy", "sgd"])
def test_every_method_predicts(method):
    data = resunit.generate(3, 400, random_state=5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sgd_options = dict(rate=0.01, epochs=50) if method == "sgd" else {}
        unit = ResidualUnit(method=method, **sgd_options).fit(data.X, data.Y)
    assert unit.predict(data.X).shape == data.Y.shape
    assert unit.score(data.X, data.Y) > 0.8


def test_options_of_another_method_are_rejected(exact_data):
    with pytest.raises(ValueError, match="^epochs has no effect with method exact"):
        ResidualUnit(method="exact", epochs=3).fit(exact_data.X, exact_data.Y)
    with pytest.warns(UserWarning, match="option epochs has no effect with method auto"):
        ResidualUnit(epochs=3).fit(exact_data.X, exact_data.Y)


def test_lr_identifies_a_unit_from_inputs_of_one_sign():
    data = resunit.generate(2, 2000, distribution="gaussian", random_state=5)
    unit = ResidualUnit(method="lr").fit(data.X, data.Y)
    np.testing.assert_allclose(unit.A_, data.A, atol=1e-8)


def test_polish_lowers_the_loss():
    data = resunit.generate(4, 600, noise=0.1, random_state=3)
    rough = ResidualUnit(method="qp").fit(data.X, data.Y).report_["training_loss"]
    assert ResidualUnit(method="qp", polish=True).fit(data.X, data.Y).report_["training_loss"] < rough


def test_a_bias_is_the_weight_of_a_constant_input():
    data = resunit.generate(3, 300, bias=True, random_state=7)
    unit = ResidualUnit(bias=True).fit(data.X, data.Y)
    assert data.X.shape[1] == 3 and unit.n_features_in_ == 3 and unit.A_.shape == (4, 4)
    np.testing.assert_allclose(unit.predict(data.X), data.Y, atol=1e-9)


def test_robust_reduces_the_effect_of_outliers(noisy_data):
    Y = noisy_data.Y.copy()
    Y[::20] += 10
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plain = ResidualUnit(method="noisy").fit(noisy_data.X, Y)
        robust = ResidualUnit(method="noisy", robust=True).fit(noisy_data.X, Y)
    assert np.linalg.norm(robust.B_ - noisy_data.B) < np.linalg.norm(plain.B_ - noisy_data.B)


def test_sandwich_changes_standard_errors_but_not_weights(noisy_data):
    plain = ResidualUnit(method="noisy").fit(noisy_data.X, noisy_data.Y)
    sandwich = ResidualUnit(method="noisy", sandwich=True).fit(noisy_data.X, noisy_data.Y)
    np.testing.assert_array_equal(plain.A_, sandwich.A_)
    np.testing.assert_allclose(plain.stderr_.A, sandwich.stderr_.A, rtol=0.5)
    assert not np.array_equal(plain.stderr_.A, sandwich.stderr_.A)


def test_sgd_starts_from_given_weights(exact_data):
    unit = ResidualUnit(method="sgd", start=(exact_data.A, exact_data.B), epochs=1).fit(exact_data.X, exact_data.Y)
    np.testing.assert_allclose(unit.A_, exact_data.A, atol=1e-9)


def test_status_other_than_solved_causes_a_warning(noisy_data):
    data = resunit.generate(3, 400, noise=0.1)
    with pytest.warns(ConvergenceWarning, match="inexact: the training loss changed from"):
        unit = ResidualUnit(method="sgd", epochs=2).fit(data.X, data.Y)
    assert unit.status_ == "inexact"
    with pytest.warns(ConvergenceWarning, match="suspect: no network with as many hidden neurons as inputs fits"):
        ResidualUnit().fit(noisy_data.X[:, :3], noisy_data.Y)  # without one of the inputs


def test_unusable_fit_raises_an_error_with_a_report(noisy_data):
    with pytest.raises(NoUsableFitError, match="no usable fit: exact: not exact") as error:
        ResidualUnit(method="exact").fit(noisy_data.X, noisy_data.Y)
    assert isinstance(error.value, ValueError) and error.value.report["status"] == "not exact"


def test_failed_fit_discards_the_previous_model(exact_data, noisy_data):
    unit = ResidualUnit(method="exact").fit(exact_data.X, exact_data.Y)
    with pytest.raises(NoUsableFitError):
        unit.fit(noisy_data.X, noisy_data.Y)
    with pytest.raises(NotFittedError):
        unit.predict(exact_data.X)


def test_the_report_is_text_and_a_dictionary(exact_data):
    report = ResidualUnit().fit(exact_data.X, exact_data.Y).report_
    assert report["status"] == "solved" and "certificate: holds" in str(report)
    assert "A" not in report


@pytest.mark.parametrize("option, message", [
    (dict(tolerance=2.0), r"^tolerance = 2, expected a value in \(0, 1\)"),
    (dict(epochs=0), "^epochs = 0, expected a value of at least 1"),
    (dict(max_iterations="many"), "max_iterations = 'many', expected an integer"),
    (dict(method="best"), "unknown method 'best', expected one of auto, exact"),
    (dict(rescale="mine"), "unknown rescale 'mine'"),
    (dict(n_jobs=0), "n_jobs = 0, expected -1 for all cores"),
    (dict(random_state=-1), "random_state = -1, expected an integer of at least 0 and below 2"),
    (dict(random_state=2**64), "random_state = 18446744073709551616, expected an integer of at least 0 and below 2"),
    (dict(random_state="x"), "random_state = 'x', expected an integer"),
])
def test_invalid_options_are_named(exact_data, option, message):
    with pytest.raises(ValueError, match=message):
        ResidualUnit(**option).fit(exact_data.X, exact_data.Y)


def test_unfitted_units_neither_predict_nor_save(exact_data, tmp_path):
    for use in (lambda unit: unit.predict(exact_data.X), lambda unit: unit.save(tmp_path / "m.json")):
        with pytest.raises(NotFittedError):
            use(ResidualUnit())


def test_random_state_accepts_generators(exact_data):
    for state in (None, np.random.RandomState(0), np.random.default_rng(0), np.int64(3)):
        assert ResidualUnit(random_state=state).fit(exact_data.X, exact_data.Y).certificate_.holds


def test_verbose_prints_the_report(noisy_data, capfd):
    ResidualUnit(verbose=1).fit(noisy_data.X, noisy_data.Y)
    assert "noisy: solved" in capfd.readouterr().err


def test_diagnose_rejects_complex_numbers(exact_data):
    with pytest.raises(ValueError, match="Y is complex"):
        resunit.diagnose(exact_data.X, exact_data.Y + 1j)


def test_diagnose_reports_whether_samples_are_sufficient(exact_data):
    assert resunit.diagnose(exact_data.X, exact_data.Y)["enough"]
    few = resunit.diagnose(exact_data.X[:8], exact_data.Y[:8])
    assert not few["enough"] and few["verdict"] and len(few["rows"]) == 6


def test_report_names_the_parameter_to_try(noisy_data):
    X, y = noisy_data[:2]
    y = y.copy()
    y[7, 0] = 1e6
    with pytest.warns(ConvergenceWarning, match="sample 7 carries"):
        unit = resunit.ResidualUnit(method="noisy").fit(X, y)
    assert unit.report_["remedy"] == "robust"
    assert unit.report_["outliers"] == [7]
    assert str(unit.report_).endswith("try: ResidualUnit(robust=True)")


def test_shuffled_rows_are_reported_as_unrelated(noisy_data):
    X, y = noisy_data[:2]
    with pytest.raises(resunit.NoUsableFitError, match="no evidence that y depends on x") as error:
        resunit.ResidualUnit().fit(X, y[::-1])
    assert error.value.report["status"] == "unrelated"


def test_fewer_samples_than_inputs_are_no_usable_fit(exact_data):
    for method in ("auto", "exact", "noisy", "qp", "lp", "lp-noisy"):
        with pytest.raises(NoUsableFitError) as error:
            ResidualUnit(method=method).fit(exact_data.X[:4], exact_data.Y[:4])
        assert error.value.report["status"] == "too few samples"


def test_warnings_name_the_columns_of_data_frames(noisy_data):
    import pandas as pd

    X = noisy_data.X.copy()
    X[:, 1] = 2
    with pytest.warns(UserWarning, match="^column 1 of X is constant: it acts as a bias$"):
        ResidualUnit().fit(X, noisy_data.Y)
    with pytest.warns(UserWarning, match="^the column 'b' is constant: it acts as a bias$"):
        ResidualUnit().fit(pd.DataFrame(X, columns=list("abcd")), noisy_data.Y)
