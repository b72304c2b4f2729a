// attack: includes random bytes and standard input
// lab: x01
// expect: ERROR correct, FAIL build
// layer: Landlock; behind it the empty root
#include "lab.h"
#include "/dev/urandom"
#include "/dev/stdin"
#include "/proc/self/environ"

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
