// attack: opens a socket in a static object's constructor
// lab: x02
// expect: SUSPICIOUS correct
// says: system call
// without seccomp: PASS correct
// layer: seccomp is in force before exec
#include "lab.h"

#include <sys/socket.h>

static struct S {
    S() { socket(AF_INET, SOCK_STREAM, 0); }
} s;

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n)
        y[i] = truth(x[i], i);
}
