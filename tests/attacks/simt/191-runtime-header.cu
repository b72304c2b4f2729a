// attack: takes the emulator's own header, to write to its counters
// lab: x02
// expect: ERROR compile, FAIL build
// layer: the runtime's headers are on no include path, and cannot be read in the compiler's box
#include "lab.h"

#include "../simt/rt/rt.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n)
        y[i] = truth(x[i], i);
}
