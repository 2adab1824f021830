# SPDX-License-Identifier: BSD-3-Clause
"""A tour of the Python package: a unit with a certificate, a unit under noise, and a table.

    PYTHONPATH=build/python /usr/bin/python3 docs/tutorial.py
"""

import numpy as np
from sklearn.datasets import load_diabetes
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold, cross_val_score

import resunit

# 1. Identification. Draw a unit y = B[(A x)^+ + x] with 8 inputs and weights of any sign. The estimator sees only 100
#    samples of it.
X, Y, A, B = resunit.generate(inputs=8, samples=100, negative=0.5, random_state=1)
unit = resunit.ResidualUnit().fit(X, Y)
print(unit.report_)
print(f"largest error of a weight: {max(abs(unit.A_ - A).max(), abs(unit.B_ - B).max()):.1e}")
print(f"certified rows of A: {unit.certificate_.layer1_rows.sum()} of 8\n")

# 2. Noise. The same kind of unit, with noise of standard deviation 0.1 on every output. The result is the maximum-
#    likelihood estimate, and the standard errors measure its accuracy.
X, Y, A, B = resunit.generate(inputs=4, samples=2000, noise=0.1, negative=0.5, random_state=1)
unit = resunit.ResidualUnit().fit(X, Y)
print(unit.report_)
off = abs(unit.A_ - A) / unit.stderr_.A
print(f"noise {unit.noise_std_:.3f}; error of layer 1: {off.mean():.1f} standard errors on average, at most {off.max():.1f}")
truth = (np.maximum(X @ A.T, 0) + X) @ B.T
mean, low, high = unit.predict(X, interval=0.95)
print(f"95% intervals contain {np.mean((low <= truth) & (truth <= high)):.0%} of the true mean outputs\n")

# 3. A table. Ten measurements of 442 patients, and the progression of their diabetes a year later. Nothing is tuned.
X, y = load_diabetes(return_X_y=True, as_frame=True)
folds = KFold(5, shuffle=True, random_state=0)
for name, estimator in {"resunit": resunit.ResidualUnitRegressor(), "linear regression": LinearRegression()}.items():
    errors = -cross_val_score(estimator, X, y, cv=folds, scoring="neg_root_mean_squared_error")
    print(f"{name:<17}  RMSE {errors.mean():.2f} in five folds")
regressor = resunit.ResidualUnitRegressor().fit(X, y)
print(regressor.report_)
