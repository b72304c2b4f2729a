/*
 * The judge of w20-ring-allreduce: sums in float64 or in integers from the inputs alone; two trees, a ring's order and a
 * fit by what they have to fulfil.
 */
#include <stdarg.h>
#include <stdlib.h>

#include "ridge/oracle.h"

enum { MOST = 64 };

__attribute__((format(printf, 2, 3))) static int wrong(struct ridge_verdict *v, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(v->message, sizeof v->message, fmt, ap);
    va_end(ap);
    v->pass = 0;
    return 0;
}

static int64_t cut(int64_t n, int64_t P, int64_t k)
{
    return n / P * k + (k < n % P ? k : n % P);
}

/* ------------------------------------------------------------------------------------------------ sums */

static void sum_of(const struct ridge_case *c, int64_t e, double *want, double *scale)
{
    int64_t P = ridge_int(c, "P"), n = ridge_int(c, "n");
    const float *x = ridge_data(c, "x");
    *want = *scale = 0;
    for (int64_t r = 0; r < P; r++) {
        *want += (double)x[r * n + e];
        *scale += fabs((double)x[r * n + e]);
    }
}

/* x [P][n] -> sum [n] */
static int whole_sum(const struct ridge_case *c, const size_t *index, size_t n, double *want, double *scale)
{
    for (size_t k = 0; k < n; k++)
        sum_of(c, (int64_t)index[k], &want[k], &scale[k]);
    return 0;
}

int rsag_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    (void)out;
    return whole_sum(c, index, n, want, scale);
}

/* x [P][n] -> part [P][most]: each rank's part of the sum, then zeros */
int rs_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    int64_t P = ridge_int(c, "P"), N = ridge_int(c, "n"), most = (N + P - 1) / P;
    (void)out;
    for (size_t k = 0; k < n; k++) {
        int64_t r = (int64_t)index[k] / most, e = cut(N, P, r) + (int64_t)index[k] % most;
        want[k] = scale[k] = 0;
        if (e < cut(N, P, r + 1))
            sum_of(c, e, &want[k], &scale[k]);
    }
    return 0;
}

/* own [P][most] -> all [n] */
int ag_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    int64_t P = ridge_int(c, "P"), N = ridge_int(c, "n"), most = (N + P - 1) / P;
    const float *own = ridge_data(c, "own");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        int64_t r = 0;
        while ((int64_t)index[k] >= cut(N, P, r + 1))
            r++;
        want[k] = (double)own[r * most + (int64_t)index[k] - cut(N, P, r)];
        scale[k] = fabs(want[k]);
    }
    return 0;
}

static uint16_t half_of(int v)
{
    uint16_t sign = v < 0 ? 0x8000 : 0;
    int e = 0, m = abs(v);
    if (!m)
        return 0;
    while (m >> (e + 1))
        e++;
    return (uint16_t)(sign | (e + 15) << 10 | ((m << 10 >> e) & 0x3ff));
}

static int half_value(uint16_t h)
{
    for (int v = -2048; v <= 2048; v++)
        if (half_of(v) == h)
            return v;
    return INT32_MAX;
}

/* Small whole numbers as halves, or multiples of one that fills 40 bits: their sums are exact. */
int whole_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t state = ridge_mix(seed, buffer);
    for (size_t k = 0; k < b->count; k++) {
        int v = (int)(ridge_next(&state) % 33) - 16;
        if (b->dtype == RIDGE_I64)
            ((int64_t *)b->data)[k] = v * INT64_C(1000003) * 1000003;
        else
            ((uint16_t *)b->data)[k] = half_of(v);
    }
    return 0;
}

int types_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t P = ridge_int(c, "P"), n = ridge_int(c, "n");
    const int64_t *xl = ridge_data(c, "xl"), *sl = ridge_data(c, "sl");
    const uint16_t *xh = ridge_data(c, "xh"), *sh = ridge_data(c, "sh");
    for (int64_t e = 0; e < n; e++) {
        int64_t l = 0;
        int h = 0;
        for (int64_t r = 0; r < P; r++) {
            l += xl[r * n + e];
            h += half_value(xh[r * n + e]);
        }
        if (sl[e] != l)
            return wrong(v, "64-bit integers: sum[%lld] is %lld, expected %lld", (long long)e, (long long)sl[e],
                         (long long)l);
        if (half_value(sh[e] == 0x8000 ? 0 : sh[e]) != h)
            return wrong(v, "halves: the bits of sum[%lld] are 0x%04x, expected 0x%04x, which is %d", (long long)e, sh[e],
                         half_of(h), h);
    }
    v->pass = 1;
    return 0;
}

