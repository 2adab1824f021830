// Row programs over samples that stay on disk: the Newton steps of src/row/, with sums over one pass for each.
//     (R1)   gram_j = sum_{i: v_ij > 0} z_i z_i',   gradient_j = -sum_i v_ij^+ z_i,   v_j = t_j - Z g_j
//     (Rmu)  gram_j = sum_i l/(l + phi) z_i z_i',   gradient_j = -sum_i l_ij z_i      as in src/row/central_path.cpp
// Z = F back' has orthonormal columns; back comes from the triangle of F, found in one pass by QR of each chunk below
// the triangle so far. A step starts from the answer of a part of the samples, so that a few passes do. A step that
// raises its objective is halved. (R-stream)
#pragma once

#include <functional>

#include "linalg/basis.hpp"
#include "resunit/row.hpp"
#include "stream/sample_stream.hpp"

namespace resunit {

/// Triangles with the Gram matrices of all X and all Y:  T'T = X'X.
struct Triangles {
  Matrix X, Y;
};
Triangles find_triangles(SampleStream& stream, int threads);

/// One layer's rows: which matrix F is, and how targets of rows [first, first + count) follow from a chunk.
struct StreamedRows {
  std::function<Matrix(const Samples& chunk)> F;                                  ///< n x m
  std::function<Matrix(const Samples& chunk, Index first, Index count)> targets;  ///< count x n
  Matrix triangle;                                                                ///< of F
  Vector target_lengths;                                                          ///< |t_j|
};

/// Program least_squares or central_path, from the rows `start` (rows x m). Objectives are in the caller's units:
/// target j is measured in that of input j.
RowsResult solve_streamed_rows(RowProgram program, SampleStream& stream, const StreamedRows& rows, const Matrix& start,
                               const RowOptions& options);

}  // namespace resunit
