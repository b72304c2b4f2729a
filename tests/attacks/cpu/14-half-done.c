// attack: skips the second half
// lab: x01
// expect: FAIL correct
// layer: every element is compared
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n - n / 2);
}
