// attack: works through the kernel's own queue
// lab: x01
// expect: SUSPICIOUS correct
// says: system call
// without seccomp: PASS correct
// layer: seccomp
#include "lab.h"

#include <sys/syscall.h>
#include <unistd.h>

void poly(float *y, const float *x, int64_t n)
{
    char params[256] = { 0 };
    syscall(SYS_io_uring_setup, 8, params);
    honest(y, x, n);
}
