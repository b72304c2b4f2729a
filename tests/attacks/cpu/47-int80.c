// attack: calls the kernel as a 32-bit program
// lab: x01
// expect: SUSPICIOUS correct
// says: system call|segmentation
// without seccomp: PASS correct
// layer: seccomp looks at the ABI first
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    int a = 20;
    __asm__ volatile("int $0x80" : "+a"(a)::"memory");
    honest(y, x, n);
}
