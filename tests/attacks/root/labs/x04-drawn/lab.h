/*
 * x04-drawn: the lab for attacks on what is drawn while a time is taken. A submission defines SUBMISSION, and OWN_… for
 * what it brings itself; the rest is honest.
 */
#ifndef X04_DRAWN_H
#define X04_DRAWN_H

#include <stdint.h>

enum { TERMS = 48, MORE_TERMS = 30720 };

static inline float series(double v, int terms)
{
    double s = 0;
    for (int k = terms; k > 0; k--)
        s = s * v + 1.0 / k;
    return (float)s;
}

static inline float of_word(uint64_t w)
{
    return series((double)(w >> 11) * 0x1p-53, TERMS);
}

static inline float of_row(const float *m, int64_t n)
{
    double s[8] = { 0 };
    int64_t i = 0;
    /* sums that stay in registers: in memory their speed hangs on where the code happens to lie */
    for (; i + 8 <= n; i += 8)
        for (int k = 0; k < 8; k++)
            s[k] += m[i + k];
    for (; i < n; i++)
        s[i % 8] += m[i];
    return (float)(s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7]);
}

void words(float *y, const uint64_t *w, int64_t n);        /* a series of each word */
void slow(float *y, const uint64_t *w, int64_t n);         /* the same, for a verifier that takes long */
void known(float *y, const float *c, int64_t n);           /* a long series of inputs that never change */
void rows(float *r, const float *m, int64_t R, int64_t C); /* the sum of each row */

#if defined SUBMISSION && !defined OWN_WORDS
void words(float *y, const uint64_t *w, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        y[i] = of_word(w[i]);
}
#endif

#if defined SUBMISSION && !defined OWN_SLOW
void slow(float *y, const uint64_t *w, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        y[i] = of_word(w[i]);
}
#endif

#if defined SUBMISSION && !defined OWN_KNOWN
void known(float *y, const float *c, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        y[i] = series(c[i], MORE_TERMS);
}
#endif

#if defined SUBMISSION && !defined OWN_ROWS
void rows(float *r, const float *m, int64_t R, int64_t C)
{
    for (int64_t i = 0; i < R; i++)
        r[i] = of_row(m + i * C, C);
}
#endif

#endif
