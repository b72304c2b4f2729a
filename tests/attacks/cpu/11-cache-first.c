// attack: replays what it kept when the first input is the same
// lab: x01
// expect: PASS correct, PASS bench
// run: bench
// layer: inputs are fresh, so it never is
#include "lab.h"

#include <string.h>

static float first, kept[65536];
static int64_t many;

void poly(float *y, const float *x, int64_t n)
{
    if (n == many && x[0] == first) {
        memcpy(y, kept, (size_t)n * sizeof *y);
        return;
    }
    honest(y, x, n);
    memcpy(kept, y, (size_t)n * sizeof *y);
    first = x[0];
    many = n;
}
