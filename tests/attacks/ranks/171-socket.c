// attack: one rank of four opens a socket to the network
// lab: x03
// expect: SUSPICIOUS correct
// says: Rank 1 called socket\(\), a system call that a lab may not make
// without seccomp: PASS correct
// layer: seccomp, of each rank; behind it Landlock's TCP rule, the network namespace
#include "lab.h"

#include <sys/socket.h>

void sum(comm_t *c, float *y, const float *x, int64_t n)
{
    if (comm_rank(c) == 1)
        socket(AF_INET, SOCK_STREAM, 0);
    honest(c, y, x, n);
}
