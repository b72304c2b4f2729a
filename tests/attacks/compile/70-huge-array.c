// attack: asks for an object file of eight gigabytes
// lab: x01
// expect: ERROR correct, FAIL build
// needs: rlimits
// layer: RLIMIT_FSIZE, the size of the scratch folder
#include "lab.h"

char a[8UL << 30] = { 1 };

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    y[0] += a[n % 7] * 0;
}
