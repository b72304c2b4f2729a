/*
 * Codecs of small floats, the first solution that comes to mind: look the number up.
 *
 * decode follows the definition. encode searches the codes, which are sorted by value, for the two
 * neighbours of x, and takes the nearer one. That is right for every format and every mode, and it
 * decodes once for each bit of the code: some thirty decodings for fp32. For E4M3 a table of all
 * 127 values is made and then searched: seven loads that depend on each other, seven branches that
 * nobody can predict, and no way to do two elements at once.
 *
 * fma32 adds in a number so wide that nothing is ever lost: every product of two floats is a whole
 * multiple of 2^-298 below 2^256, so 20 words of 32 bits hold it and the sum (such a register exists
 * in some processors, and in every proof). Only at the end is it rounded. ref.c needs 128 bits.
 */
#include "lab.h"

static uint32_t finite_codes(const struct fmt *f)
{
    uint32_t all = 1u << (f->E + f->M);
    return f->special == FB_NONE ? all : f->special == FB_NAN ? all - 1 : all - (1u << f->M);
}

static double scaled(double x, int e)
{
    for (; e >= 16; e -= 16)
        x *= 65536;
    for (; e <= -16; e += 16)
        x /= 65536;
    for (; e > 0; e--)
        x *= 2;
    for (; e < 0; e++)
        x /= 2;
    return x;
}

/* --- one number ------------------------------------------------------------------------------- */

double fb_decode(const struct fmt *f, uint32_t code)
{
    uint32_t bit = 1u << (f->E + f->M), mag = code & (bit - 1), e = mag >> f->M;
    double sign = code & bit ? -1 : 1, m = scaled(mag - (e << f->M), -f->M);
    if (mag == finite_codes(f) && f->special == FB_IEEE)
        return sign * INFINITY;
    if (mag >= finite_codes(f))
        return NAN;
    return sign * (e ? scaled(1 + m, (int)e - f->bias) : scaled(m, 1 - f->bias));
}

/* Distance to the next larger code, as if there were always one. */
double fb_ulp(const struct fmt *f, uint32_t code)
{
    uint32_t mag = code & ((1u << (f->E + f->M)) - 1), e = mag >> f->M;
    return mag >= finite_codes(f) ? NAN : scaled(1, (int)(e ? e : 1) - f->bias - f->M);
}

uint32_t fb_next(const struct fmt *f, uint32_t code, int up)
{
    uint32_t bit = 1u << (f->E + f->M), mag = code & (bit - 1), sign = code & bit;
    uint32_t top = finite_codes(f) - (f->special == FB_IEEE ? 0 : 1);
    if (mag > top)
        return code;
    if (mag == 0)
        return up ? 1 : bit + 1;
    if ((sign == 0) == (up != 0))
        return mag == top ? code : code + 1;
    return code - 1;
}

/* Is x, between the value of code and the one after it, to go up? */
static int goes_up(const struct fmt *f, uint32_t code, double x, enum fb_mode mode, uint32_t rnd)
{
    double step = fb_ulp(f, code), over = x - fb_decode(f, code);
    if (mode == FB_RNE)
        return over > step / 2 || (over == step / 2 && code % 2);
    return mode == FB_SR && (uint64_t)(over / step * 0x1p32) + rnd >= 1ull << 32;
}

uint32_t fb_encode(const struct fmt *f, double x, enum fb_mode mode, uint32_t rnd)
{
    uint32_t n = finite_codes(f), sign = signbit(x) ? 1u << (f->E + f->M) : 0;
    uint32_t over = f->sat || f->special == FB_NONE ? n - 1 : n;
    double a = signbit(x) ? -x : x;
    if (isnan(x) && f->special == FB_NONE)
        return n - 1;
    if (isnan(x))
        return sign | n | (f->special == FB_IEEE ? 1u << (f->M - 1) : 0);
    if (isinf(x))
        return sign | over;
    double beyond = fb_decode(f, n - 1) + fb_ulp(f, n - 1);
    if (a >= beyond)
        return sign | (mode == FB_RZ ? n - 1 : over);
    uint32_t lo = 0, hi = n; /* value of lo <= a < value of hi */
    while (hi - lo > 1) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (fb_decode(f, mid) <= a)
            lo = mid;
        else
            hi = mid;
    }
    lo += (uint32_t)goes_up(f, lo, a, mode, rnd);
    return sign | (lo < n ? lo : over);
}

/* --- a*b + c ---------------------------------------------------------------------------------- */

enum { WORDS = 20, ONE = 298, BITS = 32 * WORDS }; /* bit k is worth 2^(k - ONE) */

