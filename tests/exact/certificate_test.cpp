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

using testing::Contains;
using testing::Each;
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

  FoundCase(const Matrix& A, const Matrix& X)
      : FoundCase(Unit{.A = A, .B = Random(101).gaussian(A.rows() + 1, A.rows())}, X) {}
  FoundCase(const Unit& unit, const Matrix& X) : FoundCase(unit, Dataset{.X = X, .Y = predict(unit, X)}) {}
  FoundCase(const Unit& unit, const Dataset& samples)
      : truth(unit), data(samples), problem(make_problem(data, data.X.rows(), 1)), rows(problem) {
    for (Index j = 0; j < truth.A.rows(); ++j)
      if (!rows.row(j))
        rows.accept(j, problem.working_set.W.transpose() * (data.X * truth.A.row(j).transpose()) / problem.scale(j));
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
    EXPECT_THAT(rule_backward_error(found.errors, j), IsEmpty());
    EXPECT_THAT(rule_evidence(j, weigh_evidence(found.problem, *found.rows.row(j), j, split, false)), IsEmpty());
    EXPECT_THAT(rule_opposite_pattern(unit, j, split), IsEmpty());
    EXPECT_THAT(rule_precision(unit, j), IsEmpty());
    EXPECT_THAT(rule_ambiguous_neuron(unit, fits, j, split), IsEmpty());
  }
  EXPECT_THAT(rule_ambiguous_axes(unit, fits), IsEmpty());
  EXPECT_THAT(rule_equal_patterns(unit), IsEmpty());
  EXPECT_THAT(rule_other_forms(unit), IsEmpty());
  EXPECT_THAT(rule_whole_unit(unit.relative_residual, 4), IsEmpty());
  EXPECT_THAT(rule_output_rank(found.problem.rank_outputs(), 4), IsEmpty());
  const Certification certified = certify(unit);
  EXPECT_TRUE(certified.certificate.holds);
  EXPECT_TRUE(certified.is_noiseless);
  EXPECT_THAT(certified.notes, IsEmpty());
}

