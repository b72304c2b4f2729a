// attack: opens a socket to the network
// lab: x01
// expect: SUSPICIOUS correct
// says: system call
// without seccomp: PASS correct
// layer: seccomp; behind it Landlock's TCP rule, the network namespace
#include "lab.h"

#include <sys/socket.h>

void poly(float *y, const float *x, int64_t n)
{
    socket(AF_INET, SOCK_STREAM, 0);
    honest(y, x, n);
}
