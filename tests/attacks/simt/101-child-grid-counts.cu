// attack: has the work done, and counted, by a grid that is not the lab's
// lab: x02
// expect: PASS correct, ERROR bench
// run: bench
// says: grids
// layer: counts are believed of a call that is one launch
#include "lab.h"

extern "C" __global__ void child(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n)
        y[i] = truth(x[i], i);
}

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    if (mine() == 0) {
        y[0] = truth(x[0], 0);
        child<<<(n + 127) / 128, 128>>>(y, x, n);
    }
}
