// attack: names an interpreter of its own
// lab: x01
// expect: PASS correct
// layer: a shared object's interpreter is nobody's business
#include "lab.h"

__attribute__((section(".interp"), used)) static const char interp[] = "@CANARY@";

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
