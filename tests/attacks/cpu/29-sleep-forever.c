// attack: sleeps and never wakes
// lab: x01
// expect: ERROR correct
// says: wall-clock limit
// layer: the wall-clock limit
#include "lab.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

void poly(float *y, const float *x, int64_t n)
{
    static int never;
    honest(y, x, n);
    for (;;)
        syscall(SYS_futex, &never, FUTEX_WAIT, 0, NULL, NULL, 0);
}
