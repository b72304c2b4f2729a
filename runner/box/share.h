/*
 * share.h: what share of the processors a child has had. A limit on the wall clock alone can't tell a slow child from a
 * busy machine: a child that was ready to run while others ran was kept waiting by the machine.
 */
#ifndef RUNNER_SHARE_H
#define RUNNER_SHARE_H

#include <sys/types.h>

struct share {
    double cpu_s;    /* CPU time of the session's living processes and of the children that they have waited for */
    double waited_s; /* the longest that one thread was ready while others ran; 0 where the kernel does not count */
    double waits_s;  /* the same, summed over all threads of the session */
};

/* How much of the time since a child began was its own: all but the time for which others kept it waiting. Zeroed at
 * first. */
struct share_own {
    double wall_s, own_s; /* at the last look */
    double spare_s;       /* time that neither CPU time nor a wait explains: a sleep, or a wait that still lasts */
    struct share last;
};

/* `leader`: pid of the session's leader. 0, or -1 when /proc shows no process of the session. */
int share_of(pid_t leader, struct share *ret);

/* Takes one look, `wall_s` after the child began. `now` NULL: nothing could be seen, and the time that passed counts as
 * the child's own. `width`: the processors that the child could use on an idle machine, because its own threads that
 * compete for processors are no excuse. Time that waits explain is not the child's own: the waits of all threads, or
 * with `parallel` of the thread that waited longest. The first look, which may come late where the caller waits for a
 * processor, too, takes all that the child has used and waited since it exists. */
void share_count(struct share_own *o, double wall_s, const struct share *now, int width, int parallel);

#endif
