// attack: writes in front of the outputs
// lab: x01
// expect: ERROR correct
// says: segmentation fault
// layer: reserved neighbours
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    *(volatile float *)(y - 1) = 0;
}
