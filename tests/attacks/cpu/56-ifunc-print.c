// attack: runs code while the loader resolves its symbols
// lab: x01
// expect: FAIL correct
// layer: output is never parsed
#include "lab.h"

static void nothing(float *y, const float *x, int64_t n)
{
    (void)y, (void)x, (void)n;
}

static void (*resolve(void))(float *, const float *, int64_t)
{
    return nothing;
}

void poly(float *y, const float *x, int64_t n) __attribute__((ifunc("resolve")));
