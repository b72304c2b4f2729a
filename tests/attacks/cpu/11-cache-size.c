// attack: replays what it kept when the size is the same
// lab: x01
// expect: FAIL correct
// says: case again
// layer: inputs are fresh
#include "lab.h"

#include <string.h>

static float kept[65536];
static int64_t many;

void poly(float *y, const float *x, int64_t n)
{
    if (n == many) {
        memcpy(y, kept, (size_t)n * sizeof *y);
        return;
    }
    honest(y, x, n);
    memcpy(kept, y, (size_t)n * sizeof *y);
    many = n;
}
