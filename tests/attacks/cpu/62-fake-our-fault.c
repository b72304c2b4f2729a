// attack: makes its end look like the sandbox's own
// lab: x01
// expect: SUSPICIOUS correct
// says: exit code 125
// needs: seccomp
// layer: seccomp: the code of Ridge's own faults ends nobody else
#include "hijack.h"
#include "lab.h"

__attribute__((constructor)) static void blame(void)
{
    hj_find();
    hj_done->status = 0;
    _exit(125);
}

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
