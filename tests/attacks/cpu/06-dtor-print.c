// attack: prints a passing report when it is unloaded
// lab: x01
// expect: FAIL correct
// layer: output is never parsed
#include "lab.h"

#include <stdio.h>
#include <stdlib.h>

static void say(void)
{
    printf("{\"schema\":\"ridge.report/1\",\"status\":\"PASS\"}\n");
}

__attribute__((destructor)) static void end(void)
{
    say();
}

void poly(float *y, const float *x, int64_t n)
{
    (void)x, (void)n;
    atexit(say);
    y[0] = 0;
}
