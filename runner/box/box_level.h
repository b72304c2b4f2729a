/*
 * box_level.h: how strong the box is on this machine, found out by trying, once per process.
 *
 *   L0  limits, a process group of its own, and each other wall that this machine has
 *   L1  Landlock, seccomp, limits
 *   L2  and namespaces (a user namespace or a uid of its own, pid, mount, net, ipc, uts) with a root of its own
 *   L3  and a cgroup v2 of its own (box_cgroup.h), below one whose memory and pids controllers were delegated to us
 *
 * The level is that of the walls in force. RIDGE_BOX_WITHOUT (box.h) lowers the level.
 */
#ifndef RUNNER_BOX_LEVEL_H
#define RUNNER_BOX_LEVEL_H

#include <sys/types.h>

#include "box.h"
#include "runner/base/err.h"

struct box_level {
    int level;      /* 0 to 3 */
    char why[400];  /* what keeps this machine from the next level, and the command that mends it */
};

/* Names a tree of Ridge's own that has to be readable in every box; NULL: none. Call before the functions below. */
void box_level_needs(const char *path);

/* Do boxes get namespaces and a root of their own here? */
int box_namespaces(void);

/* children_fork() (children.h) into as strong a box as this machine has: where the box can be closed (box_closed()) and
 * there are namespaces, the child lives apart, and b->apart says so. */
pid_t box_fork(struct box *b);

/* The level of this machine's boxes; with `driver`, of boxes that see the GPU's driver. */
void box_level(int driver, struct box_level *ret);

/* What makes the namespaces and the root of this process's boxes: "native" or "bwrap"; NULL or "": native. Call before
 * the functions below. A main() chooses, from its command line or its job; box_unmet() refuses any other name. */
void box_choose(const char *name);
const char *box_name(void); /* what was chosen */

/* 1 when this machine can't make the boxes that were chosen, with the reason and its cure in `e`: nothing may run
 * then. */
int box_unmet(struct err *e);

/* Is `name` one of the two? */
int box_is_one(const char *name);

/* 2 for "L2"; -1 when `text` is no level. */
int box_level_parse(const char *text);

#endif
