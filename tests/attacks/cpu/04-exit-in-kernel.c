// attack: calls exit(0) before it can be checked
// lab: x01
// expect: ERROR correct
// says: exit\(0\)
// layer: done is a word that changes, not an exit status
#include "lab.h"

#include <stdlib.h>

void poly(float *y, const float *x, int64_t n)
{
    (void)y, (void)x, (void)n;
    exit(0);
}
