// attack: has bidi controls in the names of its functions, for the sanitizer's stack
// lab: x01
// expect: PASS correct, ERROR sanitize
// or: ERROR correct, FAIL build
// run: sanitize
// layer: every text is cleaned before it is shown
#include "lab.h"

void evil(float *y, int64_t n) __asm__("evil\033]0;t\007\xe2\x80\xae\xe2\x80\x8b");

__attribute__((noinline)) void evil(float *y, int64_t n)
{
    if (n % 1024)
        *(volatile float *)(y + n) = 0;
}

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    evil(y, n);
}
