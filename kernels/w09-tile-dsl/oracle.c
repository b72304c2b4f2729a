/*
 * oracle.c: each function from its definition, in float64 or exact integers, for the elements that are asked for.
 *
 * Rows of x that are longer than what belongs to them are filled with numbers that show: whoever reads behind a row
 * gets 3e38 and, after an exponential or a product, infinity or NaN.
 */
#include <stdlib.h>

#include "ridge/oracle.h"

static const float BEHIND = 3e38f;

/* Floats from one row of x to the next. */
static size_t row_of(const struct ridge_case *c)
{
    return (size_t)(ridge_int(c, "used") + ridge_int(c, "behind"));
}

/* Uniform around `offset`, standard deviation 1; behind the first `used` of each row of `ld`, BEHIND. */
int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    size_t used = (size_t)ridge_int(c, "used"), ld = row_of(c);
    double offset = ridge_num(c, "offset");
    for (size_t i = 0; b && i < b->count; i++) {
        double u = offset + sqrt(3) * (2 * ridge_uniform(&seed) - 1);
        ((float *)b->data)[i] = i % ld < used ? (float)u : BEHIND;
    }
    return b ? 0 : -1;
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

int sigmoid_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const float *x = ridge_data(c, "v");
    (void)out;
    for (size_t k = 0; k < n; k++)
        scale[k] = want[k] = sigmoid((double)x[index[k]]);
    return x ? 0 : -1;
}

int mul_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
               double *scale)
{
    const float *a = ridge_data(c, "v"), *b = ridge_data(c, "w");
    (void)out;
    for (size_t k = 0; a && b && k < n; k++)
        scale[k] = fabs(want[k] = (double)(a[index[k]] * b[index[k]]));
    return a && b ? 0 : -1;
}

int silu_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    const float *x = ridge_data(c, "v");
    (void)out;
    for (size_t k = 0; x && k < n; k++)
        scale[k] = fabs(want[k] = (double)x[index[k]] * sigmoid((double)x[index[k]]));
    return x ? 0 : -1;
}

int swiglu_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                  double *scale)
{
    const float *x = ridge_data(c, "x");
    size_t F = (size_t)ridge_int(c, "F"), ld = row_of(c);
    (void)out;
    for (size_t k = 0; x && k < n; k++) {
        const float *gate = x + index[k] / F * ld + index[k] % F;
        scale[k] = fabs(want[k] = (double)gate[0] * sigmoid((double)gate[0]) * (double)gate[F]);
    }
    return x ? 0 : -1;
}

int softmax_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const float *x = ridge_data(c, "x");
    size_t C = (size_t)ridge_int(c, "C"), ld = row_of(c), measured = (size_t)-1;
    double top = 0, sum = 0;
    (void)out;
    for (size_t k = 0; x && k < n; k++) {
        size_t r = index[k] / C;
        const float *row = x + r * ld;
        if (r != measured) {
            top = (double)row[0], sum = 0;
            for (size_t i = 1; i < C; i++)
                top = fmax(top, (double)row[i]);
            for (size_t i = 0; i < C; i++)
                sum += exp((double)row[i] - top);
            measured = r;
        }
        scale[k] = want[k] = exp((double)row[index[k] % C] - top) / sum;
    }
    return x ? 0 : -1;
}

/* ---- products ------------------------------------------------------------------------------------------- */

