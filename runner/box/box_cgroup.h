/*
 * box_cgroup.h: a cgroup v2 for each box, below the one that was delegated to us.
 *
 * Its memory.max counts everything in the box together (what is shared or lies in memory files too), its pids.max
 * threads and processes. A process is born in it (clone3), and it is removed when the box has ended; those that an
 * owner left who was killed are removed by who starts next: a lock on the directory says whether the owner lives.
 *
 * Delegated is ours to divide where systemd says so (the attribute user.delegate, which a user's systemd may not set:
 * there its unit's file), where an ordinary user owns it and not what is above it, and where root runs without
 * systemd. A cgroup that is divided has no processes of its own but in leaves: all that are in it, we among them, move
 * to one.
 */
#ifndef RUNNER_BOX_CGROUP_H
#define RUNNER_BOX_CGROUP_H

#include <sys/types.h>

#include "box.h"

struct box_cgroup {
    char name[48]; /* below the one that was delegated; "": none */
    int fd;        /* of its directory, with the lock */
};

enum box_memory { MEMORY_FINE, MEMORY_OF_BOX, MEMORY_OF_MACHINE }; /* which of them had no more, when it was killed */

/* What is known of our cgroup. */
struct box_delegation {
    const char *dir;     /* of the one to divide; NULL: no cgroup v2 is mounted */
    const char *missing; /* of its controllers: "memory and pids"; NULL: none */
    int v1;              /* those are cgroup v1's here */
    int ours;            /* it is ours to divide */
    int writable, root, systemd;
};

/* Whether a unit's file says Delegate=; the last of them counts. */
int box_cgroup_delegates(const char *unit);

/* Whether boxes get one: found out by trying, once per process. */
int box_cgroups(void);

/* Why they don't: what is missing, ": " and the command that mends it. */
const char *box_cgroup_refusal(void);

/* 0, or -1 with errno. */
int box_cgroup_make(const struct box *b, struct box_cgroup *ret);

/* Its memory.max, in MiB. */
int box_cgroup_MiB(const struct box *b);

/* fork() into it, as a child of our parent's when `sibling`. Raw: the caller has one thread. */
pid_t box_cgroup_fork(const struct box_cgroup *c, int sibling);

/* Why a process in it was killed, before that is reaped. */
enum box_memory box_cgroup_memory(const struct box_cgroup *c);

/* With whoever is still in it; *c is empty then. A signal handler may call it. */
void box_cgroup_remove(struct box_cgroup *c);

/* The parts, without the machine. From the texts of /proc/self/cgroup and /proc/self/mountinfo: our own directory,
 * 0 or -1. From a cgroup.controllers: what is missing, or NULL. Words for what is wrong, "" where nothing is. */
int box_cgroup_find(const char *self, const char *mounts, char *ret, size_t n);
const char *box_cgroup_missing(const char *controllers);
void box_cgroup_words(const struct box_delegation *d, char *ret, size_t n);

#endif
