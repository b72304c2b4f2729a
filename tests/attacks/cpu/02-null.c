// attack: does nothing
// lab: x01
// expect: FAIL correct
// says: never written
// layer: outputs are poisoned before each call
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    (void)y, (void)x, (void)n;
}
