// attack: a rank's child goes on working, made once the ranks have met
// lab: x03
// expect: SUSPICIOUS correct
// says: Rank 0 started a process or a thread, as .*: clone\(\) is a system call that a lab may not make \(its last call: comm_all_reduce
// without seccomp: PASS correct
// layer: seccomp, of each rank: no fork()
#include "lab.h"

#include <unistd.h>

void sum(comm_t *c, float *y, const float *x, int64_t n)
{
    honest(c, y, x, n);
    if (comm_rank(c) == 0 && fork() == 0)
        for (int k = 0; k < 20; k++)
            sleep(1);
}
