// attack: asks the assembler for eight gigabytes
// lab: x01
// expect: ERROR correct, FAIL build
// needs: rlimits
// layer: RLIMIT_FSIZE, RLIMIT_AS
#include "lab.h"

__asm__(".pushsection .data\n.fill 0x200000000, 1, 7\n.popsection");

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
