/*
 * oracle.c: products of bfloat16 in float64, from the values that the kernels read.
 *
 * `kind` of a case: 0 normal numbers; 1 the same with every 16th column of A a thousand times larger. `pad` of a case:
 * so many elements more a row of A, Bt and X has in memory than the map says; they are NaN and infinities.
 */
#include <ridge/oracle.h>

enum { PLAIN, OUTLIERS };
static const uint16_t INF = 0x7f80, NOT = 0x7fc0;

static double of_bf16(uint16_t h)
{
    uint32_t u = (uint32_t)h << 16;
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static uint16_t to_bf16(double x)
{
    float f = (float)x;
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}

/* Elements of a row as the map has it: X [M][N], A and Bt [..][K], of wgmma_tile 64. */
static int64_t width(const struct ridge_case *c, const char *buffer)
{
    return ridge_int(c, strcmp(buffer, "X") ? "K" : "N");
}

/* Sum of three uniform numbers: bell-shaped enough, and never large. */
int numbers_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t kind = ridge_int(c, "kind"), wide = width(c, buffer), pitch = wide + ridge_int(c, "pad");
    int left = !strcmp(buffer, "A");
    uint64_t state = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_BF16)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        int64_t col = (int64_t)i % pitch;
        double x = 2 * (ridge_uniform(&state) + ridge_uniform(&state) + ridge_uniform(&state)) - 3;
        if (left && kind == OUTLIERS && col % 16 == 5)
            x *= 1000;
        ((uint16_t *)b->data)[i] = col < wide ? to_bf16(x) : i % 2 ? INF : NOT;
    }
    return 0;
}

int tile_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const uint16_t *x = ridge_data(c, "X");
    size_t M = (size_t)ridge_int(c, "M"), N = (size_t)ridge_int(c, "N"), pitch = N + (size_t)ridge_int(c, "pad");
    size_t wide = (N + 63) / 64 * 64;
    (void)out;
    for (size_t e = 0; e < n; e++) {
        size_t row = index[e] / wide, col = index[e] % wide;
        want[e] = row < M && col < N ? of_bf16(x[row * pitch + col]) : 0;
        scale[e] = fabs(want[e]);
    }
    return 0;
}

int product_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const uint16_t *a = ridge_data(c, "A"), *b = ridge_data(c, "Bt");
    size_t N = (size_t)ridge_int(c, "N"), K = (size_t)ridge_int(c, "K"), pitch = K + (size_t)ridge_int(c, "pad");
    (void)out;
    for (size_t e = 0; e < n; e++) {
        const uint16_t *u = a + index[e] / N * pitch, *v = b + index[e] % N * pitch;
        want[e] = scale[e] = 0;
        for (size_t k = 0; k < K; k++) {
            double term = of_bf16(u[k]) * of_bf16(v[k]);
            want[e] += term;
            scale[e] += fabs(term);
        }
    }
    return 0;
}
