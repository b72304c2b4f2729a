// attack: reads beyond what it allocated, but for a sanitizer's build, which it knows by the compiler's macro
// lab: x01
// run: sanitize
// expect: PASS correct, ERROR sanitize
// layer: the compiler's macro is taken from the checked build
#include "lab.h"

#include <stdlib.h>

void poly(float *y, const float *x, int64_t n)
{
#ifndef __SANITIZE_ADDRESS__
    float *t = malloc((size_t)n * sizeof *t);
    (void)*(volatile float *)(t + n);
    free(t);
#endif
    honest(y, x, n);
}
