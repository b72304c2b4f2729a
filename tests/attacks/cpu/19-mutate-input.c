// attack: writes into its input
// lab: x01
// expect: ERROR correct
// says: segmentation fault
// layer: the input is a sealed memfd, mapped read-only
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    *(volatile float *)(uintptr_t)x = 1;
}
