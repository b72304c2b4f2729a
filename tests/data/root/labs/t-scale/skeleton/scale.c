#include "lab.h"

void scale(int n, const float *x, float *y)
{
    (void)n;
    (void)x;
    (void)y;
}
