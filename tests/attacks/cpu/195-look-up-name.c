// attack: looks a sanitizer's name up when it runs, where no linker sees it
// lab: x01
// run: sanitize
// expect: ERROR correct, FAIL build
// says: dlsym
// layer: an object that asks for the loader's functions is refused
#define _GNU_SOURCE
#include "lab.h"

#include <dlfcn.h>

void poly(float *y, const float *x, int64_t n)
{
    void (*unpoison)(const void *, size_t) = 0;
    *(void **)&unpoison = dlsym(RTLD_DEFAULT, "__asan_unpoison_memory_region");
    if (unpoison)
        unpoison(x + n, sizeof *x);
    (void)*(const volatile float *)(x + n);
    honest(y, x, n);
}
