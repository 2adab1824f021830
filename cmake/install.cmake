# SPDX-License-Identifier: BSD-3-Clause
include(CMakePackageConfigHelpers)

install(TARGETS resunit EXPORT resunit-targets)
install(TARGETS resunit_command)
install(DIRECTORY include/resunit ${PROJECT_BINARY_DIR}/include/resunit DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT resunit-targets NAMESPACE resunit:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/resunit)

configure_package_config_file(cmake/resunit-config.cmake.in ${PROJECT_BINARY_DIR}/resunit-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/resunit)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/resunit-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/resunit-config.cmake ${PROJECT_BINARY_DIR}/resunit-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/resunit)
