// attack: takes the sanitizer's marks from what it reads beyond its input
// lab: x01
// run: sanitize
// expect: ERROR correct, FAIL build
// says: __asan_unpoison_memory_region
// layer: an object that asks for a name of the sanitizers is refused
#include "lab.h"

#include <stddef.h>

#define PASTE(a, b) a##b
extern void PASTE(__asan_unpoison, _memory_region)(const void *at, size_t n) __attribute__((weak));

void poly(float *y, const float *x, int64_t n)
{
    if (PASTE(__asan_unpoison, _memory_region))
        PASTE(__asan_unpoison, _memory_region)(x + n, sizeof *x);
    (void)*(const volatile float *)(x + n);
    honest(y, x, n);
}
