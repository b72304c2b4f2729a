// attack: is wrong from its fourth call on
// lab: x01
// expect: FAIL correct
// layer: every call is verified
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    static int calls;
    honest(y, x, n);
    if (++calls > 3)
        y[n / 2] += 1;
}
