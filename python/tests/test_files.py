# SPDX-License-Identifier: BSD-3-Clause
"""Models can be exchanged with the command in both directions; results are identical bit for bit."""

import json
import pickle

import numpy as np
import pytest

import resunit
from resunit import ResidualUnit, ResidualUnitRegressor


def predict_by_command(command, folder, X):
    np.save(folder / "x.npy", X)
    command("predict", folder / "model.json", folder / "x.npy", "--out", folder / "yhat.npy")
    return np.load(folder / "yhat.npy")


@pytest.mark.parametrize("options", [{}, dict(method="qp"), dict(bias=True)])
def test_command_predicts_with_a_saved_unit(command, tmp_path, noisy_data, options):
    X, Y = noisy_data.X[:, :3], noisy_data.Y
    unit = ResidualUnit(**options).fit(X, Y)
    unit.save(tmp_path / "model.json")
    np.testing.assert_array_equal(predict_by_command(command, tmp_path, X), unit.predict(X))


def test_command_computes_the_same_intervals(command, tmp_path, noisy_data):
    unit = ResidualUnit().fit(noisy_data.X, noisy_data.Y)
    unit.save(tmp_path / "model.json")
    np.save(tmp_path / "x.npy", noisy_data.X[:50])
    command("predict", tmp_path / "model.json", tmp_path / "x.npy", "--interval", "0.9", "--out", tmp_path / "yhat.npy")
    from_python = np.stack(unit.predict(noisy_data.X[:50], interval=0.9), axis=2).reshape(50, -1)
    np.testing.assert_array_equal(np.load(tmp_path / "yhat.npy"), from_python)


def test_command_predicts_with_a_saved_regressor(command, tmp_path, table):
    X, y = table
    regressor = ResidualUnitRegressor(fast=True).fit(X, y)
    regressor.save(tmp_path / "model.json")
    np.testing.assert_array_equal(predict_by_command(command, tmp_path, X)[:, 0], regressor.predict(X))


def test_command_selects_columns_by_name(command, tmp_path, table):
    import pandas as pd

    X, y = table
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"])
    regressor = ResidualUnitRegressor(fast=True).fit(frame, pd.Series(y, name="target"))
    regressor.save(tmp_path / "model.json")
    frame[["d", "a", "c", "b"]].to_csv(tmp_path / "x.csv", index=False, float_format="%.17g")
    command("predict", tmp_path / "model.json", tmp_path / "x.csv", "--out", tmp_path / "yhat.npy")
    np.testing.assert_array_equal(np.load(tmp_path / "yhat.npy")[:, 0], regressor.predict(frame))
    loaded = resunit.load(tmp_path / "model.json")
    assert list(loaded.feature_names_in_) == ["a", "b", "c", "d"]


def test_units_store_the_names_of_data_frames(command, tmp_path, noisy_data):
    import pandas as pd

    X = pd.DataFrame(noisy_data.X, columns=list("abcd"))
    unit = ResidualUnit().fit(X, pd.DataFrame(noisy_data.Y, columns=[f"out{k}" for k in range(noisy_data.Y.shape[1])]))
    unit.save(tmp_path / "model.json")
    assert unit.report_["inputs"] == list("abcd") and unit.report_["outputs"][0] == "out0"
    X[list("dbca")].to_csv(tmp_path / "x.csv", index=False, float_format="%.17g")
    command("predict", tmp_path / "model.json", tmp_path / "x.csv", "--out", tmp_path / "yhat.npy")
    np.testing.assert_array_equal(np.load(tmp_path / "yhat.npy"), unit.predict(X))
    for copy in (resunit.load(tmp_path / "model.json"), pickle.loads(pickle.dumps(unit))):
        assert list(copy.feature_names_in_) == list("abcd")
        np.testing.assert_array_equal(copy.predict(X), unit.predict(X))
        with pytest.raises(ValueError, match="feature names should match"):
            copy.predict(X[list("dcba")])


def test_command_reads_the_numeric_header_of_pandas(command, tmp_path, exact_data):
    import pandas as pd

    pd.DataFrame(exact_data.X).to_csv(tmp_path / "x.csv", index=False)
    pd.DataFrame(exact_data.Y).to_csv(tmp_path / "y.csv", index=False)
    command("fit", tmp_path / "x.csv", tmp_path / "y.csv", "--model", tmp_path / "model.json")
    unit = resunit.load(tmp_path / "model.json")
    assert unit.certificate_.holds and list(unit.feature_names_in_) == [str(k) for k in range(exact_data.X.shape[1])]


