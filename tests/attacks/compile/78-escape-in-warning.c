// attack: has escape sequences in a diagnostic
// lab: x01
// expect: ERROR correct, FAIL build
// layer: every text is cleaned before it is shown
#include "lab.h"

#warning "[2J]52;c;cm0gLXJm‮ evil ⁦ ​ 31m"
#error "[31mPASS[0m P1;1|q\ "

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