static double bf16(uint16_t x)
{
    uint32_t bits = (uint32_t)x << 16;
    float f;
    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

/* Row or column of tiles of program p: counted, group after group, without a formula for p. */
static double order_of(int64_t p, int which, int64_t down, int64_t across, int64_t tallest)
{
    int64_t seen = 0;
    for (int64_t first = 0; first < down; first += tallest) {
        int64_t tall = down - first < tallest ? down - first : tallest;
        if (p < seen + tall * across)
            for (int64_t col = 0; col < across; col++, seen += tall)
                if (p < seen + tall)
                    return (double)(which ? col : first + p - seen);
        seen += tall * across;
    }
    return -1;
}

static int matmul(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                  double *scale, int64_t side, int64_t tallest)
{
    const uint16_t *A = ridge_data(c, "A"), *B = ridge_data(c, "B");
    int64_t M = ridge_int(c, "M");
    size_t N = (size_t)ridge_int(c, "N"), K = (size_t)ridge_int(c, "K");
    if (!A || !B)
        return -1;
    for (size_t e = 0; e < n; e++) {
        size_t i = index[e];
        want[e] = scale[e] = 0;
        if (strcmp(out, "P")) {
            want[e] = order_of((int64_t)(i / 2), i % 2, (M + side - 1) / side, ((int64_t)N + side - 1) / side,
                               tallest);
            continue;
        }
        for (size_t k = 0; k < K; k++) {
            double term = bf16(A[i / N * K + k]) * bf16(B[k * N + i % N]);
            want[e] += term;
            scale[e] += fabs(term);
        }
    }
    return 0;
}

int matmul_64_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                     double *scale)
{
    return matmul(c, out, index, n, want, scale, 64, 4);
}

int matmul_128_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                      double *scale)
{
    return matmul(c, out, index, n, want, scale, 128, 8);
}

/* ---- the autotuner's cache ------------------------------------------------------------------------------ */

/* The table of lab.lua; the last two do not fit, the one before them takes all of LIMIT. */
static const int32_t TABLE[][3] = { { 64, 64, 32 }, { 128, 64, 32 }, { 128, 128, 32 }, { 64, 64, 64 },
                                    { 96, 256, 32 }, { 128, 128, 64 }, { 256, 128, 32 } };
enum { CONFIGS = sizeof TABLE / sizeof TABLE[0], LIMIT = 49152 };

int config_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    (void)seed;
    if (!b || b->count != sizeof TABLE / sizeof TABLE[0][0])
        return -1;
    memcpy(b->data, TABLE, sizeof TABLE);
    return 0;
}

/* Few different costs, so that the fastest is often not the only one. */
int cost_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    for (size_t i = 0; b && i < b->count; i++)
        ((float *)b->data)[i] = 1 + (float)(ridge_next(&seed) % 4) / 4;
    return b ? 0 : -1;
}

/* Sizes around powers of two, from few, so that buckets recur. */
int asked_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const int32_t sizes[] = { 1, 128, 127, 65, 129, 256 };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    for (size_t i = 0; b && i < b->count; i++)
        ((int32_t *)b->data)[i] = sizes[ridge_next(&seed) % 6];
    return b ? 0 : -1;
}

static int64_t rounded(int32_t size)
{
    int64_t p = 1;
    while (p < size)
        p *= 2;
    return p;
}

static size_t first_like(const int32_t *asked, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (rounded(asked[3 * j]) == rounded(asked[3 * i]) && rounded(asked[3 * j + 1]) == rounded(asked[3 * i + 1]) &&
            rounded(asked[3 * j + 2]) == rounded(asked[3 * i + 2]))
            return j;
    return i;
}

int autotune_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                    double *scale)
{
    const int32_t *asked = ridge_data(c, "asked");
    const float *cost = ridge_data(c, "cost");
    for (size_t k = 0; asked && cost && k < n; k++) {
        size_t first = first_like(asked, index[k]);
        int best = -1, tried = 0;
        for (int t = 0; t < CONFIGS; t++) {
            int64_t m = TABLE[t][0], w = TABLE[t][1], d = TABLE[t][2];
            if (2 * 2 * (m * (d + 8) + d * (w + 8)) > LIMIT)
                continue;
            tried++;
            if (best < 0 || cost[first * CONFIGS + (size_t)t] < cost[first * CONFIGS + (size_t)best])
                best = t;
        }
        want[k] = !strcmp(out, "choice") ? best : first == index[k] ? tried : 0;
        scale[k] = fabs(want[k]);
    }
    return asked && cost ? 0 : -1;
}
