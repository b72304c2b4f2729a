/*
 * oracle.c: products in double, an element at a time by w31-fp8-kquant's definition of the blocks, and x's codes as the
 * format has them. What a product may be off by is measured by what its blocks give: sixteen elements are one exact
 * integer, and the minimum of q4_K is a term of its own.
 */
#include <stdlib.h>

#include <ridge/oracle.h>

#include "format.h"

enum { RANDOM, EXTREME, ZEROS, TIES, TINY, OUTLIER, NEGATIVE }; /* lab.lua has the same */

/* --- inputs ------------------------------------------------------------------------------------------------ */

/* Of number k of what `salt` names. */
static uint64_t hashed(uint64_t salt, uint64_t k)
{
    uint64_t s = salt + k * 0x9e3779b97f4a7c15u;
    return ridge_next(&s);
}

static uint64_t salt_of(const struct ridge_case *c, const char *what)
{
    return ridge_mix((uint64_t)(1 + ridge_int(c, "draw")) << 32, what);
}

static int format_of(const char *name)
{
    for (int f = 0; f < FORMATS; f++)
        if (strstr(name, FORMAT[f].name))
            return f;
    return -1;
}

/* An fp16 number between 2^-9 and 2^-6, now and then a subnormal one; `sign` allows either sign. */
static void put_half(uint8_t *at, uint64_t h, int sign)
{
    uint16_t bits = (uint16_t)(h % 16 == 0 ? h >> 8 & 0x3ff : (h >> 8 & 0x3ff) | (6 + h % 3) << 10);
    if (sign && h >> 32 & 1)
        bits |= 0x8000;
    memcpy(at, &bits, sizeof bits);
}

/* Blocks of any bytes but for fp16's: those are finite, of either sign. EXTREME: the largest codes and scales. */
int blocks_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int f = format_of(buffer), extreme = ridge_int(c, "kind") == EXTREME;
    uint64_t salt = salt_of(c, buffer);
    (void)seed;
    if (!b || f < 0 || b->count % FORMAT[f].bytes)
        return -1;
    uint8_t *at = b->data;
    for (size_t i = 0; i < b->count; i += 8) {
        uint64_t h = extreme ? ~(uint64_t)0 : hashed(salt, i);
        memcpy(at + i, &h, b->count - i < 8 ? b->count - i : 8);
    }
    for (size_t i = 0; i < b->count / FORMAT[f].bytes; i++, at += FORMAT[f].bytes) {
        uint64_t h = hashed(salt ^ 0x64, i);
        if (extreme && f == Q8_0)
            memset(at + 2, 127, 32);
        if (extreme && f == Q6_K)
            memset(at + 192, 127, 16);
        put_half(f == Q6_K ? at + 208 : at, extreme ? 1 : h, 1);
        if (f == Q4_K)
            put_half(at + 2, extreme ? 2 : h >> 20, 1);
    }
    return 0;
}

static int code_at(const struct ridge_case *c, uint64_t salt, int64_t k)
{
    return ridge_int(c, "kind") == EXTREME ? 127 : (int)(hashed(salt, (uint64_t)k) % 255) - 127;
}

int codes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t salt = salt_of(c, "codes");
    (void)seed;
    for (size_t k = 0; b && k < b->count; k++)
        ((int8_t *)b->data)[k] = (int8_t)code_at(c, salt, (int64_t)k);
    return b ? 0 : -1;
}

int sums_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t salt = salt_of(c, "codes");
    (void)seed;
    for (size_t k = 0; b && k < b->count; k++) {
        int sum = 0;
        for (int i = 0; i < 16; i++)
            sum += code_at(c, salt, (int64_t)k * 16 + i);
        ((int16_t *)b->data)[k] = (int16_t)sum;
    }
    return b ? 0 : -1;
}

int scales_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t salt = salt_of(c, buffer);
    (void)seed;
    for (size_t k = 0; b && k < b->count; k++)
        ((float *)b->data)[k] = (float)(1 + (double)(hashed(salt, k) >> 40) * 0x1p-24) * 0x1p-7f;
    return b ? 0 : -1;
}

/* Element k of x. TIES: the largest magnitude of 32 is 127, and others are in the middle of two codes; of every third
 * block all is 1.1 times that, so that the order of roundings says to which side they fall. */
