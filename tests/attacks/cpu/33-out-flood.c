// attack: writes without end
// lab: x01
// expect: ERROR correct
// says: more than 1 MiB
// layer: 1 MiB of output and no more
#include "lab.h"

#include <unistd.h>

void poly(float *y, const float *x, int64_t n)
{
    static char line[65536];
    honest(y, x, n);
    for (int64_t i = 0; i < 65536; i++)
        line[i] = i % 64 ? 'x' : '\n';
    while (write(1, line, sizeof line) > 0)
        ;
    for (;;)
        __asm__ volatile("");
}
