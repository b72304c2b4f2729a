#include "lab.h"

void step(comm_t *c, float *y, const float *x, int64_t n)
{
    work(y, x, n);
    comm_all_reduce(c, y, y, n, COMM_F32, COMM_SUM);
}
