// attack: calls a function that nobody has
// lab: x01
// expect: ERROR correct
// says: nowhere
// layer: a link error, told as one
#include "lab.h"

void nowhere_to_be_found(float *y);

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    nowhere_to_be_found(y);
}
