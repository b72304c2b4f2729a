// attack: asks the preprocessor which files there are
// lab: x01
// expect: PASS correct
// or: ERROR correct, FAIL build
// layer: Landlock; behind it the empty root
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
#if __has_include("@CANARY@") || __has_include("/etc/passwd") || __has_include("/proc/self/environ")
    (void)y, (void)x, (void)n;
#else
    honest(y, x, n);
#endif
}
