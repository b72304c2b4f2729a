/*
 * ref.c: MXFP4 on the bits of fp32.
 *
 * The byte of the scale is the exponent field of amax less 2: floor(log2 amax) - 2 and the bias of 127 on both sides
 * cancel, and magnitudes are in the order of their bits, so amax is a maximum of integers. A block is copied before
 * anything is decided: it is 128 bytes, and each line of x comes from memory once.
 *
 * Rounding is one shift. An element of the binade d above the scale keeps two bits of its significand; below 1 the
 * step stays 0.5, and each binade down shifts one place more. The codes 0 to 7 are in the order of their values, so a
 * carry out of the rounding is the next code, and saturation is a minimum.
 */
#include "lab.h"

enum { TOP = 7, KEEP = 22, GONE = 62 };

struct cut {
    uint32_t base, sig; /* the code is base + (sig >> drop), rounded */
    int drop;
};

/* Where a magnitude's bits are cut, for a block of scale byte s. */
static struct cut cut_of(uint32_t a, int s)
{
    int field = (int)(a >> 23), d = (field ? field : 1) - s;
    uint32_t sig = (a & 0x7fffff) | (field ? 1u << 23 : 0);
    if (field && d >= 0)
        return (struct cut){ 2 * (uint32_t)d, sig, KEEP };
    return (struct cut){ 0, sig, KEEP - d < GONE ? KEEP - d : GONE };
}

static uint32_t nearest(struct cut c)
{
    uint64_t sig = c.sig, half = 1ull << (c.drop - 1);
    return c.base + (uint32_t)((sig + half - 1 + (sig >> c.drop & 1)) >> c.drop);
}

static uint32_t by_dice(struct cut c, uint32_t rnd)
{
    uint64_t part = c.sig & ((1ull << c.drop) - 1);
    uint64_t t = c.drop <= 32 ? part << (32 - c.drop) : part >> (c.drop - 32);
    return c.base + (uint32_t)((uint64_t)c.sig >> c.drop) + (t + rnd >= 1ull << 32);
}

static uint32_t code_of(uint32_t u, int s, const uint32_t *rnd)
{
    struct cut c = cut_of(u & 0x7fffffff, s);
    uint32_t code = rnd ? by_dice(c, *rnd) : nearest(c);
    return (u >> 31) << 3 | (code < TOP ? code : TOP);
}

/* The byte of the scale; 255 where a NaN or an infinity is in the block. */
static int scale_of(const uint32_t *u, int m)
{
    uint32_t amax = 0;
    for (int j = 0; j < m; j++) {
        uint32_t a = u[j] & 0x7fffffff;
        amax = a > amax ? a : amax;
    }
    int field = (int)(amax >> 23);
    return field == 255 ? 255 : field > 2 ? field - 2 : 0;
}

static void block(int m, const float *x, const uint32_t *rnd, uint8_t *scale, uint8_t *codes)
{
    uint32_t u[MX_BLOCK + 1];
    for (int j = 0; j < m; j++) {
        float v = x[j];
        memcpy(&u[j], &v, sizeof v);
    }
    int s = scale_of(u, m);
    *scale = (uint8_t)s;
    for (int j = 0; j < m; j += 2) {
        uint32_t low = s == 255 ? 0 : code_of(u[j], s, rnd ? rnd + j : NULL);
        uint32_t high = s == 255 || j + 1 == m ? 0 : code_of(u[j + 1], s, rnd ? rnd + j + 1 : NULL);
        codes[j / 2] = (uint8_t)(low | high << 4);
    }
}

void mxfp4_encode(int64_t n, const float *x, uint8_t *scale, uint8_t *codes)
{
    for (int64_t k = 0; k < n; k += MX_BLOCK)
        block((int)(n - k < MX_BLOCK ? n - k : MX_BLOCK), x + k, NULL, scale + k / MX_BLOCK, codes + k / 2);
}

void mxfp4_encode_sr(int64_t n, const float *x, const uint32_t *rnd, uint8_t *scale, uint8_t *codes)
{
    for (int64_t k = 0; k < n; k += MX_BLOCK)
        block((int)(n - k < MX_BLOCK ? n - k : MX_BLOCK), x + k, rnd + k, scale + k / MX_BLOCK, codes + k / 2);
}

/* 2^(s - 127); below the normals a shifted bit. */
static float power(int s)
{
    uint32_t u = s ? (uint32_t)s << 23 : 1u << 22;
    float p;
    memcpy(&p, &u, sizeof p);
    return p;
}

void mxfp4_decode(int64_t n, const uint8_t *scale, const uint8_t *codes, float *y)
{
    static const float worth[] = { 0, .5f, 1, 1.5f, 2, 3, 4, 6 };
    for (int64_t k = 0; k < n; k++) {
        int s = scale[k / MX_BLOCK];
        uint32_t code = codes[k / 2] >> k % 2 * 4 & 15;
        float v = s == 255 ? __builtin_nanf("") : worth[code & 7] * power(s);
        y[k] = code >> 3 && s < 255 ? -v : v;
    }
}
