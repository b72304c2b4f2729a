/*
 * Codecs of small floats, the reference solution: everything is one rounding of one integer.
 *
 * Three observations carry the whole file.
 *
 * 1. Codes without their sign are in the order of their values, and neighbours in value are
 *    neighbours in code, across binades and from the subnormals into the normals. So "round up" is
 *    code + 1 wherever one stands: the carry out of the mantissa *is* the next exponent. That also
 *    gives fb_next for nothing.
 * 2. A number is sig * 2^e with an integer sig. Rounding means choosing the place of the last bit
 *    kept, cutting there, and looking at what was cut. The place is M below the leading bit, but
 *    never below the last place of the subnormals: this maximum is all there is to gradual
 *    underflow.
 * 3. Overflow is a comparison of the rounded code with the largest finite code, after the rounding.
 *
 * fb_fma32 uses the same rounding. The product of two 24-bit integers is exact in 48; c is put beside
 * it, and whatever lies so far below the other that it cannot touch the result's bits is replaced
 * by a single 1 there: it still breaks ties, and 128 bits are enough.
 *
 * fb_e4m3_n, the timed one, is the same rounding for one format, without a branch and without a
 * table, so that the compiler turns the loop into vector instructions (16 elements at a time with
 * AVX-512). The number of bits to drop is 20 for normals and grows below 2^-6; it is a minimum and
 * a maximum, not an if. Adding just under half of the last place kept, plus the last bit kept, and
 * cutting is rounding to nearest even, carry included. All is integer arithmetic: an addition of
 * floats may raise an exception flag, so gcc would keep it behind a branch and give up on vectors.
 */
#include "lab.h"

typedef unsigned __int128 wide;

static const struct fmt fp32 = { .E = 8, .M = 23, .bias = 127, .special = FB_IEEE };

/* --- the codes of a format -------------------------------------------------------------------- */

static uint32_t max_code(const struct fmt *f)
{
    uint32_t all = (1u << (f->E + f->M)) - 1;
    if (f->special == FB_NONE)
        return all;
    return f->special == FB_NAN ? all - 1 : all - (1u << f->M);
}

/* What a magnitude beyond the largest number becomes. */
static uint32_t over_code(const struct fmt *f)
{
    return f->sat || f->special == FB_NONE ? max_code(f) : max_code(f) + 1;
}

static uint32_t nan_code(const struct fmt *f, uint32_t sign)
{
    if (f->special == FB_NONE)
        return max_code(f);
    if (f->special == FB_NAN)
        return sign | (max_code(f) + 1);
    return sign | (max_code(f) + 1) | 1u << (f->M - 1);
}

/* --- decoding --------------------------------------------------------------------------------- */

static double from_bits(uint64_t b)
{
    double x;
    memcpy(&x, &b, sizeof x);
    return x;
}

static double power_of_two(int k)
{
    return from_bits((uint64_t)(k + 1023) << 52);
}

double fb_decode(const struct fmt *f, uint32_t code)
{
    uint32_t mag = code & ((1u << (f->E + f->M)) - 1);
    uint64_t sign = (uint64_t)(code >> (f->E + f->M) & 1) << 63;
    uint32_t e = mag >> f->M, m = mag & ((1u << f->M) - 1);
    if (mag > max_code(f))
        return from_bits(sign | 0x7ffull << 52 | (f->special == FB_NAN || m ? 1ull << 51 : 0));
    double sub = m * power_of_two(1 - f->bias - f->M);
    double value = e ? (1 + m * power_of_two(-f->M)) * power_of_two((int)e - f->bias) : sub;
    return sign ? -value : value;
}

double fb_ulp(const struct fmt *f, uint32_t code)
{
    uint32_t mag = code & ((1u << (f->E + f->M)) - 1);
    int e = (int)(mag >> f->M);
    if (mag > max_code(f))
        return from_bits(0x7ffull << 52 | 1ull << 51);
    return power_of_two((e ? e : 1) - f->bias - f->M);
}

uint32_t fb_next(const struct fmt *f, uint32_t code, int up)
{
    uint32_t bit = 1u << (f->E + f->M), mag = code & (bit - 1), sign = code & bit;
    uint32_t top = max_code(f) + (f->special == FB_IEEE ? 1 : 0);
    if (mag > top)
        return code;
    if (!mag)
        return up ? 1 : bit | 1;
    if (!sign == !!up)
        return sign | (mag < top ? mag + 1 : top);
    return sign | (mag - 1);
}

/* --- rounding --------------------------------------------------------------------------------- */

/* Of sig / 2^drop: is what was cut off enough to go up? kept is what was left, drop 1..127. */
static int goes_up(wide sig, wide kept, int drop, enum fb_mode mode, uint32_t rnd)
{
    wide cut = sig - (kept << drop), half = (wide)1 << (drop - 1);
    if (mode == FB_RNE)
        return cut > half || (cut == half && (kept & 1));
    if (mode == FB_RZ)
        return 0;
    uint64_t t = (uint64_t)(drop > 32 ? cut >> (drop - 32) : cut << (32 - drop));
    return t + rnd >= 1ull << 32;
}

static int leading_bit(wide sig)
{
    uint64_t high = (uint64_t)(sig >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)sig);
}

/* sig * 2^e as a code, without sign; sig < 2^120 */
static uint32_t round_code(const struct fmt *f, wide sig, int e, enum fb_mode mode, uint32_t rnd)
{
    if (!sig)
        return 0;
    int least = 1 - f->bias, lead = leading_bit(sig) + e;
    int binade = lead < least ? least : lead; /* subnormals share the last place of `least` */
    int drop = binade - f->M - e;
    wide kept = drop > 127 ? 0 : drop > 0 ? sig >> drop : sig << -drop;
    if (drop > 0 && drop <= 127)
        kept += (wide)goes_up(sig, kept, drop, mode, rnd);
    /* kept holds the leading bit of a normal number, and that is worth one exponent */
    uint64_t code = ((uint64_t)(binade - least) << f->M) + (uint64_t)kept;
    if (code > max_code(f))
        return mode == FB_RZ ? max_code(f) : over_code(f);
    return (uint32_t)code;
}

