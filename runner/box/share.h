/*
 * share.h: what share of the processors a child has had. A limit on the wall clock says nothing about who is slow: a
 * child that stood ready while others ran was kept waiting by the machine.
 */
#ifndef RUNNER_SHARE_H
#define RUNNER_SHARE_H

#include <sys/types.h>

struct share {
    double cpu_s;    /* of all living processes of its session, and of the children that they have waited for */
    /* the most that one of their threads stood ready while others ran; 0 where the kernel keeps no count */
    double waited_s;
    double waits_s;  /* of all their threads together */
};

/* Of the time since it began, how much was its own: all of it but what others kept it from. Zeros at first. */
struct share_own {
    double wall_s, own_s; /* at the last look */
    double spare_s;       /* of what passed, neither CPU time nor a wait explains this: a sleep, or a wait that lasts */
    struct share last;
    int looks;
};

/* `leader`: its session's. 0, or -1 when none of it is to be seen in /proc. */
int share_of(pid_t leader, struct share *ret);

/* The look at `wall_s` since it began; NULL: there was nothing to see, and what passed is its own. `width`: processors
 * that it could use on an idle machine: threads of its own that compete for them are no excuse. What its waits explain
 * is not its own: of those of all threads, or with `parallel` of the one that waited longest. Before the first look
 * all is its own. */
void share_count(struct share_own *o, double wall_s, const struct share *now, int width, int parallel);

#endif
