// attack: computes with 11 bits of precision
// lab: x01
// expect: FAIL correct
// layer: the tolerance comes from a model of rounding
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    for (int64_t i = 0; i < n; i++)
        y[i] = (float)(_Float16)y[i];
}
