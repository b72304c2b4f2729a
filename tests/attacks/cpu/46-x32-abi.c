// attack: calls the kernel by the numbers of another ABI
// lab: x01
// expect: SUSPICIOUS correct
// says: system call
// without seccomp: PASS correct
// layer: seccomp looks at the ABI first
#include "lab.h"

#include <unistd.h>

void poly(float *y, const float *x, int64_t n)
{
    syscall(0x40000000 | 39);
    honest(y, x, n);
}
