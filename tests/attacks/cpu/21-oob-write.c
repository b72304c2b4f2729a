// attack: writes a page behind the outputs
// lab: x01
// expect: ERROR correct
// says: segmentation fault
// layer: reserved neighbours
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    for (int64_t i = n; i < n + 8192; i++)
        *(volatile float *)(y + i) = 0;
}
