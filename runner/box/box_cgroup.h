/*
 * box_cgroup.h: a cgroup v2 for each box, below the one that was delegated to us.
 *
 * The cgroup's memory.max counts everything in the box together, shared memory and memory files included; pids.max
 * counts threads and processes. A process is born in the cgroup (clone3), and the cgroup is removed when the box has
 * ended. A killed owner leaves its cgroups behind: the next to start removes them, because each owner holds a lock on
 * the directory as long as it lives.
 *
 * A cgroup may be divided where systemd delegates it (by the attribute user.delegate, or by the unit's file where a
 * user's systemd may not set attributes), where an ordinary user owns the cgroup but not its parent, and where root
 * runs without systemd. A divided cgroup may have processes in its leaves only, so all its processes, ours included,
 * move to one leaf.
 */
#ifndef RUNNER_BOX_CGROUP_H
#define RUNNER_BOX_CGROUP_H

#include <sys/types.h>

#include "box.h"

struct box_cgroup {
    char name[48]; /* below the delegated cgroup; "": none */
    int fd;        /* the directory, with the lock */
};

/* What ran out of memory when a process was killed: nothing, its box, or the machine. */
enum box_memory { MEMORY_FINE, MEMORY_OF_BOX, MEMORY_OF_MACHINE };

/* What this process knows of its own cgroup. */
struct box_delegation {
    const char *dir;     /* the cgroup to divide; NULL: no cgroup v2 is mounted */
    const char *missing; /* the controllers that it lacks, as "memory and pids"; NULL: it has all */
    int v1;              /* the missing controllers belong to cgroup v1 here */
    int ours;            /* we may divide the cgroup */
    int writable, root, systemd;
};

/* Does a unit's file say Delegate=? The last such line counts. */
int box_cgroup_delegates(const char *unit);

/* Do boxes get a cgroup? Found out by trying, once per process. */
int box_cgroups(void);

/* Why boxes get no cgroup: what is missing, ": " and the command that mends it. */
const char *box_cgroup_refusal(void);

/* Makes the cgroup of a box. 0, or -1 with errno. */
int box_cgroup_make(const struct box *b, struct box_cgroup *ret);

/* The memory.max that a box's cgroup gets, in MiB. */
int box_cgroup_MiB(const struct box *b);

/* fork() into the cgroup; with `sibling` the new process is our parent's child. The caller must have one thread,
 * because no handler of pthread_atfork() runs. */
pid_t box_cgroup_fork(const struct box_cgroup *c, int sibling);

/* What ran out of memory when a process of the cgroup was killed. Ask before the process is reaped. */
enum box_memory box_cgroup_memory(const struct box_cgroup *c);

/* Kills all processes in the cgroup, removes it and empties *c. A signal handler may call this. */
void box_cgroup_remove(struct box_cgroup *c);

/* The parts of the above that tests can call with texts of another machine. */

/* Our own directory, from the texts of /proc/self/cgroup and /proc/self/mountinfo. 0 or -1. */
int box_cgroup_find(const char *self, const char *mounts, char *ret, size_t n);
/* The missing controllers, from the text of cgroup.controllers; NULL: none is missing. */
const char *box_cgroup_missing(const char *controllers);
/* A sentence on what is wrong and the command that mends it; "" when nothing is wrong. */
void box_cgroup_words(const struct box_delegation *d, char *ret, size_t n);

#endif
