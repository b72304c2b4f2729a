// attack: moves the assembler's place far away
// lab: x01
// expect: ERROR correct, FAIL build
// needs: rlimits
// layer: RLIMIT_FSIZE, RLIMIT_AS
#include "lab.h"

__asm__(".pushsection .data.far, \"aw\"\n.byte 1\n.org 0x300000000\n.byte 1\n.popsection");

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
