// attack: a thread goes on working between the calls
// lab: x01
// expect: SUSPICIOUS correct
// says: system call
// without seccomp: PASS correct
// layer: seccomp: no clone() in a lab of one thread
#include "lab.h"

#include <pthread.h>

static void *work(void *arg)
{
    for (volatile int k = 0; k < 1000; k++)
        ;
    return arg;
}

void poly(float *y, const float *x, int64_t n)
{
    pthread_t t;
    if (!pthread_create(&t, NULL, work, NULL))
        pthread_detach(t);
    honest(y, x, n);
}
