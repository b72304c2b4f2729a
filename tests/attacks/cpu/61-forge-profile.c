// attack: hides three quarters of its loads from the trace
// lab: x01
// run: profile
// expect: ERROR correct, FAIL build
// says: no_sanitize_thread
// layer: what hides a function from the trace is poisoned in every build
#include "lab.h"

__attribute__((no_sanitize_thread, noinline)) static void waste(float *y, const float *x, int64_t n)
{
    const volatile float *v = x;
    for (int k = 0; k < 8; k++)
        for (int64_t i = 0; i < n; i++)
            *(volatile float *)(y + i) = v[i];
}

void poly(float *y, const float *x, int64_t n)
{
    waste(y, x, n);
    honest(y, x, n);
}
