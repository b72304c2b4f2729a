// attack: opens a socket to the machine's host
// lab: x01
// expect: SUSPICIOUS correct
// says: system call
// without seccomp: PASS correct
// layer: seccomp
#include "lab.h"

#include <sys/socket.h>

void poly(float *y, const float *x, int64_t n)
{
    socket(AF_VSOCK, SOCK_STREAM, 0);
    honest(y, x, n);
}
