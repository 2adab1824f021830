// SPDX-License-Identifier: BSD-3-Clause
// Each rule of the certificate separately: it revokes the row that violates it, with a reason, and no row of a generic
// unit.
#include "exact/certificate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exact/linear_rows.hpp"
#include "exact/tolerances.hpp"
#include "resunit/unit.hpp"
#include "support/random.hpp"

namespace resunit::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A unit whose true rows are found, as input of the rules.
struct FoundCase {
  Unit truth;
  Dataset data;
  ExactProblem problem;
  FoundRows rows;
  RowWeights weights;
  Vector errors;

  FoundCase(const Matrix& A, const Matrix& X, std::uint64_t seed = 1)
      : truth{.A = A, .B = Random(seed + 100).gaussian(A.rows() + 1, A.rows())},
        data{.X = X, .Y = predict(truth, X)},
        problem(make_problem(data, X.rows(), seed)),
        rows(problem) {
    for (Index j = 0; j < A.rows(); ++j)
      if (!rows.row(j))
        rows.accept(j, problem.working_set.W.transpose() * (X * A.row(j).transpose()) / problem.scale(j));
    weights = row_weights(problem, rows);
    errors = backward_errors(data, weights);
  }

  FoundUnit unit() const {
    return {.problem = problem,
            .rows = rows,
            .weights = weights,
            .backward_errors = errors,
            .half_space = lie_in_half_space(problem)};
  }
  Split split(Index j) const { return split_by(problem.working_set, rows.row(j)->b); }
};

std::vector<Index> rows_of(const Revocations& revoked) {
  std::vector<Index> rows;
  for (const Revocation& one : revoked) {
    EXPECT_FALSE(one.reason.empty());
    rows.push_back(one.row);
  }
  return rows;
}

FoundCase generic() {
  return {Random(1).gaussian(4, 4), Random(2).gaussian(100, 4)};
}

TEST(CertificateRules, CertifyAGenericUnit) {
  const FoundCase found = generic();
  const FoundUnit unit = found.unit();
  ASSERT_TRUE(found.rows.complete());
  const NeuronFits fits(found.problem, found.rows);
  for (Index j = 0; j < 4; ++j) {
    const Split split = found.split(j);
    EXPECT_THAT(rule_backward_error(unit, j), IsEmpty());
    EXPECT_THAT(rule_evidence(j, weigh_evidence(found.problem, *found.rows.row(j), j, split, false)), IsEmpty());
    EXPECT_THAT(rule_opposite_pattern(unit, j, split), IsEmpty());
    EXPECT_THAT(rule_precision(unit, j), IsEmpty());
    EXPECT_THAT(rule_ambiguous_neuron(unit, fits, j, split), IsEmpty());
  }
  EXPECT_THAT(rule_ambiguous_axes(unit, fits), IsEmpty());
  EXPECT_THAT(rule_equal_patterns(unit), IsEmpty());
  EXPECT_THAT(rule_other_forms(unit), IsEmpty());
  EXPECT_THAT(rule_whole_unit(unit), IsEmpty());
  const Certification certified = certify(unit);
  EXPECT_TRUE(certified.certificate.holds);
  EXPECT_TRUE(certified.is_noiseless);
  EXPECT_THAT(certified.notes, IsEmpty());
}

