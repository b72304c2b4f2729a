// attack: asks the cache to keep its inputs from run to run
// lab: x02
// expect: PASS perf:stream
// or: INCONCLUSIVE perf:stream
// run: race
// ratio: 1.25
// layer: the flush between runs; inputs are fresh
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    unsigned long long policy;
    float v;
    asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
    if (i >= n)
        return;
    asm volatile("ld.global.L2::cache_hint.f32 %0, [%1], %2;" : "=f"(v) : "l"(x + i), "l"(policy));
    y[i] = truth(v, i);
}
