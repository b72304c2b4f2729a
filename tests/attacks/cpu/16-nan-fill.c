// attack: writes NaN, which compares false with everything
// lab: x01
// expect: FAIL correct
// layer: the test is !(|d| <= tol)
#include "lab.h"

#include <math.h>

void poly(float *y, const float *x, int64_t n)
{
    (void)x;
    for (int64_t i = 0; i < n; i++)
        y[i] = NAN;
}