static float element(const struct ridge_case *c, uint64_t salt, int64_t k)
{
    int64_t kind = ridge_int(c, "kind"), block = k / 32;
    uint64_t h = hashed(salt, (uint64_t)k);
    double u = (double)(h >> 11) * 0x1p-52 - 1, step = block % 3 == 2 ? 1.1 : 1;
    switch (kind) {
    case ZEROS:
        return block % 3 == 1 ? 0 : (float)u;
    case TIES:
        if (k % 32 == 5)
            return (float)(block & 1 ? -127 * step : 127 * step);
        return (float)(((double)(int)(h % 253) - 126 + .5 * (double)(h >> 20 & 1)) * step);
    case TINY:
        if (block & 1)
            return (float)ldexp(u < 0 ? u - 1 : u + 1, -30);
        return (float)ldexp(u < 0 ? u - .1 : u + .1, -26);
    case OUTLIER:
        return (float)(k % 32 == (block * 7) % 32 ? 900 * (u < 0 ? u - 1 : u + 1) : u);
    case NEGATIVE:
        return (float)(-1 - u);
    default:
        return (float)(4 * u);
    }
}

int x_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t salt = salt_of(c, buffer);
    (void)seed;
    for (size_t k = 0; b && k < b->count; k++)
        ((float *)b->data)[k] = element(c, salt, (int64_t)k);
    return b ? 0 : -1;
}

/* --- verdicts ---------------------------------------------------------------------------------------------- */

#define SAY(v, ...) (snprintf((v)->message, sizeof (v)->message, __VA_ARGS__), (v)->pass = 0)

/* One block of 32 of column b. */
static int block_right(const float *x, const int8_t *q, float d, const int16_t *s, long long b, long long block,
                       struct ridge_verdict *v)
{
    float most = 0;
    for (int i = 0; i < 32; i++)
        most = fabsf(x[i]) > most ? fabsf(x[i]) : most;
    float want = most / 127, inverse = want != 0 ? 1 / want : 0;
    int sum[2] = { 0, 0 };
    if (d != want)
        return SAY(v, "column %lld, block %lld: scale %.9g expected, got %.9g", b, block, want, d);
    for (int i = 0; i < 32; i++) {
        int code = (int)roundf(x[i] * inverse);
        sum[i / 16] += code;
        if (q[i] != code)
            return SAY(v, "column %lld, block %lld, element %d: %.9g with scale %.9g has the code %d, got %d", b, block,
                       i, x[i], d, code, q[i]);
    }
    for (int i = 0; i < 2; i++)
        if (s[i] != sum[i])
            return SAY(v, "column %lld, block %lld: the %s sixteen codes have the sum %d, got %d", b, block,
                       i ? "last" : "first", sum[i], s[i]);
    return 1;
}

int quantised_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *x = ridge_data(c, "x"), *d = ridge_data(c, "d");
    const int8_t *q = ridge_data(c, "q");
    const int16_t *s = ridge_data(c, "s");
    int64_t blocks = ridge_int(c, "K") / 32, B = ridge_int(c, "B");
    if (!x || !d || !q || !s)
        return -1;
    v->pass = 1;
    for (int64_t n = 0; v->pass && n < B * blocks; n++)
        block_right(x + n * 32, q + n * 32, d[n], s + 2 * n, (long long)(n / blocks), (long long)(n % blocks), v);
    return 0;
}

/* What a block gives with a column's part of x, and what its sums of sixteen are in magnitude. */
static double block_product(int f, const uint8_t *w, const int8_t *q, const float *d, double *size)
{
    double all = 0;
    for (int e = 0; e < (int)FORMAT[f].block; e += 16) {
        double part = 0, codes = 0, least = 0;
        for (int i = e; i < e + 16; i++) {
            part += value_of(f, w, i) * q[i];
            codes += q[i];
        }
        if (f == Q4_K) {
            int sc, m;
            q4_K_sub(w, e / 32, &sc, &m);
            least = half_of(w + 2) * m * codes;
        }
        all += part * (double)d[e / 32];
        *size += (fabs(part) + 2 * fabs(least)) * (double)d[e / 32];
    }
    return all;
}

int product_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    int f = format_of(c->call);
    size_t N = (size_t)ridge_int(c, "N"), K = (size_t)ridge_int(c, "K");
    const uint8_t *W = f < 0 ? NULL : ridge_data(c, FORMAT[f].name);
    const int8_t *q = ridge_data(c, "xq");
    const float *d = ridge_data(c, "xd");
    (void)out;
    if (!W || !q || !d)
        return -1;
    size_t blocks = K / FORMAT[f].block;
    for (size_t k = 0; k < n; k++) {
        size_t b = index[k] / N, row = index[k] % N;
        want[k] = scale[k] = 0;
        for (size_t i = 0; i < blocks; i++) {
            size_t at = b * K + i * FORMAT[f].block;
            want[k] += block_product(f, W + (row * blocks + i) * FORMAT[f].bytes, q + at, d + at / 32, scale + k);
        }
    }
    return 0;
}
