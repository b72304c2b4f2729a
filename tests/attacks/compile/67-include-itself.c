// attack: includes itself twice, again and again
// lab: x01
// expect: ERROR correct, FAIL build
// layer: the compiler's own depth, and 1 MiB of diagnostics
#include "lab.h"
#include __FILE__
#include __FILE__

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