static uint32_t digits(uint32_t code)
{
    return (code & 0x7fffff) | (code & 0x7f800000 ? 0x800000 : 0);
}

static int exponent(uint32_t code)
{
    int e = (int)(code >> 23 & 0xff);
    return (e ? e : 1) - 150;
}

/* w += or -= sig << at */
static void accumulate(uint32_t *w, uint64_t sig, int at, int minus)
{
    int64_t carry = 0;
    for (int k = 0; k < WORDS; k++) {
        int shift = 32 * k - at; /* the part of sig that falls into this word */
        uint64_t part = shift <= -32 || shift >= 64 ? 0 : shift >= 0 ? sig >> shift : sig << -shift;
        int64_t sum = (int64_t)w[k] + carry + (minus ? -(int64_t)(uint32_t)part : (uint32_t)part);
        w[k] = (uint32_t)sum;
        carry = sum >> 32;
    }
}

static int bit_at(const uint32_t *w, int k)
{
    return w[k / 32] >> (k % 32) & 1;
}

/* The magnitude in w, to nearest even. */
static uint32_t rounded(const uint32_t *w)
{
    int lead = BITS - 1, rest = 0;
    while (lead >= 0 && !bit_at(w, lead))
        lead--;
    if (lead < 0)
        return 0;
    int binade = lead < ONE - 126 ? ONE - 126 : lead, last = binade - 23;
    uint32_t kept = 0;
    for (int k = binade; k >= last; k--)
        kept = 2 * kept + (uint32_t)bit_at(w, k);
    for (int k = 0; k < last - 1; k++)
        rest |= bit_at(w, k);
    kept += bit_at(w, last - 1) && (rest || kept % 2);
    uint32_t code = ((uint32_t)(binade - (ONE - 126)) << 23) + kept;
    return code < 0x7f800000 ? code : 0x7f800000;
}

static float as_float(uint32_t u)
{
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

uint32_t fb_fma32(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t w[WORDS] = { 0 }, sp = (a ^ b) >> 31, sc = c >> 31;
    float fa = as_float(a), fb = as_float(b), fc = as_float(c);
    if (isnan(fa) || isnan(fb) || isnan(fc) || (isinf(fa) && fb == 0) || (isinf(fb) && fa == 0))
        return 0x7fc00000;
    if (isinf(fa) || isinf(fb))
        return isinf(fc) && sp != sc ? 0x7fc00000 : sp << 31 | 0x7f800000;
    if (isinf(fc))
        return c;
    uint64_t product = (uint64_t)digits(a) * digits(b);
    if (!product && !digits(c))
        return (sp & sc) << 31;
    accumulate(w, product, exponent(a) + exponent(b) + ONE, 0);
    accumulate(w, digits(c), exponent(c) + ONE, sp != sc);
    uint32_t sign = sp;
    if (w[WORDS - 1] >> 31) { /* c was larger: negate */
        sign = sc;
        uint32_t carry = 1;
        for (int k = 0; k < WORDS; k++) {
            w[k] = ~w[k] + carry;
            carry = carry && !w[k];
        }
    }
    uint32_t any = 0;
    for (int k = 0; k < WORDS; k++)
        any |= w[k];
    return any ? sign << 31 | rounded(w) : 0; /* opposite numbers make +0 */
}

/* --- many numbers ----------------------------------------------------------------------------- */

void fb_e4m3_n(int64_t n, const float *x, uint8_t *y)
{
    const struct fmt f = { .E = 4, .M = 3, .bias = 7, .special = FB_NAN, .sat = 1 };
    float value[127];
    for (uint32_t k = 0; k < 127; k++)
        value[k] = (float)fb_decode(&f, k);
    for (int64_t i = 0; i < n; i++) {
        float a = signbit(x[i]) ? -x[i] : x[i];
        int lo = 0, hi = 127;
        while (hi - lo > 1) {
            int mid = (lo + hi) / 2;
            if (value[mid] <= a)
                lo = mid;
            else
                hi = mid;
        }
        if (lo < 126) {
            float middle = (value[lo] + value[lo + 1]) / 2;
            lo += a > middle || (a == middle && lo % 2);
        }
        y[i] = (uint8_t)((signbit(x[i]) ? 0x80 : 0) | (isnan(a) ? 0x7f : lo));
    }
}

void fb_bf16_sr_n(int64_t n, const float *x, const uint32_t *rnd, uint16_t *y)
{
    const struct fmt f = { .E = 8, .M = 7, .bias = 127, .special = FB_IEEE };
    for (int64_t k = 0; k < n; k++)
        y[k] = (uint16_t)fb_encode(&f, x[k], FB_SR, rnd[k]);
}
