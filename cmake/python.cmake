# SPDX-License-Identifier: BSD-3-Clause
# Debian's interpreter, for which Debian's NumPy and scikit-learn are built; another `python3` may be first in the PATH.
if(NOT Python_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python 3.9 COMPONENTS Interpreter Development.Module QUIET)
if(Python_FOUND)
  set(PYBIND11_FINDPYTHON ON)
  find_package(pybind11 2.10 CONFIG QUIET)
endif()
if(pybind11_FOUND AND Python_FOUND)
  # The folder under /usr/local that Debian's interpreter searches.
  execute_process(COMMAND ${Python_EXECUTABLE} -c "import os, sysconfig; print(os.path.basename(sysconfig.get_path('platlib')))"
    OUTPUT_VARIABLE packages OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(RESUNIT_PYTHON_INSTALL_DIR lib/python${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}/${packages} CACHE PATH
      "Folder of the Python package, relative to the install prefix")
  add_subdirectory(python)
else()
  message(STATUS "The Python package is not built: it requires the Python headers and pybind11")
  add_custom_target(resunit_package)
endif()
