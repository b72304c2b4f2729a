// attack: says done first and computes afterwards
// lab: x01
// expect: ERROR bench
// or: FAIL correct
// run: bench
// layer: the snapshot is taken after the child has stopped
#include "hijack.h"
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    hj_find();
    hj_say_done(hj_go->seq);
    for (int k = 0; k < 50; k++)
        honest(y, x, n > 64 ? 64 : n);
    honest(y, x, n);
}
