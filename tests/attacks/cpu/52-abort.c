// attack: calls abort()
// lab: x01
// expect: ERROR correct
// says: abort
// layer: none is needed
#include "lab.h"

#include <stdlib.h>

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    abort();
}
