/*
 * oracle.c: attention from its definition, in float64, one row at a time: all scores of the row,
 * their maximum, the exponentials, the weighted sum. Shares nothing with the kernels.
 *
 * What a right kernel may be off by, for one row. Scores: float sums of exact products; mag is the
 * largest sum of |q·k|·scale of the row. Tensor cores cut products off at the unit of the largest, always
 * downwards, where a CPU rounds: 2^-18 of mag (an H200 was 2.1e-5 off in LSE at d = 64). Weights: rounded
 * to half, 2^-11 of each, and moved by the scores' error. Output: a float sum of d + S terms, in half.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdlib.h>
#include <sys/random.h>

#include "ridge/oracle.h"

struct shape {
    int64_t B, H, Hkv, S, d, causal;
    const uint16_t *q, *k, *v, *o;
    const float *lse;
    double *p, *want, *scale; /* S exponentials, d sums, d sums of magnitudes */
    double mag;               /* of the row last attended */
};

static double half(uint16_t h)
{
    int e = h >> 10 & 31, m = h & 1023;
    double x = e == 31 ? (m ? NAN : INFINITY) : e ? ldexp(1024 + m, e - 25) : ldexp(m, -24);
    return h >> 15 ? -x : x;
}

/* The nearest half of an |x| that is a normal one; what the fills draw is. */
static uint16_t to_half(double x)
{
    int e;
    double m = frexp(fabs(x), &e);
    if (m == 0 || e < -13)
        return 0;
    long bits = lrint(ldexp(m, 11)) - 1024; /* 1024 when it rounds up to the next power */
    return (uint16_t)((x < 0) << 15 | (((long)(e + 14) << 10) + bits));
}

/* --------------------------------------------------------------------------------------- inputs */

static double normal(uint64_t *state)
{
    /* Box and Muller's transform; the second of the pair is not worth keeping */
    double u = 1 - ridge_uniform(state), t = 6.283185307179586 * ridge_uniform(state);
    return sqrt(-2 * log(u)) * cos(t);
}

/* data=1, huge logits: with d = 64 the first column makes each 10000 or -15000, by row of Q, so that no row is near a
 * maximum that starts at -10000; the others add small integers. */
static double huge(const char *buffer, int64_t row, int64_t col, uint64_t *state)
{
    int small = (int)(ridge_next(state) % 7) - 3;
    if (*buffer == 'K')
        return col ? small : 400;
    return col ? small : row % 2 ? 200 : -300;
}

int qkv_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t d = ridge_int(c, "d"), data = ridge_int(c, "data");
    if (!b || b->dtype != RIDGE_F16 || d < 1)
        return -1;
    uint64_t state = seed ^ (uint64_t)(unsigned char)*buffer << 32;
    uint16_t *x = b->data;
    for (size_t i = 0; i < b->count; i++) {
        int64_t row = (int64_t)i / d, col = (int64_t)i % d;
        if (data == 1 && *buffer != 'V')
            x[i] = to_half(huge(buffer, row, col, &state));
        else if (data == 2 && *buffer == 'K' && row > 0)
            x[i] = x[col]; /* equal keys: every weight is 1/visible */
        else
            x[i] = to_half(normal(&state));
    }
    return 0;
}

/* -------------------------------------------------------------------------------- one row of it */

static double score(struct shape *s, const uint16_t *q, const uint16_t *k)
{
    double dot = 0, mag = 0, root = sqrt((double)s->d);
    for (int64_t x = 0; x < s->d; x++) {
        double t = half(q[x]) * half(k[x]);
        dot += t;
        mag += fabs(t);
    }
    s->mag = fmax(s->mag, mag / root);
    return dot / root;
}

/* Row r of head h of batch b. Fills want[d], scale[d] and mag; returns the log-sum-exp. */
static double attend(struct shape *s, int64_t b, int64_t h, int64_t r)
{
    int64_t seen = s->causal ? r - s->causal + 2 : s->S;
    const uint16_t *q = s->q + ((b * s->H + h) * s->S + r) * s->d;
    int64_t keys = (b * s->Hkv + h / (s->H / s->Hkv)) * s->S * s->d;
    double top = -INFINITY, sum = 0;
    memset(s->want, 0, (size_t)s->d * sizeof *s->want);
    memset(s->scale, 0, (size_t)s->d * sizeof *s->scale);
    s->mag = 0;
    if (seen <= 0)
        return -INFINITY;
    for (int64_t j = 0; j < seen; j++)
        top = fmax(top, s->p[j] = score(s, q, s->k + keys + j * s->d));
    for (int64_t j = 0; j < seen; j++)
        sum += s->p[j] = exp(s->p[j] - top);
    for (int64_t j = 0; j < seen; j++)
        for (int64_t x = 0; x < s->d; x++) {
            double term = s->p[j] / sum * half(s->v[keys + j * s->d + x]);
            s->want[x] += term;
            s->scale[x] += fabs(term);
        }
    return top + log(sum);
}

