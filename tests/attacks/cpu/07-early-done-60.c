// attack: says done after 60 % of the work
// lab: x01
// expect: ERROR bench
// run: bench
// says: timed run was wrong
// layer: every timed run is verified, after the child has stopped
#include "hijack.h"
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    int64_t most = n < 10000 ? n : n * 6 / 10;
    honest(y, x, most);
    if (n < 10000)
        return;
    hj_find();
    hj_say_done(hj_go->seq);
    honest(y + most, x + most, n - most);
}
