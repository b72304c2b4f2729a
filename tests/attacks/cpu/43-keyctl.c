// attack: leaves a key for the next submission
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
    syscall(SYS_add_key, "user", "x01", "x", 1, -3);
    honest(y, x, n);
}
