#include "lab.h"

void sum(comm_t *c, float *y, const float *x, int64_t n)
{
    honest(c, y, x, n);
}
