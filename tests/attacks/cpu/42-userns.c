// attack: makes itself root of a new user namespace
// lab: x01
// expect: SUSPICIOUS correct
// says: system call
// without seccomp: PASS correct
// layer: seccomp
#define _GNU_SOURCE
#include "lab.h"

#include <sched.h>

void poly(float *y, const float *x, int64_t n)
{
    unshare(CLONE_NEWUSER | CLONE_NEWNS);
    honest(y, x, n);
}
