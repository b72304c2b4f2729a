// attack: the control: honest counts
// lab: x01
// run: profile
// expect: PASS correct, PASS profile
// layer: none is needed
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