TEST(CertificateRules, BackwardErrorRevokesARowThatDoesNotFitToRoundingError) {
  FoundCase found = generic();
  found.errors(2) = 6e-15;
  EXPECT_THAT(rows_of(rule_backward_error(found.unit(), 2)), ElementsAre(2));
  found.errors(2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(rows_of(rule_backward_error(found.unit(), 2)), ElementsAre(2)) << "NaN is not rounding error";
  EXPECT_THAT(certify(found.unit()).certificate.layer2_rows, ElementsAre(true, true, false, true));
}

TEST(CertificateRules, EvidenceRevokesRowsWithTooFewSamples) {
  const FoundCase few(Random(1).gaussian(4, 4), Random(3).gaussian(9, 4));
  int revoked = 0;
  for (Index j = 0; j < 4; ++j)
    if (few.rows.row(j))
      revoked += !rule_evidence(j, weigh_evidence(few.problem, *few.rows.row(j), j, few.split(j), false)).empty();
  EXPECT_GT(revoked, 0) << "9 samples do not outnumber 4 + 5 unknowns";
}

TEST(CertificateRules, EvidenceMayRevokeTheRowOfLayer1Only) {
  const Revocations revoked = rule_evidence(3, {.noiseless = true, .layer2 = true, .layer1 = false});
  ASSERT_EQ(revoked.size(), 1U);
  EXPECT_TRUE(revoked[0].layer1_only);
  EXPECT_FALSE(rule_evidence(3, {.noiseless = true})[0].layer1_only);
}

TEST(CertificateRules, OppositePatternRevokesARowWithTwoNeurons) {
  // The two forms of a scale row, alpha e_j and -alpha / (1 + alpha) e_j, have opposite patterns, and both fit.
  // The rule accepts them, because the canonical form is reported, but not other rows that both patterns fit.
  const FoundCase scale(Vector{{2, 0.5, 3}}.asDiagonal().toDenseMatrix(), Random(4).gaussian(80, 3));
  for (Index j = 0; j < 3; ++j) {
    EXPECT_TRUE(opposite_pattern_fits(scale.problem.working_set, *scale.rows.row(j), j, scale.split(j)));
    EXPECT_THAT(rule_opposite_pattern(scale.unit(), j, scale.split(j)), IsEmpty()) << "a scale row, in canonical form";
  }
  FoundCase other = scale;
  other.weights.A(0, 1) = 1e-3;  // no longer a scale row: now two neurons fit
  EXPECT_THAT(rows_of(rule_opposite_pattern(other.unit(), 0, scale.split(0))), ElementsAre(0));
}

TEST(CertificateRules, PrecisionRevokesRowsWithInaccurateWeights) {
  FoundCase found = generic();
  found.problem.scale(1) = 1e-14;
  EXPECT_THAT(rows_of(rule_precision(found.unit(), 0)), ElementsAre(0));
}

TEST(CertificateRules, PrecisionRevokesScaleRowsWithoutCanonicalForm) {
  EXPECT_FALSE(canonical_form_is_lost(0.5));
  EXPECT_FALSE(canonical_form_is_lost(-1));
  EXPECT_FALSE(canonical_form_is_lost(-0.9));
  EXPECT_TRUE(canonical_form_is_lost(-1 + 1e-10));
  FoundCase found = generic();
  found.weights.A.row(2).setZero();
  found.weights.A(2, 2) = -1 + 1e-10;
  const Revocations revoked = rule_precision(found.unit(), 2);
  ASSERT_EQ(rows_of(revoked), std::vector<Index>{2});
  EXPECT_THAT(revoked[0].reason, HasSubstr("canonical form"));
}

TEST(CertificateRules, AmbiguousNeuronsRevokeTheRowTheyMayBelongTo) {
  // e_1 + a_1 = 2 e_2: on its active samples, row 1 equals 2 x_2, so its neuron could belong to row 2.
  const FoundCase found(Matrix{{-1, 2, 0}, {0.5, -0.7, 1.1}, {0.3, 0.8, -1.2}}, Random(5).gaussian(120, 3));
  ASSERT_TRUE(found.rows.complete());
  const NeuronFits fits(found.problem, found.rows);
  EXPECT_THAT(rows_of(rule_ambiguous_neuron(found.unit(), fits, 0, found.split(0))), testing::Contains(1));
  EXPECT_THAT(rule_ambiguous_neuron(found.unit(), fits, 2, found.split(2)), IsEmpty());
}

TEST(CertificateRules, AmbiguousAxesRevokeRowsOnInputsOfTwoLevels) {
  Matrix X = Random(6).gaussian(200, 4);
  X.leftCols(2) = X.leftCols(2).cwiseSign();
  const FoundCase found(Vector{{2, 1.5, 3, 1}}.asDiagonal().toDenseMatrix(), X);
  EXPECT_TRUE(found.problem.has_ties);
  const Certification certified = certify(found.unit());
  EXPECT_FALSE(certified.certificate.layer1_rows[0] || certified.certificate.layer1_rows[1]);
  EXPECT_TRUE(certified.certificate.layer1_rows[2] && certified.certificate.layer1_rows[3]);
  FoundCase continuous = found;
  continuous.problem.has_ties = false;
  EXPECT_THAT(rule_ambiguous_axes(continuous.unit(), NeuronFits(continuous.problem, continuous.rows)), IsEmpty());
}

TEST(CertificateRules, EqualPatternsRevokeBothRows) {
  // Nearly parallel neurons have the same active samples; the others differ.
  Matrix A = Random(7).gaussian(3, 3);
  A.row(1) = A.row(0) + Eigen::RowVectorXd::Constant(3, 1e-4);
  const Matrix X = Random(8).gaussian(40, 3);
  const FoundCase found(A, X);
  ASSERT_TRUE(found.rows.row(0) && found.rows.row(1));
  EXPECT_THAT(rows_of(rule_equal_patterns(found.unit())), ElementsAre(0, 1));
}

TEST(CertificateRules, SharedHyperplanesAreCertifiedJointly) {
  Matrix A = Random(9).gaussian(4, 4);
  A.row(3) = -2 * A.row(0);
  const FoundCase found(A, Random(10).gaussian(120, 4));
  ASSERT_TRUE(found.rows.complete());
  const FoundUnit unit = found.unit();
  Certificate so_far{.layer2_rows = std::vector<bool>(4, true), .layer1_rows = std::vector<bool>(4, true)};
  EXPECT_THAT(rule_shared_hyperplanes(unit, so_far), IsEmpty());
  so_far.layer1_rows[3] = false;
  EXPECT_THAT(rows_of(rule_shared_hyperplanes(unit, so_far)), ElementsAre(0, 3));
}

TEST(CertificateRules, OtherFormsRevokeRowsWithAlternativeWeights) {
  // a_1 = -e_1 and a_2 = -a_1 share a hyperplane: row 1 is x_1 - x_1^+ or its mirror image.
  const FoundCase found(Matrix{{-1, 0, 0}, {1, 0, 0}, {0.4, -0.9, 0.7}}, Random(11).gaussian(120, 3));
  EXPECT_FALSE(rule_other_forms(found.unit()).empty());
  EXPECT_THAT(rule_other_forms(generic().unit()), IsEmpty());
}

TEST(CertificateRules, WholeUnitRevokesAllRowsIfTheResidualIsLarge) {
  const FoundCase found = generic();
  FoundUnit unit = found.unit();
  unit.relative_residual = 1.1e-8;
  EXPECT_THAT(rows_of(rule_whole_unit(unit)), ElementsAre(0, 1, 2, 3));
  unit.relative_residual = kExactResidual;
  EXPECT_THAT(rule_whole_unit(unit), IsEmpty());
}

TEST(CertificateRules, NotesListRowsByReason) {
  FoundCase found = generic();
  found.errors(0) = found.errors(2) = 1;
  const Certification certified = certify(found.unit());
  ASSERT_EQ(certified.notes.size(), 1U);
  EXPECT_THAT(certified.notes[0], testing::StartsWith("rows 1, 3: "));
}

}  // namespace
}  // namespace resunit::test
