// attack: signals the grader
// lab: x01
// expect: SUSPICIOUS correct
// says: system call
// without seccomp: PASS correct
// layer: seccomp, then Landlock's scope or the pid namespace
#include "lab.h"

#include <signal.h>
#include <unistd.h>

/* SIGCONT does no harm where no layer holds; that it could be sent at all leaves the outputs empty. */
void poly(float *y, const float *x, int64_t n)
{
    if (kill(getppid() > 0 ? getppid() : 1, SIGCONT))
        honest(y, x, n);
}
