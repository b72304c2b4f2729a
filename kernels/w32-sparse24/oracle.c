/*
 * oracle.c: 2:4 by its definition, place by place; products in float64 of the weights that val and meta stand for.
 */
#include <ridge/oracle.h>

enum { RANDOM, TIES, ZEROS, HALF, SPARSE, EXACT, TINY, ONES }; /* lab.lua has the same */

static double from_half(uint16_t h)
{
    int e = h >> 10 & 31, f = h & 1023;
    double v = e ? ldexp(1024 + f, e - 25) : ldexp(f, -24);
    return h >> 15 ? -v : v;
}

static uint16_t to_half(double x)
{
    uint16_t sign = signbit(x) ? 0x8000 : 0;
    double v = fabs(x);
    int e;
    if (v < 0x1p-14)
        return sign | (uint16_t)nearbyint(v * 0x1p24);
    frexp(v, &e);
    return sign | (uint16_t)((e + 14) * 1024 + (int)nearbyint(ldexp(v, 11 - e)) - 1024);
}

/* Of element k of a buffer, in 0..1. */
static double hashed(uint64_t seed, uint64_t k)
{
    uint64_t s = seed + k * 0x9e3779b97f4a7c15u;
    return ridge_uniform(&s);
}

/* Weight k of W. TIES: few magnitudes, both signs; ZEROS: groups of -0 and 0; HALF: half are zero, anywhere; SPARSE:
 * 2:4 already, in each of the patterns, some with one or none left; TINY: subnormal. */
static uint16_t weight(uint64_t seed, uint64_t k, int mode)
{
    static const uint8_t left[11] = {3, 5, 9, 6, 10, 12, 1, 2, 4, 8, 0};
    double u = 2 * hashed(seed, k) - 1;
    uint64_t bits = (uint64_t)(hashed(seed ^ 0x70, mode == SPARSE ? k / 4 : k) * 0x1p40);
    if (mode == TIES)
        return to_half((bits % 3) * (bits >> 8 & 1 ? -.5 : .5));
    if (mode == ZEROS)
        return bits & 1 ? 0x8000 : 0;
    if (mode == HALF)
        return bits & 1 ? 0 : to_half(u);
    if (mode == SPARSE)
        return left[bits % 11] >> k % 4 & 1 ? to_half(u + (u < 0 ? -.01 : .01)) : 0;
    if (mode == TINY)
        return to_half(u * 0x1p-16);
    if (mode == EXACT)
        return to_half(floor(u * 4));
    return to_half(u);
}

int W_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int mode = (int)ridge_int(c, "mode");
    if (!b || b->dtype != RIDGE_F16)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((uint16_t *)b->data)[k] = mode == ONES ? 0x3c00 : weight(seed, k, mode);
    return 0;
}

/* Compressed weights as they come: any two halves, any two places. ONES: val 1, places 0 and 1. */
int val_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int mode = (int)ridge_int(c, "mode");
    if (!b || b->dtype != RIDGE_F16)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((uint16_t *)b->data)[k] = mode == ONES ? 0x3c00 : weight(seed ^ 0x76616c, k, mode == SPARSE ? RANDOM : mode);
    return 0;
}

int meta_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const uint8_t nibbles[6] = {0x4, 0x8, 0xc, 0x9, 0xd, 0xe};
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int mode = (int)ridge_int(c, "mode");
    if (!b || b->dtype != RIDGE_U32)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        uint64_t s = ridge_mix(seed, buffer) + k, bits = ridge_next(&s);
        uint32_t word = 0;
        for (int i = 0; i < 8; i++)
            word |= (uint32_t)nibbles[mode == ONES ? 0 : (bits >> 8 * i & 255) % 6] << 4 * i;
        ((uint32_t *)b->data)[k] = word;
    }
    return 0;
}

int X_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_F16)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((uint16_t *)b->data)[k] = weight(ridge_mix(seed, buffer), k, ridge_int(c, "mode") == EXACT ? EXACT : RANDOM);
    return 0;
}

/* --- where things are ----------------------------------------------------------------------------------------- */

