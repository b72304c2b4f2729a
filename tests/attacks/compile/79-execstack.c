// attack: asks for an executable stack
// lab: x01
// expect: PASS correct
// layer: -z noexecstack
#include "lab.h"

__asm__(".pushsection .note.GNU-stack, \"x\", @progbits\n.popsection");

void poly(float *y, const float *x, int64_t n)
{
    volatile unsigned char code[] = { 0xc3 };
    honest(y, x, n);
    if (n < 0)
        ((void (*)(void))(uintptr_t)code)();
}
