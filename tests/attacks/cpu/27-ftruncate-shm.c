// attack: shrinks the shared memory under the grader
// lab: x01
// expect: SUSPICIOUS correct
// says: system call
// without seccomp: PASS correct
// layer: seals, and seccomp before them
#include "lab.h"

#include <unistd.h>

__attribute__((constructor)) static void shrink(void)
{
    for (int fd = 3; fd < 10; fd++)
        if (ftruncate(fd, 0) == 0)
            _exit(1);
}

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
