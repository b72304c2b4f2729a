// attack: computes in half precision
// lab: x02
// expect: FAIL correct
// run: cuda
// says: mismatch
// layer: tolerance
#include "lab.h"

#include <cuda_fp16.h>

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n)
        y[i] = __half2float(__float2half(truth(x[i], i)));
}
