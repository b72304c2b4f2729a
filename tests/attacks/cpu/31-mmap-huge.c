// attack: maps a terabyte
// lab: x01
// expect: FAIL correct
// without rlimits: PASS correct
// layer: RLIMIT_AS
#include "lab.h"

#include <stddef.h>
#include <sys/mman.h>

void poly(float *y, const float *x, int64_t n)
{
    void *p = mmap(NULL, 1UL << 40, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p != MAP_FAILED)
        honest(y, x, n);
}
