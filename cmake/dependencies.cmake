# SPDX-License-Identifier: BSD-3-Clause
# Eigen provides the matrices of the public interface. Inside the library, dense products and factorizations use
# OpenBLAS and LAPACK, which select their kernels for the CPU at run time: no machine-specific options are needed.
find_package(Eigen3 REQUIRED NO_MODULE)  # 3.4 or 5: a version requested here would exclude the other
if(Eigen3_VERSION VERSION_LESS 3.4)
  message(FATAL_ERROR "resunit requires Eigen 3.4 or later, found ${Eigen3_VERSION}")
endif()
find_package(Threads REQUIRED)
find_library(RESUNIT_OPENBLAS openblas REQUIRED)
find_library(RESUNIT_LAPACKE lapacke REQUIRED)

find_package(nlohmann_json 3.11 REQUIRED)  # model files
find_package(fmt 9 REQUIRED)               # messages
find_package(FastFloat REQUIRED)           # fast, correctly rounded numbers from CSV

find_package(PkgConfig REQUIRED)
pkg_check_modules(CLP REQUIRED IMPORTED_TARGET clp)  # vertices of small linear programs; reference for our solvers in tests
find_package(Boost 1.74 REQUIRED CONFIG)  # Boost.Math, headers only: the F distribution of the lack-of-fit test
