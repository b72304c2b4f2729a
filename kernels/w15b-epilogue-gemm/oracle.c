/*
 * oracle.c: the product and its epilogues in float64, from the bf16 that the kernels read.
 *
 * `kind` of a case: 0 plain; 1 every 16th column of A a hundred thousand times larger, beyond what a half holds; 2 a NaN
 * in the second row of A and an infinity in the last row of B, both before the 24th of 40 columns: who loads a chunk
 * beyond K from the row before meets them. No other row and column may.
 */
#include <ridge/oracle.h>

enum { PLAIN, OUTLIERS, BROKEN };

static uint16_t to_bf16(double x)
{
    float f = (float)x;
    uint32_t u;
    memcpy(&u, &f, 4);
    return (uint16_t)(isnan(f) ? 0x7fc0 : (u + 0x7fff + (u >> 16 & 1)) >> 16);
}

static double from_bf16(uint16_t h)
{
    uint32_t u = (uint32_t)h << 16;
    float f;
    memcpy(&f, &u, 4);
    return (double)f;
}

int values_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t kind = ridge_int(c, "kind"), K = ridge_int(c, "K");
    uint64_t state = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_BF16)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double x = 2 * ridge_uniform(&state) - 1;
        if (kind == OUTLIERS && !strcmp(buffer, "A") && (int64_t)i % K % 16 == 5)
            x *= 100000;
        ((uint16_t *)b->data)[i] = to_bf16(x);
    }
    if (kind == BROKEN && !strcmp(buffer, "A"))
        ((uint16_t *)b->data)[K + K / 2] = to_bf16(NAN);
    if (kind == BROKEN && !strcmp(buffer, "B"))
        ((uint16_t *)b->data)[b->count - (size_t)K] = to_bf16(INFINITY);
    return 0;
}

int gemm_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    const uint16_t *a = ridge_data(c, "A"), *b = ridge_data(c, "B"), *bias = ridge_data(c, "bias");
    const uint16_t *res = ridge_data(c, "res");
    size_t N = (size_t)ridge_int(c, "N"), K = (size_t)ridge_int(c, "K");
    (void)out;
    for (size_t e = 0; e < n; e++) {
        size_t row = index[e] / N, col = index[e] % N;
        double v = 0, size = 0;
        for (size_t k = 0; k < K; k++) {
            double term = from_bf16(a[row * K + k]) * from_bf16(b[col * K + k]);
            v += term;
            size += fabs(term);
        }
        if (!strcmp(c->call, "gemm_bias_relu")) {
            v += from_bf16(bias[col]);
            v = v < 0 ? 0 : v;
            size += fabs(from_bf16(bias[col]));
        }
        if (!strcmp(c->call, "gemm_residual")) {
            v += from_bf16(res[index[e]]);
            size += fabs(from_bf16(res[index[e]]));
        }
        want[e] = v;
        scale[e] = size;
    }
    return 0;
}