/* ----------------------------------------------------------------------------------------------- trees */

/* Links from `rank` up to the root of the tree in `link`; -1: there is a circle, or a rank that there is not. */
static int depth(const int32_t *link, int P, int which, int rank)
{
    int d = 0;
    for (int at = rank, up; (up = link[(2 * at + which) * 3]) != -1; at = up)
        if (up < 0 || up >= P || ++d > P)
            return -1;
    return d;
}

static int one_tree(const int32_t *link, int P, int which, struct ridge_verdict *v)
{
    int roots = 0, allowed = 0;
    while (1 << allowed < P)
        allowed++;
    for (int r = 0; r < P; r++) {
        const int32_t *at = link + (2 * r + which) * 3;
        roots += at[0] == -1;
        if (at[0] < -1 || at[0] >= P)
            return wrong(v, "P = %d, tree %d: up of rank %d is %d, which is no rank", P, which, r, at[0]);
        for (int k = 1; k < 3; k++) {
            if (at[k] < -1 || at[k] >= P)
                return wrong(v, "P = %d, tree %d: down[%d] of rank %d is %d, which is no rank", P, which, k - 1, r, at[k]);
            if (at[k] >= 0 && link[(2 * at[k] + which) * 3] != r)
                return wrong(v, "P = %d, tree %d: rank %d has rank %d below it, whose up is %d", P, which, r, at[k],
                             link[(2 * at[k] + which) * 3]);
        }
        if (at[1] >= 0 && at[1] == at[2])
            return wrong(v, "P = %d, tree %d: rank %d has rank %d below it twice", P, which, r, at[1]);
        const int32_t *up = at[0] >= 0 ? link + (2 * at[0] + which) * 3 : NULL;
        if (up && up[1] != r && up[2] != r)
            return wrong(v, "P = %d, tree %d: up of rank %d is %d, which does not have it below it", P, which, r, at[0]);
    }
    if (roots != 1)
        return wrong(v, "P = %d, tree %d: %d ranks have no up, expected one root", P, which, roots);
    for (int r = 0; r < P; r++) {
        int d = depth(link, P, which, r);
        if (d < 0)
            return wrong(v, "P = %d, tree %d: from rank %d the links go up in a circle", P, which, r);
        if (d > allowed)
            return wrong(v, "P = %d, tree %d: rank %d is %d links from the root, expected at most %d", P, which, r, d,
                         allowed);
    }
    v->pass = 1;
    return 0;
}

int nodes_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *link = ridge_data(c, "links");
    for (int P = 1; P <= ridge_int(c, "most"); link += 6 * P, P++) {
        for (int which = 0; which < 2; which++) {
            one_tree(link, P, which, v);
            if (!v->pass)
                return 0;
        }
        for (int r = 0; r < P; r++) {
            int below[2];
            for (int w = 0; w < 2; w++)
                below[w] = (link[(2 * r + w) * 3 + 1] >= 0) + (link[(2 * r + w) * 3 + 2] >= 0);
            if (below[0] + below[1] > 2)
                return wrong(v, "P = %d: rank %d has %d children in tree 0 and %d in tree 1, expected two at most in both",
                             P, r, below[0], below[1]);
        }
    }
    v->pass = 1;
    return 0;
}

/* ---------------------------------------------------------------------------------------------- a ring */

int around_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int P = (int)ridge_int(c, "P"), from = (int)ridge_int(c, "from"), to = (int)ridge_int(c, "to"), at[MOST], place[MOST];
    int64_t n = ridge_int(c, "n"), turned = ridge_int(c, "turned");
    const int32_t *given = ridge_data(c, "place");
    const float *sum = ridge_data(c, "sum");
    for (int k = 0; k < P; k++)
        at[k] = -1, place[k] = given[turned ? P - 1 - k : k];
    for (int r = 0; r < P; r++) {
        if (place[r] < 0 || place[r] >= P || at[place[r]] >= 0)
            return wrong(v, "rank %d has place %d of %d in the new communicator, which is not a free one", r, place[r], P);
        at[place[r]] = r;
    }
    if (place[0] != 0)
        return wrong(v, "rank 0 has place %d in the new communicator, expected 0", place[0]);
    for (int k = 0; k < P; k++)
        if (at[k] == from && at[(k + 1) % P] == to)
            return wrong(v, "the ring still goes from rank %d to rank %d: they have places %d and %d of %d", from, to, k,
                         (k + 1) % P, P);
    for (int64_t e = 0; e < n; e++) {
        double want, scale;
        sum_of(c, e, &want, &scale);
        if (!(fabs((double)sum[e] - want) <= 8 * 0x1p-24 * sqrt(P) * scale))
            return wrong(v, "sum[%lld] is %g, expected %g", (long long)e, (double)sum[e], want);
    }
    v->pass = 1;
    return 0;
}

