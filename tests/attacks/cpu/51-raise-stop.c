// attack: stops itself, so that a stop looks like an answer
// lab: x01
// expect: SUSPICIOUS correct
// says: system call|wall-clock
// without seccomp: ERROR correct
// layer: seccomp: nobody stops himself
#include "lab.h"

#include <signal.h>

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    raise(SIGSTOP);
}
