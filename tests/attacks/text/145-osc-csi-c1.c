// attack: has OSC, CSI, C1 and DCS sequences in its last words
// lab: x01
// expect: ERROR correct
// says: abort
// layer: every text is cleaned before it is shown
#include "lab.h"

#include <stdio.h>
#include <stdlib.h>

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    printf("\033]0;title\007\033]52;c;cm0gLXJm\007\033[2J\033[31mPASS\033[0m"
           "\033P1;1|q\033\\\xc2\x9b""2J\xc2\x9d""0;t\xc2\x9c\x9b""31m\r\b\x7f\n");
    abort();
}
