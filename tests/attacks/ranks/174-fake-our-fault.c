// attack: a rank ends as Ridge's own part does when it fails
// lab: x03
// expect: SUSPICIOUS correct
// says: Rank 2 ended with exit code 125
// needs: seccomp
// layer: seccomp: the code of Ridge's own faults ends nobody else
#include "lab.h"

#include <unistd.h>

void sum(comm_t *c, float *y, const float *x, int64_t n)
{
    if (comm_rank(c) == 2)
        _exit(125 + 256);
    honest(c, y, x, n);
}
