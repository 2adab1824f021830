# SPDX-License-Identifier: BSD-3-Clause
import os
from typing import Any, Callable, Optional, Union

import numpy as np

Report = Optional[Callable[[str, float], None]]

__version__: str

class _Model:
    warnings: list[str]
    inputs: int
    outputs: int
    def brief(self) -> str: ...
    def full(self) -> str: ...
    def json(self) -> str: ...
    def save(self, file: Union[str, os.PathLike[str]]) -> None: ...
    def predict(self, X: np.ndarray) -> np.ndarray: ...

class Fit(_Model):
    A: np.ndarray
    B: np.ndarray
    C: Optional[np.ndarray]
    bias: str
    method: str
    status: str
    usable: bool
    A_stderr: np.ndarray
    B_stderr: np.ndarray
    input_names: list[str]
    output_names: list[str]
    def half_width(self, X: np.ndarray, level: float) -> np.ndarray: ...

class NetworkFit(_Model):
    weights: list[np.ndarray]
    standard_errors: list[np.ndarray]
    method: str
    status: str
    usable: bool
    input_names: list[str]
    output_names: list[str]

class Regression(_Model):
    A: np.ndarray
    W: np.ndarray
    V: np.ndarray
    input_names: list[str]
    target_names: list[str]

def fit(X: np.ndarray, Y: np.ndarray, method: str, rescale: str, options: dict[str, Any], inputs: list[str],
        outputs: list[str], start: Optional[tuple[np.ndarray, np.ndarray]] = None, report: Report = None) -> Fit: ...
def fit_network(X: np.ndarray, Y: np.ndarray, method: str, options: dict[str, Any], inputs: list[str],
                outputs: list[str], report: Report = None) -> NetworkFit: ...
def extract(function: Callable[[np.ndarray], np.ndarray], inputs: int, options: dict[str, Any],
            report: Report = None) -> NetworkFit: ...
def regress(X: np.ndarray, Y: np.ndarray, options: dict[str, Any], inputs: list[str], targets: list[str],
            report: Report = None) -> Regression: ...
def diagnose(X: np.ndarray, Y: np.ndarray, options: dict[str, Any], inputs: list[str], outputs: list[str],
             report: Report = None) -> str: ...
def generate(teacher: dict[str, Any], samples: dict[str, Any], distribution: str,
             seed: int) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]: ...
def load(file: Union[str, os.PathLike[str]]) -> Union[Fit, NetworkFit, Regression]: ...
def fit_records() -> list[tuple]: ...
def network_records() -> list[tuple]: ...
def regress_records() -> list[tuple]: ...
def teacher_records() -> list[tuple]: ...
def sample_records() -> list[tuple]: ...
