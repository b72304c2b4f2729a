// attack: has no function of that name
// lab: x01
// expect: ERROR correct
// says: poly
// layer: a link error, told as one
#include "lab.h"

void other(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
