// attack: is wrong in the first case, and opens a socket in a later one, where a wrong answer hides it
// lab: x01
// expect: SUSPICIOUS correct
// says: system call.*\(case odd
// without seccomp: FAIL correct
// layer: seccomp; a violation is said before what was merely wrong
#include "lab.h"

#include <sys/socket.h>

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    if (n == 1)
        y[0] += 1;
    else
        socket(AF_INET, SOCK_STREAM, 0);
}
