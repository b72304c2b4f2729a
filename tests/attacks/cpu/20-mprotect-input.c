// attack: makes its input writable and writes into it
// lab: x01
// expect: ERROR correct
// says: segmentation fault
// layer: F_SEAL_FUTURE_WRITE: mprotect() fails
#include "lab.h"

#include <sys/mman.h>

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    mprotect((void *)((uintptr_t)x & ~(uintptr_t)4095), 4096, PROT_READ | PROT_WRITE);
    *(volatile float *)(uintptr_t)x = 1;
}
