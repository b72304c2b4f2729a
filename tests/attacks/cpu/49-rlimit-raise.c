// attack: raises its limits
// lab: x01
// expect: PASS correct
// layer: seccomp; a hard limit holds behind it
#include "lab.h"

#include <sys/resource.h>

void poly(float *y, const float *x, int64_t n)
{
    struct rlimit most = { RLIM_INFINITY, RLIM_INFINITY };
    if (setrlimit(RLIMIT_AS, &most) || setrlimit(RLIMIT_CPU, &most))
        honest(y, x, n);
}
