// attack: recurses without end
// lab: x01
// expect: ERROR correct
// says: segmentation fault
// layer: RLIMIT_STACK
#include "lab.h"

static int64_t deeper(volatile char *p, int64_t k)
{
    volatile char here[4096];
    here[k % 4096] = (char)k;
    return p == 0 ? k : deeper(here, k + 1) + here[0];
}

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    volatile char start = 0;
    y[0] += (float)deeper(&start, 1);
}
