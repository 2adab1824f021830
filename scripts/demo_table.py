# SPDX-License-Identifier: BSD-3-Clause
"""scripts/demo_table.py TABLE MODEL: compares cross-validation errors with those of linear regression on scikit-learn's
diabetes data, then writes the inputs to TABLE and a model trained on all rows to MODEL."""

import sys
import time

import numpy as np
from sklearn.datasets import load_diabetes
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold, cross_val_predict

import resunit

table, model = sys.argv[1:]
X, y = load_diabetes(return_X_y=True)
folds = KFold(5, shuffle=True, random_state=0)
print(f"\n  {'5-fold cross-validation':<24}{'RMSE':>8}{'seconds':>10}")
for name, estimator in {"mean": DummyRegressor(), "linear regression": LinearRegression(),
                        "resunit": resunit.ResidualUnitRegressor()}.items():
    start = time.perf_counter()
    predictions = cross_val_predict(estimator, X, y, cv=folds)
    error = np.sqrt(np.mean((predictions - y) ** 2))
    print(f"  {name:<24}{error:>8.2f}{time.perf_counter() - start:>10.2f}")
regressor = resunit.ResidualUnitRegressor().fit(X, y)
print(f"\n{regressor.report_}")
np.savetxt(table, X, delimiter=",", fmt="%.17g")
regressor.save(model)
