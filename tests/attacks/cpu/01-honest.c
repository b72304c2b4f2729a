// attack: the control: an honest answer
// lab: x01
// expect: PASS correct, PASS bench
// run: bench
// layer: none is needed
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
