// attack: closes the descriptor that its faults are written to
// lab: x02
// expect: ERROR correct, PENDING sanitize
// run: sanitize
// or: SUSPICIOUS correct, PENDING sanitize
// needs: seccomp
// layer: what is not in the log is no verdict
#include "lab.h"

#include <unistd.h>

__attribute__((constructor)) static void deaf(void)
{
    for (int fd = 3; fd < 64; fd++)
        close(fd);
}

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n)
        y[i] = truth(x[i], i);
    if (i == n)
        y[i] = 1;
}
