// attack: puts a long text into a diagnostic
// lab: x01
// expect: ERROR correct, FAIL build
// layer: 64 KiB of diagnostics are kept
#include "lab.h"

#define A(x) x x x x x x x x x x x x x x x x
#define B(x) A(A(x))
#define TEXT B(B("................................................................................................"))
_Static_assert(0, TEXT);

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
