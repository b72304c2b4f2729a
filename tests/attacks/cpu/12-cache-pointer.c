// attack: replays what it kept when the pointers are the same
// lab: x01
// expect: FAIL correct
// layer: inputs are fresh
#include "lab.h"

#include <string.h>

static float kept[65536];
static const float *from;

void poly(float *y, const float *x, int64_t n)
{
    if (x == from) {
        memcpy(y, kept, (size_t)n * sizeof *y);
        return;
    }
    honest(kept, x, n);
    memcpy(y, kept, (size_t)n * sizeof *y);
    from = x;
}
