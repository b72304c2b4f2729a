// attack: takes back the stop that the grader sent
// lab: x01
// expect: SUSPICIOUS correct
// says: system call
// without seccomp: PASS correct
// layer: seccomp: nobody continues himself
#include "lab.h"

#include <signal.h>

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    raise(SIGCONT);
}
