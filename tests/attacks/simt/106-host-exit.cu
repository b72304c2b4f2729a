// attack: leaves with status 0 in a constructor
// lab: x02
// expect: ERROR correct
// layer: done is a word that changes, not an exit status
#include "lab.h"

#include <cstdlib>
#include <unistd.h>

__attribute__((constructor)) static void leave(void)
{
    _exit(0);
}

extern "C" __global__ void scale(float *y, const float *x, int n)
{
}
