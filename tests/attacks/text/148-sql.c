// attack: has SQL in its last words
// lab: x01
// expect: ERROR correct
// says: DROP TABLE
// layer: statements are prepared, strings are bound
#include "lab.h"

#include <stdio.h>
#include <stdlib.h>

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    printf("'); DROP TABLE attempt; --\n\"; DELETE FROM lab; --\n");
    abort();
}