static const char *guess(double got, double want)
{
    if (!isnan(got))
        return "";
    if (want == 0 || isinf(want))
        return " (NaN: exp(-inf - -inf), or 0/0, on a row that sees nothing?)";
    return " (NaN: -inf - -inf on a tile that is masked for this row, or shared memory read too soon?)";
}

/* 0 when the row agrees; else the message is set. */
static int judge_row(struct shape *s, int64_t row, struct ridge_verdict *v)
{
    int64_t b = row / s->S / s->H, h = row / s->S % s->H, r = row % s->S;
    double lse = attend(s, b, h, r), moved = 0x1p-18 * s->mag;
    double rel = 8 * 0x1p-24 * sqrt((double)(s->d + s->S)) + 0x1p-10 + 2 * moved;
    for (int64_t x = 0; x < s->d; x++) {
        double got = half(s->o[row * s->d + x]), tol = rel * s->scale[x] + 0x1p-24;
        if (!(fabs(got - s->want[x]) <= tol)) {
            snprintf(v->message, sizeof v->message,
                     "mismatch: O[batch %lld][head %lld][row %lld][%lld] is %.6g, expected %.6g +- %.2g%s",
                     (long long)b, (long long)h, (long long)r, (long long)x, isnan(got) ? NAN : got,
                     s->want[x], tol, guess(got, s->want[x]));
            return -1;
        }
    }
    double got = s->lse[row], tol = 1e-5 + moved;
    int good = isinf(lse) ? got == lse : fabs(got - lse) <= tol;
    if (!good)
        snprintf(v->message, sizeof v->message,
                 "mismatch: LSE[batch %lld][head %lld][row %lld] is %.9g, expected %.9g +- %.2g%s",
                 (long long)b, (long long)h, (long long)r, isnan(got) ? NAN : got, lse, tol, guess(got, lse));
    return good ? 0 : -1;
}

static int judge_rows(struct shape *s, int64_t sample, struct ridge_verdict *v)
{
    int64_t rows = s->B * s->H * s->S;
    if (!sample) {
        for (int64_t r = 0; r < rows; r++)
            if (judge_row(s, r, v))
                return -1;
        return 0;
    }
    /* a timed run: a few rows that nobody can name in advance */
    uint64_t state = 0;
    if (getrandom(&state, sizeof state, 0) != sizeof state)
        return -2;
    for (int64_t k = 0; k < sample; k++)
        if (judge_row(s, (int64_t)(ridge_next(&state) % (uint64_t)rows), v))
            return -1;
    return 0;
}

int flash_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct shape s = {
        .B = ridge_int(c, "B"), .H = ridge_int(c, "H"), .Hkv = ridge_int(c, "Hkv"), .S = ridge_int(c, "S"),
        .d = ridge_int(c, "d"), .causal = ridge_int(c, "causal"), .q = ridge_data(c, "Q"),
        .k = ridge_data(c, "K"), .v = ridge_data(c, "V"), .o = ridge_data(c, "O"), .lse = ridge_data(c, "LSE"),
    };
    double sample = ridge_num(c, "sample");
    if (!s.q || !s.k || !s.v || !s.o || !s.lse || s.S < 1 || s.d < 1 || s.Hkv < 1 || s.H % s.Hkv)
        return -1;
    s.p = malloc((size_t)s.S * sizeof *s.p);
    s.want = malloc((size_t)s.d * sizeof *s.want);
    s.scale = malloc((size_t)s.d * sizeof *s.scale);
    int rc = !s.p || !s.want || !s.scale ? -2 : judge_rows(&s, sample > 0 ? (int64_t)sample : 0, v);
    free(s.p);
    free(s.want);
    free(s.scale);
    v->pass = !rc;
    return rc == -2 ? -1 : 0;
}
