# SPDX-License-Identifier: BSD-3-Clause
option(RESUNIT_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(RESUNIT_BENCHMARKS "Build the benchmarks" OFF)
option(RESUNIT_WARNINGS_AS_ERRORS "Treat compiler warnings as errors" OFF)
option(RESUNIT_PYTHON "Build the Python package if Python and pybind11 are found" ${PROJECT_IS_TOP_LEVEL})
option(RESUNIT_UNITY "Compile each folder as one translation unit: half of the CPU time, but a change recompiles its folder" ON)
option(RESUNIT_FUZZ "Build only the fuzz targets; requires clang" OFF)
set(RESUNIT_SANITIZE "" CACHE STRING "Sanitizers for every target, e.g. address,undefined or thread")

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wno-missing-field-initializers -fopenmp-simd)  # simd pragmas only, no OpenMP threads
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 16)
  add_compile_options(-Wno-maybe-uninitialized)  # false positives in copy constructors of Eigen 5
endif()
if(RESUNIT_WARNINGS_AS_ERRORS)
  add_compile_options(-Werror)
endif()
if(RESUNIT_SANITIZE)
  # Null and misaligned pointers are not checked: the checks double the time to compile Eigen
  # (src/noise/start/relax.cpp: 26 s with -g, 19 s with -g1, 13 s with -g1 and without these checks).
  add_compile_options(-fsanitize=${RESUNIT_SANITIZE} -fno-sanitize=null,alignment,vptr -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_compile_options(-Wno-maybe-uninitialized)  # false positives of GCC 12 in <regex> with sanitizers
  add_link_options(-fsanitize=${RESUNIT_SANITIZE})
endif()
