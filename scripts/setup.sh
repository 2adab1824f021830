# SPDX-License-Identifier: BSD-3-Clause
# Shell functions for ./demo, ./check, ./bench and scripts/: installation of Debian packages, builds, messages.

build_packages=(g++ cmake ninja-build pkg-config libeigen3-dev libopenblas-dev liblapacke-dev coinor-libclp-dev
                nlohmann-json3-dev libfmt-dev libfast-float-dev libcli11-dev libboost-dev
                python3-dev pybind11-dev python3-numpy python3-sklearn)
test_packages=(git libgtest-dev libgmock-dev libbenchmark-dev clang-format clang libclang-rt-dev chromium
               python3-pandas python3-pytest python3-setuptools python3-wheel python3-pip)

export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}
export CTEST_PARALLEL_LEVEL=${CTEST_PARALLEL_LEVEL:-$(nproc)}

say() { printf '\n== %s\n' "$*"; }
fail() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

as_root() {
  if [ "$(id -u)" -eq 0 ]; then env DEBIAN_FRONTEND=noninteractive "$@"
  else sudo env DEBIAN_FRONTEND=noninteractive "$@"; fi
}

# Runs a command; prints its output only if it fails.
quietly() {
  local log
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    fail "command failed: $*"
  fi
  rm -f "$log"
}

install_missing() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "Not a Debian system: no packages are installed. The packages required on Debian are: $*"
    return
  fi
  local package missing=()
  for package; do
    dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    fail "root or sudo is required to install packages. Ask an administrator to run:  apt-get install ${missing[*]}"
  fi
  say "Installing ${missing[*]}"
  quietly as_root apt-get -q -o DPkg::Lock::Timeout=300 update
  quietly as_root apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "${missing[@]}"
}

# Disables address randomization: with some kernels, GCC 12's sanitizers cannot map their shadow memory.
fixed_addresses=()
if setarch -R true 2>/dev/null; then fixed_addresses=(setarch -R); fi

# configure PRESET [-D...]; errors and warnings go to standard error
configure() { cmake --preset "$@" >/dev/null; }

# Ninja prints one changing line on a terminal; otherwise it is silenced:  cmake --build FOLDER "${quiet_build[@]}"
quiet_build=()
[ -t 1 ] || quiet_build=(-- --quiet)
