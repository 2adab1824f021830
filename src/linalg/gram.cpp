// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/gram.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>

#include "linalg/gram_kernel.hpp"
#include "linalg/simd.hpp"

namespace resunit {
namespace {

// Samples per gathered block: at r = 100 a block takes 200 kB and fits the second-level cache.
constexpr Index kBlock = 256;

void rank_update(Index r, Index count, double sign, const double* block, double beta, Matrix& G) {
  cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, static_cast<int>(r), static_cast<int>(count), sign, block,
              static_cast<int>(r), beta, G.data(), static_cast<int>(r));
}

}  // namespace

void GramWorkspace::add_gram(const Matrix& Z, std::span<const int> rows, double sign, Matrix& G) {
  if (has_avx512()) return add_gram_by_kernel(Z, rows.data(), std::ssize(rows), nullptr, sign, G);
  const Index r = Z.cols();
  block_.resize(kBlock * r);
  for (std::size_t first = 0; first < rows.size(); first += kBlock) {
    const std::span chosen = rows.subspan(first, std::min<std::size_t>(kBlock, rows.size() - first));
    double* out = block_.data();
    for (const int i : chosen) out = std::copy_n(Z.data() + i * r, r, out);
    rank_update(r, static_cast<Index>(chosen.size()), sign, block_.data(), 1.0, G);
  }
}

void GramWorkspace::weighted_gram(const Matrix& Z, const double* weights, Matrix& G) {
  const Index r = Z.cols();
  G.setZero(r, r);
  if (has_avx512()) return add_gram_by_kernel(Z, nullptr, Z.rows(), weights, 1.0, G);
  block_.resize(kBlock * r);
  for (Index first = 0; first < Z.rows(); first += kBlock) {
    const Index count = std::min(kBlock, Z.rows() - first);
    for (Index i = 0; i < count; ++i) {
      const double root = std::sqrt(weights[first + i]);
      const double* z = Z.data() + (first + i) * r;
      double* out = block_.data() + i * r;
      for (Index k = 0; k < r; ++k) out[k] = root * z[k];
    }
    rank_update(r, count, 1.0, block_.data(), 1.0, G);
  }
}

}  // namespace resunit
