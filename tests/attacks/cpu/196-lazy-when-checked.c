// attack: does nothing where its buffers do not lie as a timed run has them, which is what the sanitizer's run has
// lab: x01
// run: sanitize
// expect: PASS correct, ERROR sanitize
// says: checked build
// layer: results of the checked build are compared with the oracle's, too
#include "lab.h"

#include <stdlib.h>

void poly(float *y, const float *x, int64_t n)
{
    if ((uintptr_t)x & 4095) /* a copy on the heap */
        return;
    float *t = malloc((size_t)n * sizeof *t);
    (void)*(volatile float *)(t + n);
    free(t);
    honest(y, x, n);
}
