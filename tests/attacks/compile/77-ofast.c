// attack: asks for fast mathematics by pragma
// lab: x01
// expect: PASS correct, PASS bench
// run: bench
// layer: the tolerance; the reference's flags are no secret
#include "lab.h"

#pragma GCC optimize("Ofast")

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
