/*
 * x01-poly: the lab that the attacks of this folder are made on. One polynomial, one thread, short limits.
 */
#ifndef X01_POLY_H
#define X01_POLY_H

#include <stdint.h>

enum { POLY_TERMS = 48 };

/* y[i] = sum of x[i]^k / (k + 1), k = 0 .. POLY_TERMS - 1, computed in double and rounded once. 0 <= i < n. */
void poly(float *y, const float *x, int64_t n);

/* The right answer, so that an attack has a truth to spoil. */
__attribute__((unused)) static void honest(float *y, const float *x, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        double v = x[i], s = 0;
        for (int k = POLY_TERMS; k > 0; k--)
            s = s * v + 1.0 / k;
        y[i] = (float)s;
    }
}

#endif