def test_fit_and_predict_equal_the_command(command, tmp_path, noisy_data):
    np.save(tmp_path / "x.npy", noisy_data.X)
    np.save(tmp_path / "y.npy", noisy_data.Y)
    command("fit", tmp_path / "x.npy", tmp_path / "y.npy", "--model", tmp_path / "model.json")
    from_command = resunit.load(tmp_path / "model.json")
    from_python = ResidualUnit().fit(noisy_data.X, noisy_data.Y)
    assert isinstance(from_command, ResidualUnit)
    np.testing.assert_array_equal(from_command.A_, from_python.A_)
    np.testing.assert_array_equal(from_command.stderr_.B, from_python.stderr_.B)
    np.testing.assert_array_equal(from_command.predict(noisy_data.X),
                                  predict_by_command(command, tmp_path, noisy_data.X))
    for expected, found in zip(from_command.predict(noisy_data.X, interval=0.95),
                               from_python.predict(noisy_data.X, interval=0.95)):
        np.testing.assert_array_equal(found, expected)


def test_regressor_equals_the_command(command, tmp_path, table):
    X, y = table
    np.save(tmp_path / "table.npy", np.column_stack([X, y]))
    command("regress", tmp_path / "table.npy", "--target", "5", "--folds", "0", "--model", tmp_path / "model.json")
    from_command = resunit.load(tmp_path / "model.json")
    assert isinstance(from_command, ResidualUnitRegressor)
    np.testing.assert_array_equal(from_command.predict(X), ResidualUnitRegressor().fit(X, y).predict(X))


def test_generate_equals_the_command(command, tmp_path):
    options = ("--inputs", 3, "--samples", 20, "--noise", 0.1, "--seed", 9, "--format", "npy")
    command("generate", *options, "--out", tmp_path)
    data = resunit.generate(3, 20, noise=0.1, random_state=9)
    np.testing.assert_array_equal(data.X, np.load(tmp_path / "x.npy"))
    np.testing.assert_array_equal(data.Y, np.load(tmp_path / "y.npy"))
    teacher = ResidualUnit.load(tmp_path / "teacher.json")
    np.testing.assert_array_equal(teacher.A_, data.A)
    assert teacher.status_ == "not run" and not teacher.certificate_.holds


def test_diagnose_equals_the_command(command, tmp_path, exact_data):
    np.save(tmp_path / "x.npy", exact_data.X)
    np.save(tmp_path / "y.npy", exact_data.Y)
    output = json.loads(command("diagnose", tmp_path / "x.npy", tmp_path / "y.npy", "--json"))
    assert output == resunit.diagnose(exact_data.X, exact_data.Y)


@pytest.mark.parametrize("estimator", [ResidualUnit(), ResidualUnit(method="noisy"), ResidualUnitRegressor(fast=True)])
def test_model_files_and_pickles_are_lossless(tmp_path, noisy_data, estimator):
    estimator.fit(noisy_data.X, noisy_data.Y)
    estimator.save(tmp_path / "model.json")
    for copy in (type(estimator).load(tmp_path / "model.json"), pickle.loads(pickle.dumps(estimator))):
        np.testing.assert_array_equal(copy.predict(noisy_data.X), estimator.predict(noisy_data.X))
        assert copy.report_ == estimator.report_ and str(copy.report_) == str(estimator.report_)
        copy.save(tmp_path / "again.json")
        assert (tmp_path / "again.json").read_text() == (tmp_path / "model.json").read_text()


def test_model_files_of_the_wrong_kind_are_rejected(tmp_path, exact_data):
    ResidualUnit().fit(exact_data.X, exact_data.Y).save(tmp_path / "unit.json")
    with pytest.raises(ValueError, match="unit.json: not a model of ResidualUnitRegressor"):
        ResidualUnitRegressor.load(tmp_path / "unit.json")
    (tmp_path / "no.json").write_text("{}")
    with pytest.raises(ValueError, match="no.json: not a model file"):
        resunit.load(tmp_path / "no.json")
    with pytest.raises(ValueError, match="none.json"):
        resunit.load(tmp_path / "none.json")


def test_pickles_of_the_wrong_kind_are_rejected(noisy_data):
    unit = ResidualUnit().fit(noisy_data.X, noisy_data.Y)
    regressor = ResidualUnitRegressor(fast=True).fit(noisy_data.X, noisy_data.Y)
    with pytest.raises(ValueError, match="different kind of model"):
        type(unit._model).__new__(type(unit._model)).__setstate__(regressor._model.__getstate__())
