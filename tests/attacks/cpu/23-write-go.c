// attack: writes the control page
// lab: x01
// expect: ERROR correct
// says: segmentation fault
// layer: a sealed memfd, mapped read-only
#include "hijack.h"
#include "lab.h"

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
    hj_find();
    mprotect(hj_go, 4096, PROT_READ | PROT_WRITE);
    hj_go->quit = 0;
}
