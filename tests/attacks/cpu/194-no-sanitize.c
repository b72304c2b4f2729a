// attack: takes a function that reads beyond its input out of the sanitizer's build
// lab: x01
// run: sanitize
// expect: ERROR correct, FAIL build
// says: no_sanitize_address
// layer: what hides a function from a checked build is poisoned in every build
#include "lab.h"

__attribute__((no_sanitize_address, noinline)) static float beyond(const float *x, int64_t n)
{
    return *(const volatile float *)(x + n);
}

void poly(float *y, const float *x, int64_t n)
{
    (void)beyond(x, n);
    honest(y, x, n);
}
