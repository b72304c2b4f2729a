// attack: has bidi controls, tags, zero width and broken UTF-8 in its last words
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
    printf("\xe2\x80\xae""SSAP\xe2\x81\xa6\xe2\x81\xa9\xe2\x80\x8b"
           "\xef\xbb\xbf\xf3\xa0\x81\xa1 \xc0\xaf\xed\xa0\x80\xf8\x88\xff\xfe\n");
    abort();
}
