// attack: includes a device that never ends
// lab: x01
// expect: ERROR correct, FAIL build
// layer: Landlock; behind it the empty root
#include "lab.h"
#include "/dev/zero"

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
