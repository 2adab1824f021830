# SPDX-License-Identifier: BSD-3-Clause
"""Builds the extension by CMake. RESUNIT_BUILD_DIR names a build tree to use instead of one of its own."""

import os
import re
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    def build_extension(self, extension: Extension) -> None:
        own = Path(self.build_temp).resolve() / "cmake"
        tree = Path(os.environ.get("RESUNIT_BUILD_DIR", own))
        if not (tree / "CMakeCache.txt").exists():
            subprocess.run(["cmake", "-S", ROOT, "-B", tree, "-DCMAKE_BUILD_TYPE=Release", "-DRESUNIT_TESTS=OFF",
                            f"-DPython_EXECUTABLE={sys.executable}"], check=True)
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count()))
        subprocess.run(["cmake", "--build", tree, "--target", "resunit_python", "--parallel", jobs], check=True)
        package = Path(self.get_ext_fullpath(extension.name)).resolve().parent
        subprocess.run(["cmake", "--install", tree, "--component", "wheel", "--prefix", package.parent], check=True)


version = re.search(r"project\(resunit VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
setup(version=version, ext_modules=[Extension("resunit._core", sources=[])], cmdclass={"build_ext": CMakeBuild})
