// SPDX-License-Identifier: BSD-3-Clause
#include "row/absolute_steps.hpp"

#include "linalg/simd.hpp"

namespace resunit {
namespace {

RESUNIT_MULTIVERSION
Gap sum_gap(Index n, const double* t, const double* v, const double* u, const double* s, const double* a,
            const double* b) {
  double primal = 0, dual = 0, products = 0;
#pragma omp simd reduction(+ : primal, dual, products)
  for (Index i = 0; i < n; ++i) {
    primal += v[i] > 0 ? v[i] : 0.0;
    dual += t[i] * a[i];
    products += s[i] * a[i] + u[i] * b[i];
  }
  return {primal, dual, products};
}

RESUNIT_MULTIVERSION
void find_weights(Index n, const double* u, const double* s, const double* a, const double* b, double* inverse_a,
                  double* inverse_b, double* q, double* rest, double* rhs) {
#pragma omp simd
  for (Index i = 0; i < n; ++i) {
    inverse_a[i] = 1 / a[i];
    inverse_b[i] = 1 / b[i];
    q[i] = 1 / (u[i] * inverse_b[i] + s[i] * inverse_a[i]);
    rest[i] = u[i] - s[i];
    rhs[i] = q[i] * rest[i];
  }
}

RESUNIT_MULTIVERSION
Prediction predict_loop(Index n, const double* image, const double* u, const double* s, const double* a,
                        const double* b, const double* inverse_a, const double* inverse_b, const double* q,
                        const double* rest, double* da) {
  double least_x = 0, most_x = 0, least_y = 0, most_y = 0;
  double sa = 0, say = 0, sayy = 0, ub = 0, ubx = 0, ubxx = 0;
#pragma omp simd reduction(+ : sa, say, sayy, ub, ubx, ubxx) reduction(min : least_x, least_y) \
    reduction(max : most_x, most_y)
  for (Index i = 0; i < n; ++i) {
    da[i] = q[i] * (rest[i] - image[i]);
    const double x = da[i] * inverse_b[i], y = da[i] * inverse_a[i];
    least_x = x < least_x ? x : least_x;
    most_x = x > most_x ? x : most_x;
    least_y = y < least_y ? y : least_y;
    most_y = y > most_y ? y : most_y;
    const double product_sa = s[i] * a[i], product_ub = u[i] * b[i];
    sa += product_sa;
    say += product_sa * y;
    sayy += product_sa * y * y;
    ub += product_ub;
    ubx += product_ub * x;
    ubxx += product_ub * x * x;
  }
  Prediction ahead{.sa = sa, .say = say, .sayy = sayy, .ub = ub, .ubx = ubx, .ubxx = ubxx};
  ahead.primal_bound = 1 / (1 + (most_y > -least_x ? most_y : -least_x));
  ahead.dual_bound = 1 / (most_x > -least_y ? most_x : -least_y);
  return ahead;
}

RESUNIT_MULTIVERSION
void target_loop(Index n, double mu, const double* u, const double* s, const double* inverse_a, const double* inverse_b,
                 const double* q, const double* da, double* target_sa, double* target_ub, double* rest, double* rhs) {
#pragma omp simd
  for (Index i = 0; i < n; ++i) {
    const double y = da[i] * inverse_a[i], x = da[i] * inverse_b[i];
    target_sa[i] = mu + da[i] * s[i] * (1 + y);
    target_ub[i] = mu - da[i] * u[i] * (1 - x);
    rest[i] = u[i] - s[i] - target_ub[i] * inverse_b[i] + target_sa[i] * inverse_a[i];
    rhs[i] = q[i] * rest[i];
  }
}

/// The longest step is 1 / r, where r is the largest relative decrease of an entry.
RESUNIT_MULTIVERSION
Bounds step_loop(Index n, const double* image, const double* u, const double* s, const double* inverse_a,
                 const double* inverse_b, const double* q, const double* rest, const double* target_sa,
                 const double* target_ub, double* da, double* ds, double* du) {
  double primal = 0, dual = 0;
#pragma omp simd reduction(max : primal, dual)
  for (Index i = 0; i < n; ++i) {
    da[i] = q[i] * (rest[i] - image[i]);
    ds[i] = (target_sa[i] - s[i] * da[i]) * inverse_a[i] - s[i];
    du[i] = (target_ub[i] + u[i] * da[i]) * inverse_b[i] - u[i];
    const double falls_s = -ds[i] / s[i], falls_u = -du[i] / u[i];
    const double falls_a = -da[i] * inverse_a[i], falls_b = da[i] * inverse_b[i];
    primal = falls_s > primal ? falls_s : primal;
    primal = falls_u > primal ? falls_u : primal;
    dual = falls_a > dual ? falls_a : dual;
    dual = falls_b > dual ? falls_b : dual;
  }
  return {1 / primal, 1 / dual};
}

RESUNIT_MULTIVERSION
void update_loop(Index n, double primal, double dual, const double* da, const double* ds, const double* du, double* u,
                 double* s, double* a, double* b) {
#pragma omp simd
  for (Index i = 0; i < n; ++i) {
    u[i] += primal * du[i];
    s[i] += primal * ds[i];
    a[i] += dual * da[i];
    b[i] -= dual * da[i];
  }
}

}  // namespace

Gap measure_gap(const double* t, const double* v, const PathState& state) {
  return sum_gap(state.u.size(), t, v, state.u.data(), state.s.data(), state.a.data(), state.b.data());
}

void weigh(PathState& state, double* rhs) {
  find_weights(state.u.size(), state.u.data(), state.s.data(), state.a.data(), state.b.data(), state.inverse_a.data(),
               state.inverse_b.data(), state.q.data(), state.rest.data(), rhs);
}

Prediction predict_step(PathState& state, const double* image) {
  return predict_loop(state.u.size(), image, state.u.data(), state.s.data(), state.a.data(), state.b.data(),
                      state.inverse_a.data(), state.inverse_b.data(), state.q.data(), state.rest.data(),
                      state.da.data());
}

void correct_target(PathState& state, double mu, double* rhs) {
  target_loop(state.u.size(), mu, state.u.data(), state.s.data(), state.inverse_a.data(), state.inverse_b.data(),
              state.q.data(), state.da.data(), state.target_sa.data(), state.target_ub.data(), state.rest.data(), rhs);
}

Bounds find_step(PathState& state, const double* image) {
  return step_loop(state.u.size(), image, state.u.data(), state.s.data(), state.inverse_a.data(),
                   state.inverse_b.data(), state.q.data(), state.rest.data(), state.target_sa.data(),
                   state.target_ub.data(), state.da.data(), state.ds.data(), state.du.data());
}

void take_step(double primal, double dual, PathState& state) {
  update_loop(state.u.size(), primal, dual, state.da.data(), state.ds.data(), state.du.data(), state.u.data(),
              state.s.data(), state.a.data(), state.b.data());
}

}  // namespace resunit
