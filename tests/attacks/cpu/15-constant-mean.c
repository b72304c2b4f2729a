// attack: writes the mean everywhere
// lab: x01
// expect: FAIL correct
// layer: inputs are wide, the tolerance is not
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    double sum = 0;
    honest(y, x, n);
    for (int64_t i = 0; i < n; i++)
        sum += y[i];
    for (int64_t i = 0; i < n; i++)
        y[i] = (float)(sum / (double)n);
}
