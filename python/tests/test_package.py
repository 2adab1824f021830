# SPDX-License-Identifier: BSD-3-Clause
"""The package as users see it: import, installation, documentation."""

import doctest
import inspect
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import resunit
from resunit import _core, _regressor, _samples, _unit

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ["RESUNIT_BUILD_DIR"])
IMPORT_AND_FIT = """
import sys, pathlib
import resunit
package = pathlib.Path(resunit.__file__).parent
assert package.is_relative_to(sys.argv[1]), package
assert (package / "py.typed").exists()
maps = {line.split()[-1] for line in open("/proc/self/maps") if "libresunit" in line}
assert all(pathlib.Path(path).is_relative_to(sys.argv[1]) for path in maps), maps
X, Y, A, B = resunit.generate(3, 100)
assert abs(resunit.ResidualUnit().fit(X, Y).A_ - A).max() < 1e-10
print(resunit.__version__)
"""
WITHOUT_SCIKIT_LEARN = """
import sys
sys.modules["sklearn"] = None
import resunit
data = resunit.generate(3, 100)
assert resunit.diagnose(data.X, data.Y)["enough"]
try:
    resunit.ResidualUnit
except ImportError as error:
    print(error)
"""


def run(*words, **environment):
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, env={**os.environ, **environment})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def check_import(prefix, path):
    output = run(sys.executable, "-c", IMPORT_AND_FIT, prefix, PYTHONPATH=str(path), LD_LIBRARY_PATH="")
    assert output == f"{resunit.__version__}\n"


def test_version_equals_that_of_the_project():
    project = re.search(r"VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text().split("project(resunit")[1])[1]
    assert resunit.__version__ == project == _core.__version__


def test_only_the_estimators_require_scikit_learn():
    output = run(sys.executable, "-c", WITHOUT_SCIKIT_LEARN)
    assert output == "resunit.ResidualUnit requires scikit-learn (Debian: python3-sklearn)\n"


def test_pip_installs_an_importable_package(tmp_path):
    source = tmp_path / "source"
    source.mkdir()
    for name in ("CMakeLists.txt", "README.md", "LICENSE", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, source)
    shutil.copytree(ROOT / "python", source / "python", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    run(sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--no-index",
        "--disable-pip-version-check", "--target", tmp_path / "there", source, RESUNIT_BUILD_DIR=str(BUILD))
    check_import(tmp_path / "there", tmp_path / "there")
    assert not (tmp_path / "there" / "bin").exists() and list((tmp_path / "there").glob("resunit-*.dist-info"))


def test_cmake_installs_an_importable_package(tmp_path):
    run("cmake", "--install", BUILD, "--prefix", tmp_path)
    (package,) = tmp_path.glob("lib/python3*/*-packages/resunit")
    check_import(tmp_path, package.parent)


@pytest.mark.parametrize("estimator, records", [(_unit.ResidualUnit, _core.fit_records()),
                                                (_regressor.ResidualUnitRegressor, _core.regress_records())])
def test_options_have_the_defaults_of_the_library(estimator, records):
    parameters = inspect.signature(estimator).parameters
    documentation = inspect.getdoc(estimator)  # without indentation, which Python 3.13 removes by itself
    for name, default, *_ in records:
        if name not in ("seed", "threads", "folds"):
            assert parameters[name].default == default, name
            assert f"\n{name} : {type(default).__name__}, default={default}\n" in documentation
    for name in parameters:
        assert f"\n{name} :" in documentation, name


def test_generate_has_the_defaults_of_the_library():
    parameters = inspect.signature(_samples.generate).parameters
    for name, default, *_ in _core.teacher_records() + _core.sample_records():
        assert parameters[name].default == default, name


@pytest.mark.parametrize("module", [_unit, _regressor])
def test_examples_in_docstrings_run(module):
    assert doctest.testmod(module).failed == 0


def test_stub_matches_the_extension():
    stub = (ROOT / "python/resunit/_core.pyi").read_text()
    named = set(re.findall(r"^(?:def|class) (\w+)", stub, re.M)) - {"_Model"}
    assert named == {name for name in dir(_core) if not name.startswith("_")}


def test_tutorial_runs():
    output = run(sys.executable, ROOT / "docs/tutorial.py")
    assert "certificate: holds" in output and "linear regression" in output


def test_readme_snippet_runs():
    assert "certificate: holds" in run(sys.executable, ROOT / "docs/snippets/first_fit.py")


def test_documentation_snippets_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    snippets = re.findall(r"```python\n(.*?)```", (ROOT / "docs/python.md").read_text(), re.S)
    assert snippets
    names = {"np": np}
    for snippet in snippets:
        exec(snippet, names)
