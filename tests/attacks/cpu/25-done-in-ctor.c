// attack: says ready before it is
// lab: x01
// expect: PASS correct
// layer: the number that counts comes later
#include "hijack.h"
#include "lab.h"

__attribute__((constructor)) static void ready(void)
{
    hj_find();
    hj_say_done(0xffffffffu);
}

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
