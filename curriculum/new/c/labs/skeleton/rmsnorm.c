#include "lab.h"

void rmsnorm(int64_t R, int64_t C, float eps, const float *x, const float *w, float *y)
{
    (void)R, (void)C, (void)eps, (void)x, (void)w, (void)y; /* yours */
}
