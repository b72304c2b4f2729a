// attack: takes memory without end and touches it
// lab: x01
// expect: ERROR correct
// says: segmentation fault|wall-clock
// without rlimits: ERROR correct
// layer: RLIMIT_AS
#include "lab.h"

#include <stdlib.h>

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    for (int k = 0; k < 2048; k++) {
        volatile char *p = malloc(1 << 20);
        for (int i = 0; i < 1 << 20; i += 4096)
            p[i] = 1;
    }
}
