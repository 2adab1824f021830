# SPDX-License-Identifier: BSD-3-Clause
"""A model that was fitted here is used by the command, and the other way round, with equal bits."""

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
def test_the_command_predicts_with_a_unit_of_ours(command, tmp_path, noisy_world, options):
    X, Y = noisy_world.X[:, :3], noisy_world.Y
    unit = ResidualUnit(**options).fit(X, Y)
    unit.save(tmp_path / "model.json")
    np.testing.assert_array_equal(predict_by_command(command, tmp_path, X), unit.predict(X))


def test_the_command_gives_our_intervals(command, tmp_path, noisy_world):
    unit = ResidualUnit().fit(noisy_world.X, noisy_world.Y)
    unit.save(tmp_path / "model.json")
    np.save(tmp_path / "x.npy", noisy_world.X[:50])
    command("predict", tmp_path / "model.json", tmp_path / "x.npy", "--interval", "0.9", "--out", tmp_path / "yhat.npy")
    ours = np.stack(unit.predict(noisy_world.X[:50], interval=0.9), axis=2).reshape(50, -1)
    np.testing.assert_array_equal(np.load(tmp_path / "yhat.npy"), ours)


def test_the_command_predicts_with_a_regressor_of_ours(command, tmp_path, table):
    X, y = table
    regressor = ResidualUnitRegressor(fast=True).fit(X, y)
    regressor.save(tmp_path / "model.json")
    np.testing.assert_array_equal(predict_by_command(command, tmp_path, X)[:, 0], regressor.predict(X))


def test_the_command_finds_our_columns_by_name(command, tmp_path, table):
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


def test_we_fit_and_predict_as_the_command_does(command, tmp_path, noisy_world):
    np.save(tmp_path / "x.npy", noisy_world.X)
    np.save(tmp_path / "y.npy", noisy_world.Y)
    command("fit", tmp_path / "x.npy", tmp_path / "y.npy", "--model", tmp_path / "model.json")
    theirs = resunit.load(tmp_path / "model.json")
    ours = ResidualUnit().fit(noisy_world.X, noisy_world.Y)
    assert isinstance(theirs, ResidualUnit)
    np.testing.assert_array_equal(theirs.A_, ours.A_)
    np.testing.assert_array_equal(theirs.stderr_.B, ours.stderr_.B)
    np.testing.assert_array_equal(theirs.predict(noisy_world.X), predict_by_command(command, tmp_path, noisy_world.X))
    for there, here in zip(theirs.predict(noisy_world.X, interval=0.95), ours.predict(noisy_world.X, interval=0.95)):
        np.testing.assert_array_equal(there, here)


def test_we_regress_as_the_command_does(command, tmp_path, table):
    X, y = table
    np.save(tmp_path / "table.npy", np.column_stack([X, y]))
    command("regress", tmp_path / "table.npy", "--target", "5", "--folds", "0", "--model", tmp_path / "model.json")
    theirs = resunit.load(tmp_path / "model.json")
    assert isinstance(theirs, ResidualUnitRegressor)
    np.testing.assert_array_equal(theirs.predict(X), ResidualUnitRegressor().fit(X, y).predict(X))


def test_generate_draws_the_world_of_the_command(command, tmp_path):
    options = ("--inputs", 3, "--samples", 20, "--noise", 0.1, "--seed", 9, "--format", "npy")
    command("generate", *options, "--out", tmp_path)
    world = resunit.generate(3, 20, noise=0.1, random_state=9)
    np.testing.assert_array_equal(world.X, np.load(tmp_path / "x.npy"))
    np.testing.assert_array_equal(world.Y, np.load(tmp_path / "y.npy"))
    teacher = ResidualUnit.load(tmp_path / "teacher.json")
    np.testing.assert_array_equal(teacher.A_, world.A)
    assert teacher.status_ == "not run" and not teacher.certificate_.holds


def test_diagnose_says_what_the_command_says(command, tmp_path, exact_world):
    np.save(tmp_path / "x.npy", exact_world.X)
    np.save(tmp_path / "y.npy", exact_world.Y)
    said = json.loads(command("diagnose", tmp_path / "x.npy", tmp_path / "y.npy", "--json"))
    assert said == resunit.diagnose(exact_world.X, exact_world.Y)


@pytest.mark.parametrize("estimator", [ResidualUnit(), ResidualUnit(method="noisy"), ResidualUnitRegressor(fast=True)])
def test_files_and_pickles_keep_every_bit(tmp_path, noisy_world, estimator):
    estimator.fit(noisy_world.X, noisy_world.Y)
    estimator.save(tmp_path / "model.json")
    for copy in (type(estimator).load(tmp_path / "model.json"), pickle.loads(pickle.dumps(estimator))):
        np.testing.assert_array_equal(copy.predict(noisy_world.X), estimator.predict(noisy_world.X))
        assert copy.report_ == estimator.report_ and str(copy.report_) == str(estimator.report_)
        copy.save(tmp_path / "again.json")
        assert (tmp_path / "again.json").read_text() == (tmp_path / "model.json").read_text()


def test_files_of_the_wrong_kind_are_refused(tmp_path, exact_world):
    ResidualUnit().fit(exact_world.X, exact_world.Y).save(tmp_path / "unit.json")
    with pytest.raises(ValueError, match="unit.json: not a model of ResidualUnitRegressor"):
        ResidualUnitRegressor.load(tmp_path / "unit.json")
    (tmp_path / "no.json").write_text("{}")
    with pytest.raises(ValueError, match="no.json: not a model file"):
        resunit.load(tmp_path / "no.json")
    with pytest.raises(ValueError, match="none.json"):
        resunit.load(tmp_path / "none.json")


def test_a_pickle_of_the_other_kind_is_refused(noisy_world):
    unit = ResidualUnit().fit(noisy_world.X, noisy_world.Y)
    regressor = ResidualUnitRegressor(fast=True).fit(noisy_world.X, noisy_world.Y)
    with pytest.raises(ValueError, match="another kind of model"):
        type(unit._model).__new__(type(unit._model)).__setstate__(regressor._model.__getstate__())
