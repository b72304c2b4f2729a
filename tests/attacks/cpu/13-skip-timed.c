// attack: computes only its first four calls of a size
// lab: x01
// expect: ERROR bench
// run: bench
// says: timed run was wrong
// layer: every timed run is a verified run
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    static int calls;
    if (n < 65536 || calls++ < 4)
        honest(y, x, n);
}
