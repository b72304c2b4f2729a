/*
 * box_bwrap.h: a box whose namespaces and root bubblewrap makes (RIDGE_BOX=bwrap); all other walls stay ours.
 *
 * bwrap starts ridge-hold as pid 1 of the new pid namespace, which says that all is there and stays until the pipe
 * that we hold is closed. Our child is not of bwrap's making: it is born into that pid namespace and enters the other
 * ones (setns), so that its pid, its exit status and its clock are ours as in a box of our own.
 */
#ifndef RUNNER_BOX_BWRAP_H
#define RUNNER_BOX_BWRAP_H

#include <stddef.h>

#include "box.h"

/* What ridge-hold finds where, and where it lies in the new root as long as it starts. */
enum { HOLD_INFO = 3, HOLD_READY = 4, HOLD_LIFE = 5 };
#define HOLD_PATH "/tmp/.ridge-hold"

/* Whether bubblewrap is asked for. */
int box_by_bwrap(void);

/* The bubblewrap that is taken: RIDGE_BWRAP, or the system's. NULL when there is none. */
const char *bwrap_program(void);

/*
 * In the process between (children.c): starts bwrap as its sibling *pid, which lasts until `life`'s other end is
 * closed, and makes its pid namespace that of our next child. 0, or -1 with `why`; *pid may run all the same.
 */
int bwrap_part(const struct box *b, int life, int *pid, char *why, size_t n);

/* In the child: the other namespaces, and what bwrap has no option for. 0, or -1 with a message on stderr. */
int bwrap_join(const struct box *b);

/* A sentence about `refusal`, which bwrap_part() gave, and what mends it; `allow` is a command that may. */
void bwrap_advice(const char *refusal, const char *allow, char *ret, size_t n);

#endif
