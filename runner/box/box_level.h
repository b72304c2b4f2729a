/*
 * box_level.h: how strong the box is on this machine, found out by trying, once per process.
 *
 *   L0  limits, an own process group and whatever else is there
 *   L1  Landlock, seccomp, limits
 *   L2  and namespaces (user or an own uid, pid, mount, net, ipc, uts) with a root of its own
 *   L3  and a cgroup v2 of its own (box_cgroup.h), below one whose memory and pids controllers were delegated to us
 *
 * The level is that of what is in force. RIDGE_BOX_WITHOUT (box.h) lowers it.
 */
#ifndef RUNNER_BOX_LEVEL_H
#define RUNNER_BOX_LEVEL_H

#include <stddef.h>

struct box_level {
    int level;      /* 0 to 3 */
    char why[400];  /* what keeps it from the next, and the command that mends it */
};

/* `path`: of our own, has to be readable in every box; before the first of the others. NULL: nothing is. */
void box_level_needs(const char *path);

/* Whether boxes get namespaces and a root of their own. */
int box_namespaces(void);

/* `driver`: of runs that see the GPU's driver. */
void box_level(int driver, struct box_level *ret);

/* 1 when RIDGE_BOX asks for a box that cannot be had here, with `why` and what mends it: then nothing may run. */
int box_unmet(char *why, size_t n);

/* Who makes namespaces and root: "native" or "bwrap" (RIDGE_BOX); what else it may say is for box_unmet(). */
const char *box_name(void);
int box_is_one(const char *name);

/* "L2" as 2; -1 when it is no level. */
int box_level_parse(const char *text);

#endif
