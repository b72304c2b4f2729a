/*
 * oracle.c: the product in float64, from the bfloat16 that the kernel reads.
 *
 * `kind` of a case: 0 numbers below 1; 1 every 16th column of A a hundred thousand times larger, beyond what a half holds;
 * 2 a NaN at the beginning of A's last row and an infinity at that of B's: who loads beyond the end of a row meets them.
 */
#include <ridge/oracle.h>

enum { PLAIN, OUTLIERS, BROKEN };

static uint16_t to_bf16(double x)
{
    float f = (float)x;
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return (uint16_t)(isnan(f) ? 0x7fc0 : (u + 0x7fff + (u >> 16 & 1)) >> 16);
}

static double from_bf16(uint16_t h)
{
    uint32_t u = (uint32_t)h << 16;
    float f;
    memcpy(&f, &u, sizeof f);
    return (double)f;
}

int values_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int left = !strcmp(buffer, "A");
    int64_t kind = ridge_int(c, "kind"), K = ridge_int(c, "K"), cols = left ? K : ridge_int(c, "N");
    uint64_t state = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_BF16)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double x = 2 * ridge_uniform(&state) - 1;
        ((uint16_t *)b->data)[i] = to_bf16(left && kind == OUTLIERS && (int64_t)i % K % 16 == 5 ? 1e5 * x : x);
    }
    if (kind == BROKEN)
        ((uint16_t *)b->data)[b->count - (size_t)cols] = to_bf16(left ? NAN : INFINITY);
    return 0;
}

int product_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const uint16_t *a = ridge_data(c, "A"), *b = ridge_data(c, "B");
    size_t N = (size_t)ridge_int(c, "N"), K = (size_t)ridge_int(c, "K");
    (void)out;
    for (size_t e = 0; e < n; e++) {
        size_t row = index[e] / N, col = index[e] % N;
        want[e] = scale[e] = 0;
        for (size_t k = 0; k < K; k++) {
            double term = from_bf16(a[row * K + k]) * from_bf16(b[k * N + col]);
            want[e] += term;
            scale[e] += fabs(term);
        }
    }
    return 0;
}