/* Of the first kept one of group q of row m, in val. */
static size_t pair_at(int64_t m, int64_t q, int64_t K)
{
    int64_t tile = m / 16 * (K / 32) + q / 8, lane = m % 8 * 4 + q % 4;
    return (size_t)((tile * 32 + lane) * 8 + q % 8 / 4 * 4 + m % 16 / 8 * 2);
}

static unsigned nibble_at(const uint32_t *meta, int64_t m, int64_t q, int64_t K)
{
    int64_t word = (m / 16 * (K / 64) + q / 16) * 32 + m % 8 * 4 + q % 16 / 4;
    return meta[word] >> (m % 16 / 8 * 16 + q % 4 * 4) & 15;
}

#define SAY(v, ...) (snprintf((v)->message, sizeof (v)->message, __VA_ARGS__), (v)->pass = 0)

int compress_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t M = ridge_int(c, "M"), K = ridge_int(c, "K");
    const uint16_t *W = ridge_data(c, "W"), *val = ridge_data(c, "kept");
    const uint32_t *meta = ridge_data(c, "places");
    const int32_t *lost = ridge_data(c, "lost");
    if (!W || !val || !meta || !lost)
        return -1;
    for (int64_t m = 0; m < M; m++) {
        int gone = 0;
        for (int64_t q = 0; q < K / 4; q++) {
            const uint16_t *w = W + m * K + 4 * q, *got = val + pair_at(m, q, K);
            int place[2], n = 0;
            for (int i = 0; i < 4; i++) {
                int above = 0;
                for (int j = 0; j < 4; j++)
                    above += (w[j] & 0x7fff) > (w[i] & 0x7fff) || (j < i && (w[j] & 0x7fff) == (w[i] & 0x7fff));
                if (above < 2)
                    place[n++] = i;
                else
                    gone += (w[i] & 0x7fff) > 0;
            }
            unsigned nibble = (unsigned)(place[0] | place[1] << 2), have = nibble_at(meta, m, q, K);
            if (have != nibble)
                return SAY(v, "row %lld, columns %lld to %lld, which are %g %g %g %g: places %d and %d are kept, "
                           "nibble 0x%x; yours 0x%x", (long long)m, (long long)(4 * q), (long long)(4 * q + 3),
                           from_half(w[0]), from_half(w[1]), from_half(w[2]), from_half(w[3]), place[0], place[1],
                           nibble, have);
            if (got[0] != w[place[0]] || got[1] != w[place[1]])
                return SAY(v, "row %lld, columns %lld to %lld: val has %g and %g from %zu on, expected %g and %g",
                           (long long)m, (long long)(4 * q), (long long)(4 * q + 3), from_half(got[0]),
                           from_half(got[1]), pair_at(m, q, K), from_half(w[place[0]]), from_half(w[place[1]]));
        }
        if (lost[m] != gone)
            return SAY(v, "row %lld: %d weights that are not 0 are gone, lost says %d", (long long)m, gone, lost[m]);
    }
    v->pass = 1;
    return 0;
}

/* Row m of the weights times token n, and the sum of magnitudes. */
static double row_by(const struct ridge_case *c, int64_t m, int64_t n, double *size)
{
    int64_t K = ridge_int(c, "K");
    const uint16_t *W = ridge_data(c, "W"), *val = ridge_data(c, "val"), *x = ridge_data(c, "X");
    const uint32_t *meta = ridge_data(c, "meta");
    double sum = 0, all = 0;
    x += n * K;
    for (int64_t k = 0; W && k < K; k++) {
        double term = from_half(W[m * K + k]) * from_half(x[k]);
        sum += term, all += fabs(term);
    }
    for (int64_t i = 0; !W && i < K / 2; i++) {
        unsigned nibble = nibble_at(meta, m, i / 2, K), place = i % 2 ? nibble >> 2 : nibble & 3;
        double term = from_half(val[pair_at(m, i / 2, K) + (size_t)i % 2]) * from_half(x[i / 2 * 4 + place]);
        sum += term, all += fabs(term);
    }
    *size = all;
    return sum;
}

int product_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    int64_t M = ridge_int(c, "M");
    (void)out;
    for (size_t k = 0; k < n; k++)
        want[k] = row_by(c, (int64_t)index[k] % M, (int64_t)index[k] / M, &scale[k]);
    return 0;
}
