// attack: brings its own memcpy, malloc and exit
// lab: x01
// expect: PASS correct, PASS bench
// run: bench
// layer: RTLD_LOCAL: they are its own alone; and the grader is another process
#include "lab.h"

#include <stddef.h>

static char heap[65536];
static size_t used;

void *malloc(size_t n)
{
    used += (n + 15) / 16 * 16;
    return used > sizeof heap ? NULL : heap + used - (n + 15) / 16 * 16;
}

void free(void *p)
{
    (void)p;
}

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
