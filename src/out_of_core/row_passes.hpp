// SPDX-License-Identifier: BSD-3-Clause
// Row programs out of core: the Newton steps of src/row/, each with sums over one pass.                      (R-passes)
//     (R1)   gram_j = sum_{i: v_ij > 0} z_i z_i',   gradient_j = -sum_i v_ij^+ z_i,   v_j = t_j - Z g_j
//     (Rmu)  gram_j = sum_i l/(l + phi) z_i z_i',   gradient_j = -sum_i l_ij z_i      as in src/row/central_path.cpp
// Z = F from_basis' has orthonormal columns; from_basis is computed from the triangle of F, which one pass finds by QR
// of each chunk stacked below the triangle of the previous ones. Steps start from the solution for a subset of the
// samples, so that few passes are required. A step that increases the objective is halved.
#pragma once

#include <functional>

#include "linalg/basis.hpp"
#include "out_of_core/sample_stream.hpp"
#include "resunit/row.hpp"

namespace resunit {

/// Upper triangles T with T'T = X'X and T'T = Y'Y over all samples.
struct Triangles {
  Matrix X, Y;
};
Triangles find_triangles(SampleStream& stream, int threads);

/// The rows of one layer: F of a chunk, and the targets of rows [first, first + count) of a chunk.
struct OutOfCoreRows {
  std::function<Matrix(const Samples& chunk)> F;                                  ///< n x m
  std::function<Matrix(const Samples& chunk, Index first, Index count)> targets;  ///< count x n
  Matrix triangle;                                                                ///< of F
  Vector target_lengths;                                                          ///< |t_j|
};

/// Program least_squares or central_path, from the starting points `start` (rows x m). Objectives are those of the
/// original data: target j has the scale of input j.
RowsResult solve_rows_out_of_core(RowProgram program, SampleStream& stream, const OutOfCoreRows& rows,
                                  const Matrix& start, const RowOptions& options, int threads);

}  // namespace resunit
