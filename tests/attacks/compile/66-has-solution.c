// attack: asks where the reference lies
// lab: x01
// expect: PASS correct
// or: ERROR correct, FAIL build
// layer: Landlock; behind it the empty root
#include "lab.h"

#define AT(x) __has_include(x)

void poly(float *y, const float *x, int64_t n)
{
#if AT("@ROOT@/kernels/x01-poly/ref.c") || AT("@ROOT@/kernels/x01-poly/oracle.c")
    (void)y, (void)x, (void)n;
#else
    honest(y, x, n);
#endif
}
