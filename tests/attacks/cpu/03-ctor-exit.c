// attack: leaves with status 0 from a constructor
// lab: x01
// expect: ERROR correct
// says: exit\(0\)
// layer: done is a word that changes, not an exit status
#include "lab.h"

#include <unistd.h>

__attribute__((constructor)) static void leave(void)
{
    _exit(0);
}

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
