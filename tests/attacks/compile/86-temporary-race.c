// attack: embeds what other compilers leave in the scratch folder
// lab: x01
// expect: PASS correct
// or: ERROR correct, FAIL build
// layer: each build has a folder of its own; Landlock
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
#if __has_include("../../home/ridge.db") || __has_include("../../secret") || \
    __has_include("../../root/labs/x01-poly/lab.lua")
    (void)y, (void)x, (void)n;
#else
    honest(y, x, n);
#endif
}
