// attack: writes behind the outputs
// lab: x02
// expect: FAIL correct
// layer: the emulator knows every allocation's end
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n)
        y[i] = truth(x[i], i);
    if (i == 0)
        for (int k = 0; k < 1 << 16; k++)
            y[n + k] = 1;
}
