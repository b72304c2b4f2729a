/* One rank of x03-sum that has more than all may: shared memory, which no limit of a process counts. */
#include "lab.h"

#include <sys/mman.h>

void sum(comm_t *c, float *y, const float *x, int64_t n)
{
    honest(c, y, x, n);
    for (int k = 0; comm_rank(c) == 2 && k < 64; k++)
        mmap(NULL, 64 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    comm_barrier(c);
}
