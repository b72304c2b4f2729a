#include "lab.h"

void work(float *y, const float *x, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        y[i] = 2 * x[i] + 1;
    comm_compute((double)n * 10e-9, "work");
}
