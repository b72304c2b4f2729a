// attack: makes the assembler repeat a line a thousand million times
// lab: x01
// expect: ERROR correct, FAIL build
// long: yes
// needs: rlimits
// layer: RLIMIT_AS, RLIMIT_CPU
#include "lab.h"

__asm__(".pushsection .data\n.rept 1000000000\n.quad 1\n.endr\n.popsection");

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
