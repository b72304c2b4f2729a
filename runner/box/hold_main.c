/*
 * ridge-hold: pid 1 of a box that bubblewrap made (box_bwrap.h). It reaps by ignoring, and its end is everybody's.
 * Linked statically: there may be no library in the box.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "box_bwrap.h"

int main(void)
{
    struct pollfd life = { HOLD_LIFE, POLLIN, 0 };
    prctl(PR_SET_DUMPABLE, 0); /* other processes of the box may have this uid */
    signal(SIGCHLD, SIG_IGN);
    if (write(HOLD_READY, "", 1) != 1)
        return 1;
    syscall(SYS_close_range, 0, HOLD_LIFE - 1, 0);
    syscall(SYS_close_range, HOLD_LIFE + 1, ~0U, 0);
    while (poll(&life, 1, -1) < 0 && errno == EINTR)
        ;
    return 0;
}
