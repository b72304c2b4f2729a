// attack: writes almost as much as is allowed, before it ends
// lab: x01
// expect: ERROR correct
// says: abort
// layer: 64 KiB of output are kept
#include "lab.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void poly(float *y, const float *x, int64_t n)
{
    static char line[1000];
    honest(y, x, n);
    memset(line, 'x', sizeof line);
    for (int k = 0; k < 1000; k++)
        if (write(1, line, sizeof line) < 0)
            break;
    abort();
}
