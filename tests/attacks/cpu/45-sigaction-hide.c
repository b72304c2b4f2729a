// attack: catches the signals that end it and goes on
// lab: x01
// expect: ERROR correct
// says: wall-clock limit
// layer: the wall-clock limit ends with SIGKILL
#include "lab.h"

#include <signal.h>

static void stay(int sig)
{
    (void)sig;
    for (;;)
        ;
}

void poly(float *y, const float *x, int64_t n)
{
    int all[] = { SIGSEGV, SIGBUS, SIGXCPU, SIGTERM, SIGALRM, SIGSYS };
    for (int k = 0; k < 6; k++)
        signal(all[k], stay);
    honest(y, x, n);
    *(volatile char *)0 = 1;
}
