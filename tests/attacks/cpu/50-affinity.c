// attack: moves to another core
// lab: x01
// expect: PASS correct
// without seccomp: FAIL correct
// layer: seccomp
#define _GNU_SOURCE
#include "lab.h"

#include <sched.h>

void poly(float *y, const float *x, int64_t n)
{
    cpu_set_t s;
    CPU_ZERO(&s);
    CPU_SET(0, &s);
    if (sched_setaffinity(0, sizeof s, &s))
        honest(y, x, n);
}
