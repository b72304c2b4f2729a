// attack: divides by zero
// lab: x01
// expect: ERROR correct
// says: division by zero
// layer: none is needed
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    volatile int one = 1, zero = 0;
    honest(y, x, n);
    y[0] += (float)(one / zero);
}
