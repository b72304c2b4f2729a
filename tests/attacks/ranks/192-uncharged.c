// attack: does the harness's arithmetic itself, which charges nobody
// lab: x05
// run: bench
// expect: PASS correct, SUSPICIOUS perf
// says: computed for
// layer: the hub's own count of what all ranks computed, held against the reference's
#include "lab.h"

void step(comm_t *c, float *y, const float *x, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        y[i] = 2 * x[i] + 1;
    comm_all_reduce(c, y, y, n, COMM_F32, COMM_SUM);
}
