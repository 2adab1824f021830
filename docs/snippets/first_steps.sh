# SPDX-License-Identifier: BSD-3-Clause
resunit generate --inputs 8 --samples 512 --out world        # a random unit: world/x.csv, y.csv, teacher.json
resunit fit world/x.csv world/y.csv --model m.json           # recover it from the samples alone
resunit evaluate m.json world/x.csv world/y.csv --teacher world/teacher.json
resunit inspect m.json                                       # a summary, row by row; m.json has the weights
resunit diagnose world/x.csv world/y.csv                     # are these samples enough?
resunit predict m.json world/x.csv --out yhat.csv            # outputs for given inputs
