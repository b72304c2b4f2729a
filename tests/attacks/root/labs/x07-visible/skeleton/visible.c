#include "lab.h"

void squares(float *y, const float *x, int64_t n)
{
    (void)y;
    (void)x;
    (void)n;
}
