/*
 * blocks.h: the five block formats by their definition, an element at a time and in double: where the bits of element e
 * lie, what they mean, and which codes the exact encoders choose. Included by oracle.c, once.
 */
#ifndef W31_BLOCKS_H
#define W31_BLOCKS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { Q4_0, Q8_0, Q4_K, Q6_K, Q8_K, FORMATS };

static const struct {
    const char *name;
    size_t block, bytes;
} FORMAT[FORMATS] = { { "q4_0", 32, 18 }, { "q8_0", 32, 34 }, { "q4_K", 256, 144 }, { "q6_K", 256, 210 },
                     { "q8_K", 256, 292 } };

static double to_even(double x)
{
    double low = floor(x), part = x - low;
    return part < .5 || (part == .5 && fmod(low, 2) == 0) ? low : low + 1;
}

static double within(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

static double half_of(const uint8_t *at)
{
    int h = at[0] | at[1] << 8, e = h >> 10 & 31, m = h & 1023;
    double v = e == 31 ? (m ? NAN : INFINITY) : e ? ldexp(1024 + m, e - 25) : ldexp(m, -24);
    return h & 0x8000 ? -v : v;
}

/* The fp16 code of a number below 65504, to nearest. */
static uint16_t half_from(double x)
{
    double a = fabs(x);
    int e = 0, sign = signbit(x) ? 0x8000 : 0;
    if (a < 0x1p-14)
        return (uint16_t)(sign | (int)to_even(ldexp(a, 24))); /* 1024 of them are the smallest normal number */
    int m = (int)to_even(ldexp(frexp(a, &e), 11));
    return (uint16_t)(sign | (((e + 14) << 10) + m - 1024));
}

static double float_at(const uint8_t *at)
{
    float x;
    memcpy(&x, at, sizeof x);
    return x;
}

/* --- what bytes mean ---------------------------------------------------------------------------------------- */

/* Scale and minimum of sub-block j of a Q4_K block. */
static void q4_K_sub(const uint8_t *b, int j, int *sc, int *m)
{
    const uint8_t *s = b + 4;
    *sc = j < 4 ? s[j] & 63 : (s[4 + j] & 15) + (s[j - 4] >> 6) * 16;
    *m = j < 4 ? s[j + 4] & 63 : (s[4 + j] >> 4) + (s[j] >> 6) * 16;
}

static int q4_K_code(const uint8_t *b, int e)
{
    int byte = b[16 + e / 64 * 32 + e % 32];
    return e % 64 < 32 ? byte & 15 : byte >> 4;
}

static int q6_K_code(const uint8_t *b, int e)
{
    int half = e / 128, quarter = e % 128 / 32, l = e % 32;
    int low = b[half * 64 + quarter % 2 * 32 + l], high = b[128 + half * 32 + l];
    return (quarter < 2 ? low & 15 : low >> 4) + (high >> 2 * quarter & 3) * 16;
}

/* The exact value of element e of block b. */
static double value_of(int f, const uint8_t *b, int e)
{
    int sc, m;
    switch (f) {
    case Q4_0:
        return half_of(b) * ((e < 16 ? b[2 + e] & 15 : b[2 + e - 16] >> 4) - 8);
    case Q8_0:
        return half_of(b) * (int8_t)b[2 + e];
    case Q4_K:
        q4_K_sub(b, e / 32, &sc, &m);
        return half_of(b) * sc * q4_K_code(b, e) - half_of(b + 2) * m;
    case Q6_K:
        return half_of(b + 208) * (int8_t)b[192 + e / 16] * (q6_K_code(b, e) - 32);
    default:
        return float_at(b) * (int8_t)b[4 + e];
    }
}

/* --- exact encoders ------------------------------------------------------------------------------------------- */

static double rounded(double x)
{
    return (float)x;
}

static double extreme_of(const float *x, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fabs(x[i]) > fabs(most) ? x[i] : most;
    return most;
}

/* Codes of Q4_0 with and without the rounding of the product: a compiler may fuse it with the addition. */
static int q4_0_of(double x, double id, int fused)
{
    double p = fused ? x * id : rounded(x * id);
    return (int)within(floor(rounded(p + 8.5)), 0, 15);
}

/* Codes of block x; alt differs where the other rounding of Q4_0 does. Both have the format's bytes. */
static void encode_exactly(int f, const float *x, uint8_t *b, uint8_t *alt)
{
    double most = extreme_of(x, FORMAT[f].block);
    double d = f == Q4_0 ? most / -8 : rounded(fabs(most) / 127), id = d != 0 ? rounded(1 / d) : 0;
    uint16_t h = half_from(d);
    memset(b, 0, FORMAT[f].bytes);
    if (f == Q8_K) {
        double t = most != 0 ? rounded(-127 / most) : 0;
        float scale = most != 0 ? (float)(1 / t) : 0;
        int16_t sums[16] = { 0 };
        memcpy(b, &scale, sizeof scale);
        for (int e = 0; e < 256; e++) {
            int code = (int)within(to_even(rounded(x[e] * t)), -128, 127);
            b[4 + e] = (uint8_t)code;
            sums[e / 16] = (int16_t)(sums[e / 16] + code);
        }
        memcpy(b + 260, sums, sizeof sums);
    } else {
        memcpy(b, &h, sizeof h);
    }
    memcpy(alt, b, FORMAT[f].bytes);
    for (int e = 0; f == Q8_0 && e < 32; e++) {
        double p = rounded(x[e] * id);
        b[2 + e] = alt[2 + e] = (uint8_t)(int)(p < 0 ? -floor(.5 - p) : floor(p + .5));
    }
    for (int e = 0; f == Q4_0 && e < 16; e++) {
        b[2 + e] = (uint8_t)(q4_0_of(x[e], id, 0) | q4_0_of(x[e + 16], id, 0) << 4);
        alt[2 + e] = (uint8_t)(q4_0_of(x[e], id, 1) | q4_0_of(x[e + 16], id, 1) << 4);
    }
}

/* --- K-quants: the squared error of llama.cpp's search ---------------------------------------------------------- */

/* The line through (code, x) that errs least, weighed by w, for codes of `inverse` and `low`; its error. */
static double line_of(const float *x, const double *w, double inverse, double low, double *scale, double *least)
{
    double n = 0, sx = 0, sl = 0, sll = 0, slx = 0, error = 0, code[32];
    for (int l = 0; l < 32; l++) {
        code[l] = within(to_even(inverse * (x[l] - low)), 0, 15);
        n += w[l];
        sx += w[l] * x[l];
        sl += w[l] * code[l];
        sll += w[l] * code[l] * code[l];
        slx += w[l] * code[l] * x[l];
    }
    double det = n * sll - sl * sl;
    if (!(det > 1e-12 * n * sll))
        return INFINITY;
    *scale = (n * slx - sx * sl) / det;
    *least = (sll * sx - sl * slx) / det;
    if (*least > 0) {
        *least = 0;
        *scale = slx / sll;
    }
    for (int l = 0; l < 32; l++)
        error += w[l] * pow(*scale * code[l] + *least - x[l], 2);
    return error;
}

static void sub_of(const float *x, double *scale, double *least)
{
    double lo = 0, hi = x[0], power = 0, w[32], best = 0;
    for (int l = 0; l < 32; l++) {
        lo = fmin(lo, x[l]);
        hi = fmax(hi, x[l]);
        power += (double)x[l] * x[l];
    }
    *least = lo;
    *scale = (hi - lo) / 15;
    for (int l = 0; l < 32; l++) {
        w[l] = sqrt(power / 32) + fabs(x[l]);
        if (hi > lo)
            best += w[l] * pow(*scale * within(to_even((x[l] - lo) / *scale), 0, 15) + lo - x[l], 2);
    }
    for (int t = 0; hi > lo && t <= 20; t++) {
        double s, m, error = line_of(x, w, (14 + .1 * t) / (hi - *least), *least, &s, &m);
        if (error < best) {
            best = error;
            *scale = s;
            *least = m;
        }
    }
}

static double q4_K_error(const float *x)
{
    double s[8], m[8], top = 0, low = 0, sum = 0;
    for (int j = 0; j < 8; j++) {
        sub_of(x + 32 * j, s + j, m + j);
        top = fmax(top, s[j]);
        low = fmin(low, m[j]);
    }
    uint16_t hs = half_from(top / 63), hm = half_from(-low / 63);
    for (int e = 0; e < 256; e++) {
        double d = half_of((uint8_t *)&hs) * (top > 0 ? to_even(63 * s[e / 32] / top) : 0);
        double least = half_of((uint8_t *)&hm) * (low < 0 ? to_even(63 * m[e / 32] / low) : 0);
        double code = d > 0 ? within(to_even((x[e] + least) / d), 0, 15) : 0;
        sum += pow(d * code - least - x[e], 2);
    }
    return sum;
}

static double sub6_of(const float *x)
{
    double most = extreme_of(x, 16), scale = 0, best = 0;
    for (int t = -9; most != 0 && t <= 9; t++) {
        double inverse = -(32 + .1 * t) / most, lx = 0, ll = 0;
        for (int l = 0; l < 16; l++) {
            double code = within(to_even(inverse * x[l]), -32, 31), w = (double)x[l] * x[l];
            lx += w * x[l] * code;
            ll += w * code * code;
        }
        if (ll > 0 && lx * lx > best * ll) {
            scale = lx / ll;
            best = scale * lx;
        }
    }
    return scale;
}

static double q6_K_error(const float *x)
{
    double s[16], most = 0, sum = 0;
    for (int j = 0; j < 16; j++) {
        s[j] = sub6_of(x + 16 * j);
        most = fabs(s[j]) > fabs(most) ? s[j] : most;
    }
    uint16_t h = half_from(most / -128);
    for (int e = 0; e < 256; e++) {
        double d = half_of((uint8_t *)&h) * (most != 0 ? within(to_even(-128 * s[e / 16] / most), -128, 127) : 0);
        double code = d != 0 ? within(to_even(x[e] / d), -32, 31) : 0;
        sum += pow(d * code - x[e], 2);
    }
    return sum;
}

#endif
