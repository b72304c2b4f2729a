// attack: declares the runtime's functions itself, and has the trace end before it loads
// lab: x02
// expect: ERROR compile, FAIL build
// says: trace_lane_leave
// layer: an object that asks for a name which the emulator keeps to itself is refused
#include "lab.h"

extern "C" void trace_lane_leave(void) asm("trace_" "lane_leave");

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    trace_lane_leave();
    if (i < n)
        y[i] = truth(x[i], i);
}
