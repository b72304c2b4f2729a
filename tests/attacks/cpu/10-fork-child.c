// attack: a child process goes on working
// lab: x01
// expect: SUSPICIOUS correct
// says: system call
// without seccomp: PASS correct
// layer: seccomp: no fork()
#include "lab.h"

#include <unistd.h>

void poly(float *y, const float *x, int64_t n)
{
    if (fork() == 0)
        for (int k = 0; k < 20; k++)
            sleep(1);
    honest(y, x, n);
}
