#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
