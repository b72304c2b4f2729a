// attack: says done in a constructor
// lab: x01
// expect: SUSPICIOUS correct
// says: before it was asked
// layer: nothing has been asked yet
#include "hijack.h"
#include "lab.h"

__attribute__((constructor)) static void ready(void)
{
    hj_find();
    hj_say_done(1);
    for (;;)
        ;
}

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
