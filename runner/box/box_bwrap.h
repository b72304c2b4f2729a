/*
 * box_bwrap.h: a box whose namespaces and root bubblewrap makes (`--box bwrap`); all other walls stay ours.
 *
 * bwrap starts ridge-hold as pid 1 of the new pid namespace. ridge-hold says when the box is ready and stays until we
 * close a pipe. bwrap does not make our child: the child is born into the pid namespace and enters the other namespaces
 * (setns), so that we can wait for the child, kill it and read its clock as in a box of our own making.
 */
#ifndef RUNNER_BOX_BWRAP_H
#define RUNNER_BOX_BWRAP_H

#include <stddef.h>

#include "box.h"

/* The descriptors of ridge-hold, and its path in the new root while it starts. */
enum { HOLD_INFO = 3, HOLD_READY = 4, HOLD_LIFE = 5 };
#define HOLD_PATH "/tmp/.ridge-hold"

/* Has this process chosen bubblewrap? */
int box_by_bwrap(void);

/* The path of bubblewrap: RIDGE_BWRAP, or the system's. NULL when there is none. */
const char *bwrap_program(void);

/*
 * In the process in between (children.c): starts bwrap as its sibling *pid, which lasts until the other end of `life`
 * is closed, and lets our next child be born into bwrap's pid namespace. 0, or -1 with `why`; *pid may run in both
 * cases.
 */
int bwrap_part(const struct box *b, int life, int *pid, char *why, size_t n);

/* In the child: enters the other namespaces and does what bwrap has no option for. 0, or -1 with a message on
 * stderr. */
int bwrap_join(const struct box *b);

/* A sentence about `refusal`, which bwrap_part() gave, and its cure; `allow` is a command that may be the cure. */
void bwrap_advice(const char *refusal, const char *allow, char *ret, size_t n);

#endif
