// attack: has the sanitizer look past what it never frees
// lab: x01
// run: sanitize
// expect: ERROR correct, FAIL build
// says: __lsan_ignore_object
// layer: an object that asks for a name of the sanitizers is refused
#include "lab.h"

#include <stdlib.h>

extern void ignore(const void *p) __asm__("__lsan_ignore_object") __attribute__((weak));

void poly(float *y, const float *x, int64_t n)
{
    volatile char *leak = malloc(64);
    if (ignore)
        ignore((const void *)leak);
    honest(y, x, n);
}
