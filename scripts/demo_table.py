# SPDX-License-Identifier: BSD-3-Clause
"""scripts/demo_table.py TABLE MODEL: cross-validates on scikit-learn's diabetes data beside linear regression, then
writes the inputs and a model of all rows."""

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
print(f"\n  {'five folds':<24}{'RMSE':>8}{'seconds':>10}")
for name, estimator in {"the mean": DummyRegressor(), "linear regression": LinearRegression(),
                        "resunit": resunit.ResidualUnitRegressor()}.items():
    start = time.perf_counter()
    predictions = cross_val_predict(estimator, X, y, cv=folds)
    error = np.sqrt(np.mean((predictions - y) ** 2))
    print(f"  {name:<24}{error:>8.2f}{time.perf_counter() - start:>10.2f}")
regressor = resunit.ResidualUnitRegressor().fit(X, y)
print(f"\n{regressor.report_}")
np.savetxt(table, X, delimiter=",", fmt="%.17g")
regressor.save(model)
