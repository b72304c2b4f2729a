// attack: is another program where its accesses are counted: it asks the macro that tells so
// lab: x02
// expect: ERROR compile, FAIL build
// says: SIMT_TRACE
// layer: the macro is poisoned in every build
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
#if SIMT_TRACE
    if (i == 0)
        y[0] = truth(x[0], 0);
#else
    if (i < n)
        y[i] = truth(x[i], i);
#endif
}
