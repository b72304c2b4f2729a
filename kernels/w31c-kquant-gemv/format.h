/*
 * format.h: the four block formats by their definition, an element at a time and in double: where the bits of element e
 * lie and what they mean, as in w31-fp8-kquant. Included by oracle.c, once.
 */
#ifndef W31C_FORMAT_H
#define W31C_FORMAT_H

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { Q4_0, Q8_0, Q4_K, Q6_K, FORMATS };

static const struct {
    const char *name;
    size_t block, bytes;
} FORMAT[FORMATS] = { { "q4_0", 32, 18 }, { "q8_0", 32, 34 }, { "q4_K", 256, 144 }, { "q6_K", 256, 210 } };

static double half_of(const uint8_t *at)
{
    int h = at[0] | at[1] << 8, e = h >> 10 & 31, m = h & 1023;
    double v = e == 31 ? (m ? NAN : INFINITY) : e ? ldexp(1024 + m, e - 25) : ldexp(m, -24);
    return h & 0x8000 ? -v : v;
}

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
    default:
        return half_of(b + 208) * (int8_t)b[192 + e / 16] * (q6_K_code(b, e) - 32);
    }
}

#endif
