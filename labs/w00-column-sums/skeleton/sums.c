#include "lab.h"

void column_sums(int64_t R, int64_t C, const float *x, float *y)
{
    (void)R, (void)C, (void)x, (void)y; /* yours: two loops */
}
