// attack: puts memory of its own over the shared output
// lab: x01
// expect: FAIL correct
// layer: the parent reads the memfd, not the child's address space
#include "lab.h"

#include <sys/mman.h>

void poly(float *y, const float *x, int64_t n)
{
    mmap((void *)((uintptr_t)y & ~(uintptr_t)4095), 65536, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    honest(y, x, n);
}
