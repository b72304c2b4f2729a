#include "lab.h"

void step(comm_t *c, float *y, const float *x, int64_t n)
{
    (void)c, (void)y, (void)x, (void)n;
}
