#include "linalg/basis.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

namespace resunit {
namespace {

using ColumnMajor = Eigen::MatrixXd;

constexpr double kSmallestScale = 0x1p-1000;  ///< has an inverse, as subnormal numbers have not

/// Q [U; 0].
ColumnMajor apply_orthogonal(const Eigen::HouseholderQR<ColumnMajor>& qr, const ColumnMajor& U) {
  ColumnMajor padded = ColumnMajor::Zero(qr.rows(), U.cols());
  padded.topRows(U.rows()) = U;
  padded.applyOnTheLeft(qr.householderQ());
  return padded;
}

}  // namespace

double nearby_power_of_two(double length) {
  return length > 0 ? std::max(std::ldexp(1.0, std::ilogb(length)), kSmallestScale) : 1.0;
}

Vector column_scales(const MatrixView& F) {
  Vector scales = Vector::Ones(F.cols());
  for (Index k = 0; k < F.cols(); ++k) {
    const double largest = F.col(k).cwiseAbs().maxCoeff();
    if (largest > 0) scales(k) = nearby_power_of_two(largest);
    const double length = (F.col(k) / scales(k)).norm();
    if (length > 0) scales(k) = std::max(scales(k) * nearby_power_of_two(length), kSmallestScale);
  }
  return scales;
}

Basis orthonormal_basis(const MatrixView& F, double rank_tolerance) {
  const Vector scales = column_scales(F);
  const ColumnMajor scaled = F * scales.cwiseInverse().asDiagonal();

  // The singular vectors of F are those of its small triangle, turned by Q.
  const Eigen::HouseholderQR<ColumnMajor> qr(scaled);
  const Index small = std::min(F.rows(), F.cols());
  const ColumnMajor triangle = qr.matrixQR().topRows(small).triangularView<Eigen::Upper>();
  const Eigen::JacobiSVD<ColumnMajor> svd(triangle, Eigen::ComputeThinU | Eigen::ComputeThinV);

  const Vector& sigma = svd.singularValues();
  const double largest = sigma(0);
  const Index rank =
      std::count_if(sigma.begin(), sigma.end(), [&](double s) { return s > 0 && s > rank_tolerance * largest; });
  Basis basis;
  basis.Z = apply_orthogonal(qr, svd.matrixU().leftCols(rank));
  basis.back = sigma.head(rank).cwiseInverse().asDiagonal() * svd.matrixV().leftCols(rank).transpose() *
               scales.cwiseInverse().asDiagonal();
  basis.condition = rank > 0 ? largest / sigma(rank - 1) : 1.0;
  return basis;
}

}  // namespace resunit
