// attack: leaves with the sandbox's own status from a constructor
// lab: x01
// expect: SUSPICIOUS correct
// without seccomp: ERROR correct
// says: exit code 125|exit\(125\)
// layer: the loader marks where the submission begins
#include "lab.h"

#include <unistd.h>

__attribute__((constructor)) static void leave(void)
{
    _exit(125);
}

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
