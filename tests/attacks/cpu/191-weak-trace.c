// attack: asks whether the trace's runtime is linked in, and loads eight times as much where it is not
// lab: x01
// run: profile
// expect: ERROR correct, FAIL build
// says: ctrace_start
// layer: an object that asks for a name of the runtime's is refused
#include "lab.h"

extern void ctrace_start(void) __attribute__((weak));

void poly(float *y, const float *x, int64_t n)
{
    for (int k = 0; !ctrace_start && k < 8; k++)
        for (int64_t i = 0; i < n; i++)
            *(volatile float *)(y + i) = *(const volatile float *)(x + i);
    honest(y, x, n);
}
