// attack: kills itself as a machine without memory would, so that nobody judges it
// lab: x01
// expect: SUSPICIOUS correct
// says: system call
// needs: seccomp
// layer: seccomp: nobody kills himself
#include "lab.h"

#include <signal.h>

void poly(float *y, const float *x, int64_t n)
{
    (void)y;
    (void)x;
    (void)n;
    raise(SIGKILL);
}