/* ------------------------------------------------------------------------------------------------ figures */

/* runs [rows][3]: ranks, bytes, seconds */
int runs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double *run = b->data;
    for (size_t k = 0; k < b->count; k += 3) {
        run[k] = 2 + floor(ridge_uniform(&seed) * 15);
        run[k + 1] = exp2(10 + floor(ridge_uniform(&seed) * 21));
        run[k + 2] = run[k + 1] / (1e10 + 3e11 * ridge_uniform(&seed)) + 2e-5;
    }
    return 0;
}

int bus_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const double *run = ridge_data(c, "runs");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        const double *r = run + 3 * index[k];
        scale[k] = want[k] = r[1] / r[2] * 2 * (r[0] - 1) / r[0];
    }
    return 0;
}

/* sweep [rows][1 + 2m]: ranks; sizes, each four times the last; times of a ring, a little off */
int sweep_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    int64_t m = ridge_int(c, "m"), rows = ridge_int(c, "rows");
    double off = ridge_num(c, "off"), *row = ridge_data(c, buffer);
    for (int64_t k = 0; k < rows; k++, row += 1 + 2 * m) {
        double P = row[0] = 2 + floor(ridge_uniform(&seed) * 15), alpha = 1e-6 * (1 + 20 * ridge_uniform(&seed));
        double beta = 1e9 * (10 + 390 * ridge_uniform(&seed));
        for (int64_t i = 0; i < m; i++) {
            double size = row[1 + i] = exp2((double)(10 + (m > 2 ? 20 * i / (m - 1) : 16 * i)));
            row[1 + m + i] = 2 * (P - 1) * (alpha + size / P / beta) * (1 + off * (2 * ridge_uniform(&seed) - 1));
        }
    }
    return 0;
}

/* Sum of the squares of predicted/measured - 1. */
static double off_by(const double *row, int64_t m, double alpha, double beta)
{
    double sum = 0;
    for (int64_t i = 0; i < m; i++) {
        double d = 2 * (row[0] - 1) * (alpha + row[1 + i] / row[0] / beta) / row[1 + m + i] - 1;
        sum += d * d;
    }
    return sum;
}

/* Predicted/measured is alpha u + w/beta for each measurement, so alpha and 1/beta solve two linear equations. */
int fit_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t m = ridge_int(c, "m");
    const double *row = ridge_data(c, "sweep"), *got = ridge_data(c, "fitted");
    for (int64_t k = 0; k < ridge_int(c, "rows"); k++, row += 1 + 2 * m, got += 2) {
        double P = row[0], uu = 0, uv = 0, vv = 0, u1 = 0, v1 = 0;
        for (int64_t i = 0; i < m; i++) {
            double u = 2 * (P - 1) / row[1 + m + i], w = u * row[1 + i] / P;
            uu += u * u, uv += u * w, vv += w * w, u1 += u, v1 += w;
        }
        double det = uu * vv - uv * uv, alpha = (u1 * vv - v1 * uv) / det, beta = det / (v1 * uu - u1 * uv);
        if (!(fabs(got[0] / alpha - 1) <= 1e-6))
            return wrong(v, "sweep %lld, P = %g: alpha is %.9g s, with which the sum of squares is %.6g; expected %.9g s, "
                         "with which it is %.6g", (long long)k, P, got[0], off_by(row, m, got[0], got[1]), alpha,
                         off_by(row, m, alpha, beta));
        if (!(fabs(got[1] / beta - 1) <= 1e-6))
            return wrong(v, "sweep %lld, P = %g: beta is %.9g B/s, expected %.9g B/s", (long long)k, P, got[1], beta);
    }
    v->pass = 1;
    return 0;
}
