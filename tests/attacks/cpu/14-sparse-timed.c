// attack: leaves one element in eight out of long calls
// lab: x01
// expect: ERROR bench
// run: bench
// says: timed run was wrong
// layer: the elements that are looked at are drawn after the run
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    for (int64_t i = 0; i < n; i += 8)
        honest(y + i, x + i, n < 65536 || n - i < 8 ? (n - i < 8 ? n - i : 8) : 7);
}