uint32_t fb_encode(const struct fmt *f, double x, enum fb_mode mode, uint32_t rnd)
{
    uint64_t b, m;
    memcpy(&b, &x, sizeof b);
    m = b & ((1ull << 52) - 1);
    int e = (int)(b >> 52 & 0x7ff);
    uint32_t sign = (uint32_t)(b >> 63) << (f->E + f->M);
    if (e == 0x7ff)
        return m ? nan_code(f, sign) : sign | over_code(f);
    wide sig = e ? m | 1ull << 52 : m;
    return sign | round_code(f, sig, (e ? e : 1) - 1075, mode, rnd);
}

/* --- a*b + c ---------------------------------------------------------------------------------- */

struct part {
    uint32_t sign, sig;
    int e; /* value = sig * 2^e */
};

static struct part take_apart(uint32_t code)
{
    int e = (int)(code >> 23 & 0xff);
    uint32_t m = code & 0x7fffff;
    return (struct part){ code & 0x80000000u, e ? m | 0x800000 : m, (e ? e : 1) - 150 };
}

static int is_nan(uint32_t c)
{
    return (c & 0x7fffffff) > 0x7f800000;
}

static int is_inf(uint32_t c)
{
    return (c & 0x7fffffff) == 0x7f800000;
}

/* The cases with an infinity or a NaN; 0 when there is none. */
static int unusual(uint32_t a, uint32_t b, uint32_t c, uint32_t *ret)
{
    const uint32_t nan = 0x7fc00000, sign = (a ^ b) & 0x80000000u;
    int product = is_inf(a) || is_inf(b);
    int zero = !(a & 0x7fffffff) || !(b & 0x7fffffff);
    if (is_nan(a) || is_nan(b) || is_nan(c) || (product && zero))
        *ret = nan;
    else if (product)
        *ret = is_inf(c) && (c & 0x80000000u) != sign ? nan : sign | 0x7f800000;
    else if (is_inf(c))
        *ret = c;
    else
        return 0;
    return 1;
}

enum { C_FAR = 80, P_FAR = 64 }; /* the sum keeps below 2^120 either way */

uint32_t fb_fma32(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t ret;
    if (unusual(a, b, c, &ret))
        return ret;
    struct part pa = take_apart(a), pb = take_apart(b), pc = take_apart(c);
    uint32_t sign = pa.sign ^ pb.sign;
    wide p = (uint64_t)pa.sig * pb.sig, s = pc.sig;
    int e = pa.e + pb.e, far = pc.e - e; /* c's exponent above the product's */
    if (!p || !s) {
        if (!p && !s)
            return sign == pc.sign ? sign : 0;
        return p ? sign | round_code(&fp32, p, e, FB_RNE, 0) : c;
    }
    if (far > C_FAR) {
        p = 1; /* too far below c to be seen, but not nothing */
        s <<= C_FAR;
        e = pc.e - C_FAR;
    } else if (far < -P_FAR) {
        s = 1;
        p <<= P_FAR;
        e -= P_FAR;
    } else if (far >= 0) {
        s <<= far;
    } else {
        p <<= -far;
        e = pc.e;
    }
    if (sign == pc.sign)
        return sign | round_code(&fp32, p + s, e, FB_RNE, 0);
    if (p == s)
        return 0;
    return p > s ? sign | round_code(&fp32, p - s, e, FB_RNE, 0)
                 : pc.sign | round_code(&fp32, s - p, e, FB_RNE, 0);
}

/* --- many numbers ----------------------------------------------------------------------------- */

static inline uint32_t float_bits(float x)
{
    return ((union { float f; uint32_t u; }){ .f = x }).u;
}

/* In 32 bits to the end: a narrower result here keeps gcc 12 from vectorising the loop. */
static inline uint32_t e4m3(float x)
{
    uint32_t u = float_bits(x), mag = u & 0x7fffffff;
    int32_t e = (int32_t)(mag >> 23), low = 141 - e;
    int32_t drop = low < 20 ? 20 : low > 31 ? 31 : low; /* 20 for normals, more below 2^-6 */
    uint32_t sig = (mag & 0x7fffff) | 0x800000, half = 1u << (drop - 1);
    uint32_t kept = (sig + half - 1 + (sig >> drop & 1)) >> drop;
    uint32_t code = ((uint32_t)(e < 121 ? 0 : e - 121) << 3) + kept;
    code = code < 0x7e ? code : 0x7e;
    code = mag > 0x7f800000 ? 0x7f : code;
    return (u >> 24 & 0x80) | code;
}

void fb_e4m3_n(int64_t n, const float *restrict x, uint8_t *restrict y)
{
    for (int64_t k = 0; k < n; k++)
        y[k] = (uint8_t)e4m3(x[k]);
}

void fb_bf16_sr_n(int64_t n, const float *restrict x, const uint32_t *restrict rnd,
                  uint16_t *restrict y)
{
    for (int64_t k = 0; k < n; k++) {
        uint32_t u = float_bits(x[k]), up = u + (rnd[k] >> 16); /* infinity: there is no carry */
        uint32_t code = (u & 0x7fffffff) > 0x7f800000 ? (u & 0x80000000u) | 0x7fc00000 : up;
        y[k] = (uint16_t)(code >> 16);
    }
}
