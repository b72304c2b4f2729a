// attack: looks for the expected values in device memory around its buffers
// lab: x02
// expect: FAIL correct
// run: cuda
// layer: expected values never are on the device
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    const float *page = (const float *)((unsigned long long)x >> 21 << 21); /* what is mapped is mapped by 2 MiB */
    float wanted = i < n ? truth(x[i], i) : 0;
    for (int k = 0; k < 1 << 19 && i < n; k++)
        if (page + k != x + i && page[k] == wanted && page + k != y + i)
            y[i] = page[k];
}
