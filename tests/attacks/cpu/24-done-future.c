// attack: answers the next call, too
// lab: x01
// expect: SUSPICIOUS correct
// says: nobody made
// layer: done has to be the number that go holds
#include "hijack.h"
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    hj_find();
    hj_say_done(hj_go->seq + 1);
    for (;;)
        ;
}
