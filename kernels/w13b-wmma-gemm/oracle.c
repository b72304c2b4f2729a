/*
 * oracle.c: the products in float64, from the halves that the kernels read: only the errors of their sums are judged.
 *
 * `kind` of a case: 0 normal numbers; 1 the same with every 16th column of A a thousand times larger; 2 an infinity at
 * the beginning of the last row of A and of B, which no other row's sums may meet (of Bt: of the last row, too).
 */
#include <ridge/oracle.h>

enum { PLAIN, OUTLIERS, INFINITE };

static double of_half(uint16_t h)
{
    int e = h >> 10 & 31, m = h & 1023;
    double v = e == 31 ? (m ? NAN : INFINITY) : e ? ldexp(1024 + m, e - 25) : ldexp(m, -24);
    return h >> 15 ? -v : v;
}

/* Rounded to the nearest of 11 bits; the magnitudes here are normal halves, or 0. */
static uint16_t to_half(double x)
{
    int e;
    double f = frexp(fabs(x), &e); /* .5 <= f < 1 */
    if (!(fabs(x) >= 0x1p-14))
        return 0;
    long m = lrint(f * 2048);
    if (m == 2048)
        m = 1024, e++;
    return (uint16_t)((x < 0) << 15 | (e + 14) << 10 | (m - 1024));
}

/* Sum of three uniform numbers: bell-shaped enough, and never large. */
int halves_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int left = !strcmp(buffer, "A");
    uint64_t state = ridge_mix(seed, buffer);
    int64_t kind = ridge_int(c, "kind"), K = ridge_int(c, "K"), N = ridge_int(c, "N");
    if (!b || b->dtype != RIDGE_F16)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double x = 2 * (ridge_uniform(&state) + ridge_uniform(&state) + ridge_uniform(&state)) - 3;
        if (left && kind == OUTLIERS && (int64_t)i % K % 16 == 5)
            x *= 1000;
        ((uint16_t *)b->data)[i] = to_half(x);
    }
    if (kind == INFINITE)
        ((uint16_t *)b->data)[b->count - (size_t)(!strcmp(buffer, "B") ? N : K)] = 0x7c00;
    return 0;
}

static void element(const struct ridge_case *c, size_t row, size_t col, double *want, double *scale)
{
    const uint16_t *a = ridge_data(c, "A"), *b = ridge_data(c, "B"), *bt = ridge_data(c, "Bt");
    const float *bias = ridge_data(c, "bias");
    int turned = strcmp(c->call, "wmma_direct") && strcmp(c->call, "hgemm_wmma");
    size_t N = (size_t)ridge_int(c, "N"), K = (size_t)ridge_int(c, "K");
    *want = strcmp(c->call, "mma_bias") ? 0 : (double)bias[col];
    *scale = fabs(*want);
    for (size_t k = 0; k < K; k++) {
        double term = of_half(a[row * K + k]) * of_half(turned ? bt[col * K + k] : b[k * N + col]);
        *want += term;
        *scale += fabs(term);
    }
}

int product_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    size_t M = (size_t)ridge_int(c, "M"), N = (size_t)ridge_int(c, "N");
    for (size_t e = 0; e < n; e++) {
        if (strcmp(out, "top")) {
            element(c, index[e] / N, index[e] % N, want + e, scale + e);
            continue;
        }
        want[e] = -INFINITY, scale[e] = 0;
        for (size_t j = 0; j < 8; j++) {
            double v, s;
            element(c, index[e] % M, index[e] / M * 8 + j, &v, &s);
            want[e] = fmax(want[e], v);
            scale[e] = fmax(scale[e], s);
        }
    }
    return 0;
}
