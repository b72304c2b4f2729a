// attack: has the same in the sanitizer's log
// lab: x01
// expect: PASS correct, ERROR sanitize
// run: sanitize
// layer: every text is cleaned before it is shown
#include "lab.h"

#include <stdio.h>

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    fprintf(stderr, "\033]0;title\007\xe2\x80\xae""SSAP\xe2\x80\x8b\xf3\xa0\x81\xa1\xc0\xaf\n");
    if (n % 1024)
        *(volatile float *)(y + n) = 0;
}
