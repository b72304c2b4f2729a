// attack: ends before main() as the emulator does when it fails
// lab: x02
// expect: SUSPICIOUS correct
// says: system call
// needs: seccomp
// layer: seccomp, from before the first constructor on
#include "lab.h"

#include <unistd.h>

static int ended = (_exit(125), 1);

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    y[0] = ended;
}
