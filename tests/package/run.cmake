# SPDX-License-Identifier: BSD-3-Clause
# Installs resunit under a new prefix and builds an external project with it.
#     cmake -D BUILD=<build folder of resunit> -D COMPILER=<c++> -D GENERATOR=<name> -P run.cmake
set(folder ${BUILD}/tests/package)
set(prefix ${folder}/prefix)
file(REMOVE_RECURSE ${folder})

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Builds targets of the external project with additional compiler flags and runs its program.
function(consume name targets flags)
  run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${folder}/${name} -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${prefix}
      -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror ${flags}")
  run(${CMAKE_COMMAND} --build ${folder}/${name} --target ${targets})
  run(${folder}/${name}/consumer)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
run(${prefix}/bin/resunit --version)

# The public headers may include only Eigen and the standard library.
file(GLOB headers ${prefix}/include/resunit/*.hpp)
foreach(header ${headers})
  file(STRINGS ${header} includes REGEX "^ *# *include")
  foreach(line ${includes})
    if(NOT line MATCHES "#include (\"resunit/[a-z0-9_]+\\.hpp\"|<Eigen/[A-Za-z]+>|<[a-z0-9_]+>)")
      message(FATAL_ERROR "${header} includes a header that a caller may not have: ${line}")
    endif()
  endforeach()
endforeach()

consume(plain "headers;consumer" "")
# With -march=native or the address sanitizer, Eigen would by default allocate differently from the library and free its
# matrices by the wrong function: see include/resunit/types.hpp.
consume(native consumer "-march=native -Wno-error=maybe-uninitialized")  # false positive of GCC 12 in Eigen's AVX-512 code
consume(sanitized consumer "-fsanitize=address")
