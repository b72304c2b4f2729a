// attack: attaches to the grader as a debugger
// lab: x01
// expect: SUSPICIOUS correct
// says: system call
// without seccomp: PASS correct
// layer: seccomp, then Landlock or the pid namespace
#include "lab.h"

#include <sys/ptrace.h>
#include <unistd.h>

void poly(float *y, const float *x, int64_t n)
{
    if (ptrace(PTRACE_SEIZE, getppid() > 0 ? getppid() : 1, 0, 0))
        honest(y, x, n);
}
