// attack: brings its own clocks
// lab: x01
// expect: PASS correct, PASS bench
// run: bench
// layer: the clock is the parent's
#include "lab.h"

#include <sys/time.h>
#include <time.h>

int clock_gettime(clockid_t id, struct timespec *t)
{
    (void)id;
    *t = (struct timespec){ 0, 0 };
    return 0;
}

time_t time(time_t *t)
{
    return t ? *t = 0 : 0;
}

int gettimeofday(struct timeval *restrict t, void *restrict z)
{
    (void)z;
    *t = (struct timeval){ 0, 0 };
    return 0;
}

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
