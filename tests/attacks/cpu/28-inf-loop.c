// attack: never returns
// lab: x01
// expect: ERROR correct
// says: wall-clock limit
// layer: the wall-clock limit
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    for (;;)
        __asm__ volatile("");
}
