/* Two ranks of x03-sum that together have more than a run may; the second has the larger part. */
#include "lab.h"

#include <string.h>
#include <sys/mman.h>

static void take(size_t MiB)
{
    void *p = mmap(NULL, MiB << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p != MAP_FAILED)
        memset(p, 1, MiB << 20);
}

void sum(comm_t *c, float *y, const float *x, int64_t n)
{
    honest(c, y, x, n);
    if (comm_rank(c) == 1)
        take(210);
    comm_barrier(c);
    if (comm_rank(c) == 2)
        take(380);
    comm_barrier(c);
}
