// attack: makes the compiler write without end
// lab: x01
// expect: ERROR correct, FAIL build
// layer: 1 MiB of diagnostics and no more
#include "lab.h"

#define A(x) x x x x x x x x
#define B(x) A(A(A(x)))
#define C(x) B(B(x))
C(nothing here is right;)

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
