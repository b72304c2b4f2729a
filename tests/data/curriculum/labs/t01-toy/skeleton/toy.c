#include "lab.h"

void toy_sum(int M, int K, const float *A, float *C)
{
    (void)M, (void)K, (void)A, (void)C; /* yours */
}
