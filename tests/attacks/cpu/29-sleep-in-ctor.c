// attack: sleeps while it is loaded
// lab: x01
// expect: ERROR correct
// says: wall-clock limit
// long: yes
// layer: the loading's own limit of 20 s
#include "lab.h"

#include <time.h>

__attribute__((constructor)) static void rest(void)
{
    nanosleep(&(struct timespec){ 3600, 0 }, 0);
}

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