TEST(CertificateRules, BackwardErrorRevokesARowThatDoesNotFitToRoundingError) {
  FoundCase found = generic();
  found.errors(2) = 6e-15;
  EXPECT_THAT(rows_of(rule_backward_error(found.errors, 2)), ElementsAre(2));
  found.errors(2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(rows_of(rule_backward_error(found.errors, 2)), ElementsAre(2)) << "NaN is not rounding error";
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
  EXPECT_THAT(rows_of(rule_ambiguous_neuron(found.unit(), fits, 0, found.split(0))), Contains(1));
  EXPECT_THAT(rule_ambiguous_neuron(found.unit(), fits, 2, found.split(2)), IsEmpty());
}

TEST(CertificateRules, AmbiguousNeuronsInAHalfSpaceRevokeTheirOwnRowIfItMayBeLinear) {
  // As above. Row 3 is linear for x >= 0, and a multiple of it exceeds x_1, so that row 1 may be linear too.
  const FoundCase found(Matrix{{-1, 2, 0}, {0.5, -0.7, 1.1}, {0.3, 0.8, 0.5}}, Random(5).gaussian(120, 3).cwiseAbs());
  ASSERT_TRUE(found.rows.row(0) && found.rows.row(1));
  const NeuronFits fits(found.problem, found.rows);
  FoundUnit unit = found.unit();
  ASSERT_TRUE(unit.half_space);
  EXPECT_THAT(rows_of(rule_ambiguous_neuron(unit, fits, 0, found.split(0))), ElementsAre(1, 0));
  unit.half_space = false;
  EXPECT_THAT(rows_of(rule_ambiguous_neuron(unit, fits, 0, found.split(0))), ElementsAre(1));
}

TEST(CertificateRules, AmbiguousAxesRevokeRowsOnInputsOfTwoLevels) {
  Matrix X = Random(6).gaussian(200, 4);
  X.leftCols(2) = X.leftCols(2).cwiseSign();
  const FoundCase diagonal(Vector{{2, 1.5, 3, 1}}.asDiagonal().toDenseMatrix(), X);
  EXPECT_TRUE(diagonal.problem.has_ties);
  const Certification certified = certify(diagonal.unit());
  EXPECT_FALSE(certified.certificate.layer1_rows[0] || certified.certificate.layer1_rows[1]);
  EXPECT_TRUE(certified.certificate.layer1_rows[2] && certified.certificate.layer1_rows[3]);

  // No neuron has its kink on x_2 = 0. Since |x_1| = |x_2|, row 1, x_1 + 2 x_1^+ = 2 (x_1 + |x_2| / 2), also fits as a
  // multiple of x_1 + x_2^+, because x_2 is in span Y.
  FoundCase found(Matrix{{2, 0, 0, 0}, {0, 0, 0, 0}, {0.3, -0.4, 0.8, -1.1}, {-0.5, 0.2, 0.9, 0.7}}, X);
  ASSERT_TRUE(found.rows.complete());
  EXPECT_THAT(rows_of(rule_ambiguous_axes(found.unit(), NeuronFits(found.problem, found.rows))), Contains(0));
  found.problem.has_ties = false;
  EXPECT_THAT(rule_ambiguous_axes(found.unit(), NeuronFits(found.problem, found.rows)), IsEmpty());
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
  EXPECT_THAT(rule_shared_hyperplanes(unit.scaled_A, so_far), IsEmpty());
  so_far.layer1_rows[3] = false;
  EXPECT_THAT(rows_of(rule_shared_hyperplanes(unit.scaled_A, so_far)), ElementsAre(0, 3));
}

TEST(CertificateRules, OtherFormsRevokeRowsWithAlternativeWeights) {
  // a_1 = -e_1 and a_2 = -a_1 share a hyperplane: row 1 is x_1 - x_1^+ or its mirror image.
  const FoundCase found(Matrix{{-1, 0, 0}, {1, 0, 0}, {0.4, -0.9, 0.7}}, Random(11).gaussian(120, 3));
  EXPECT_FALSE(rule_other_forms(found.unit()).empty());
  EXPECT_THAT(rule_other_forms(generic().unit()), IsEmpty());
}

TEST(CertificateRules, OtherFormsInAHalfSpaceRevokeRowsOfLinearOutputs) {
  // a_2 = 2 a_1: the output r_2 - 2 r_1 = x_2 - 2 x_1 is linear, and rows 1 and 2 contribute to it.
  const FoundCase found(Matrix{{-1.3, 0.9, 0.4}, {-2.6, 1.8, 0.8}, {0.4, -0.9, 0.7}},
                        Random(11).gaussian(120, 3).cwiseAbs());
  ASSERT_TRUE(found.rows.complete());
  FoundUnit unit = found.unit();
  ASSERT_TRUE(unit.half_space);
  EXPECT_THAT(rows_of(rule_other_forms(unit)), ElementsAre(0, 1));
  unit.half_space = false;
  EXPECT_THAT(rule_other_forms(unit), IsEmpty());
}

TEST(CertificateRules, WholeUnitRevokesAllRowsIfTheResidualIsLarge) {
  EXPECT_THAT(rows_of(rule_whole_unit(1.1e-8, 4)), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(rule_whole_unit(kExactResidual, 4), IsEmpty());
  const FoundCase found = generic();
  FoundUnit unit = found.unit();
  unit.relative_residual = 1.1e-8;
  EXPECT_THAT(certify(unit).certificate.layer2_rows, Each(false));
}

TEST(CertificateRules, OutputRankRevokesAllRowsIfOutputsHaveMoreDirectionsThanNeurons) {
  EXPECT_THAT(rows_of(rule_output_rank(5, 4)), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(rule_output_rank(4, 4), IsEmpty());
  // The fifth output absorbs the error of one sample in every row of C, so that rules 1 to 8 accept all rows.
  FoundCase found = generic();
  Dataset data = found.data;
  data.Y(7, 1) *= 1 + 1e-7;
  const FoundCase changed(found.truth, data);
  EXPECT_LE(changed.errors.maxCoeff(), kLargestBackwardError);
  const Certification certified = certify(changed.unit());
  EXPECT_THAT(certified.certificate.layer2_rows, Each(false));
  EXPECT_THAT(certified.notes, ElementsAre(HasSubstr("Y has rank 5")));
}

TEST(CertificateRules, ContradictingSamplesRevokeAllRows) {
  EXPECT_THAT(rows_of(rule_contradicting_samples(1, 3)), ElementsAre(0, 1, 2));
  EXPECT_THAT(rule_contradicting_samples(0, 3), IsEmpty());
}

TEST(CertificateRules, FurtherSamplesRevokeRowsOfTheCertificateOfASubset) {
  Matrix A = Random(9).gaussian(4, 4);
  A.row(3) = -2 * A.row(0);
  const Certificate all_rows{.holds = true,
                             .layer2_rows = std::vector<bool>(4, true),
                             .layer1_rows = std::vector<bool>(4, true),
                             .scale_rows = std::vector<bool>(4)};
  AllSamples all{.backward_errors = Vector::Constant(4, 1e-16), .relative_residual = 1e-15, .scaled_A = A};
  Certificate certificate = all_rows;
  EXPECT_THAT(revoke_on_all_samples(all, certificate), IsEmpty());
  EXPECT_TRUE(certificate.holds);

  all.backward_errors(0) = 1e-14;
  EXPECT_THAT(revoke_on_all_samples(all, certificate),
              ElementsAre(HasSubstr("row 1: the fit to the samples"), HasSubstr("row 4: the hyperplane is shared")));
  EXPECT_FALSE(certificate.holds);
  EXPECT_THAT(certificate.layer1_rows, ElementsAre(false, true, true, false));
  EXPECT_THAT(certificate.layer2_rows, ElementsAre(false, true, true, false));

  all.relative_residual = 1e-3;
  certificate = all_rows;
  EXPECT_THAT(revoke_on_all_samples(all, certificate),
              ElementsAre(HasSubstr("rows 1, 2, 3, 4: the relative residual")));
  EXPECT_THAT(certificate.layer2_rows, Each(false));
}

TEST(CertificateRules, ARowOfLayer2AloneIsRevokedWithAReason) {
  Certificate certificate{.layer2_rows = {true, true}, .layer1_rows = {false, true}, .scale_rows = {false, false}};
  const AllSamples all{.backward_errors = Vector{{1e-14, 1e-16}}, .scaled_A = Random(1).gaussian(2, 2)};
  EXPECT_THAT(revoke_on_all_samples(all, certificate), ElementsAre(HasSubstr("row 1: the fit to the samples")));
  EXPECT_THAT(certificate.layer2_rows, ElementsAre(false, true));
}

/// Two inputs on either side of zero, fitted to rounding error.
SingleInput good_input() {
  return {.negative = {.distinct = 2}, .positive = {.distinct = 2}, .alpha = 2, .relative_residual = 1e-16};
}

TEST(CertificateRules, SingleInputGivesTheReasonForEachRevocation) {
  const auto reason = [](auto change) {
    SingleInput input = good_input();
    change(input);
    const Revocations revoked = rule_single_input(input);
    return revoked.empty() ? std::string() : revoked[0].reason;
  };
  EXPECT_EQ(reason([](SingleInput&) {}), "");
  EXPECT_THAT(reason([](SingleInput& input) { input.relative_residual = 1e-3; }), HasSubstr("whole unit"));
  EXPECT_THAT(reason([](SingleInput& input) { input.relative_residual = 1e-14; }), HasSubstr("rounding error"));
  EXPECT_THAT(reason([](SingleInput& input) { input.negative.relative_residual = 1; }), HasSubstr("rounding error"));
  EXPECT_THAT(reason([](SingleInput& input) { input.positive.relative_residual = 1; }), HasSubstr("rounding error"));
  EXPECT_THAT(reason([](SingleInput& input) { input.positive.distinct = 0; }), HasSubstr("same sign"));
  EXPECT_THAT(reason([](SingleInput& input) { input.negative.distinct = 1; }), HasSubstr("too few samples"));
  EXPECT_THAT(reason([](SingleInput& input) { input.slope_is_zero = true; }), HasSubstr("slope"));
  EXPECT_THAT(reason([](SingleInput& input) { input.alpha = -1 + 1e-10; }), HasSubstr("canonical form"));
}

TEST(BackwardErrorSums, DoNotDependOnHowTheSamplesAreDivided) {
  const FoundCase found = generic();
  BackwardErrorSums first(Vector::Ones(4)), second = first;
  first.add({found.data.X.topRows(30), found.data.Y.topRows(30)}, found.weights);
  second.add({found.data.X.bottomRows(70), found.data.Y.bottomRows(70)}, found.weights);
  first += second;
  EXPECT_LE((first.errors() - found.errors).cwiseAbs().maxCoeff(), 1e-3 * found.errors.maxCoeff());
}

TEST(RowWeightsOfAUnit, FitTheSamplesToRoundingError) {
  const FoundCase found = generic();
  const RowWeights weights = row_weights(found.data, found.truth);
  EXPECT_LE(backward_errors(found.data, weights).maxCoeff(), kLargestBackwardError);
  EXPECT_LE((weights.C - found.weights.C).norm(), 1e-12 * found.weights.C.norm());
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
