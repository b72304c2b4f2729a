// attack: reads through asm, which no trace sees
// lab: x01
// run: profile
// expect: PASS correct, FAIL profile
// layer: the compiler's marks around asm, in the assembly of a counted build
#include "lab.h"

#define PASTE(a, b) a##b

/* Pasted together, so that no look at the source finds the word. */
static void waste(const float *x, int64_t n)
{
    float v;
    for (int k = 0; k < 8; k++)
        for (int64_t i = 0; i < n; i++)
            PASTE(__as, m__) volatile("movss (%1), %0" : "=x"(v) : "r"(x + i));
}

void poly(float *y, const float *x, int64_t n)
{
    waste(x, n);
    honest(y, x, n);
}
