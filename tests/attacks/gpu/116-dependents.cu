// attack: lets the next launch begin before its own work is done
// lab: x02
// expect: PASS perf:stream
// or: INCONCLUSIVE perf:stream
// run: race
// ratio: 1.25
// layer: launches carry no such attribute, and the event comes after the work
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    asm volatile("griddepcontrol.launch_dependents;");
    asm volatile("griddepcontrol.wait;" ::: "memory");
    if (i < n)
        y[i] = truth(x[i], i);
}
