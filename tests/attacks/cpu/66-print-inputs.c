// attack: prints the inputs of the hidden case, so that somebody else may hard-code the answer
// lab: x01
// expect: ERROR correct
// twice: secret [-+.0-9a-fxp]+
// layer: the hidden case is drawn anew in each run
#include "lab.h"

#include <stdio.h>
#include <stdlib.h>

/* What a submission wrote comes out when it ends by a signal. */
void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    if (n == 1021 || n == 2003 || n == 4093) {
        printf("secret %a %a\n", (double)x[0], (double)x[1]);
        abort();
    }
}
