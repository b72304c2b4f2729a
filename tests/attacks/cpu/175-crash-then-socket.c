// attack: crashes in the first case, and opens a socket in a later one, where the crash hides it
// lab: x01
// expect: SUSPICIOUS correct
// says: system call.*\(case odd
// without seccomp: ERROR correct
// layer: seccomp; a violation is said before a crash
#include "lab.h"

#include <stdlib.h>
#include <sys/socket.h>

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    if (n == 1)
        abort();
    socket(AF_INET, SOCK_STREAM, 0);
}
