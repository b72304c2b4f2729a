// attack: injects an entry of its own by inline PTX
// lab: x02
// expect: PASS build, SKIPPED correct
// run: cuda
// or: PASS correct
// layer: none refuses it: nobody launches it, and it would be device code all the same
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n)
        y[i] = truth(x[i], i);
    asm volatile("ret;\n}\n.visible .entry evil(.param .u64 p)\n{\n");
}
