# SPDX-License-Identifier: BSD-3-Clause
import resunit

X, Y, A, B = resunit.generate(inputs=8, samples=512, negative=0.5, random_state=1)  # X: n x d, Y: n x m
unit = resunit.ResidualUnit().fit(X, Y)
print(unit.report_)
print("largest error in A", abs(unit.A_ - A).max())
