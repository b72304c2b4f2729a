/*
 * share.h: what share of the processors a child has had. A limit on the wall clock says nothing about who is slow: a
 * child that stood ready while others ran was kept waiting by the machine.
 */
#ifndef RUNNER_SHARE_H
#define RUNNER_SHARE_H

#include <sys/types.h>

struct share {
    double cpu_s;    /* of all living processes of its session, and of the children that they have waited for */
    double waited_s; /* the most that one of their threads stood ready while others ran; 0 where the kernel keeps no count */
};

/* `leader`: its session's. 0, or -1 when none of it is to be seen in /proc. */
int share_of(pid_t leader, struct share *ret);

#endif
