// attack: the other control: as many loads as 61-forge-profile.c, but not hidden
// lab: x01
// run: profile
// expect: PASS correct, FAIL profile
// layer: none is needed
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    const volatile float *v = x;
    for (int k = 0; k < 8; k++)
        for (int64_t i = 0; i < n; i++)
            *(volatile float *)(y + i) = v[i];
    honest(y, x, n);
}
