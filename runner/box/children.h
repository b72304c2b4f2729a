/*
 * children.h: the processes that ridge-exec starts: none is forgotten, none is waited for without end.
 *
 * A cancelled run ends from inside a signal handler, at any instant. Every fork is therefore made with the
 * signals held back until its pid is in a table, and a child that is born too late sees that its parent has
 * gone (box.h: `parent`). All waits have a deadline: SIGCHLD stays blocked and is slept for.
 */
#ifndef RUNNER_CHILDREN_H
#define RUNNER_CHILDREN_H

#include <signal.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "box.h"
#include "box_cgroup.h"

enum { CHILDREN_MOST = 64 }; /* of one process at a time: a job has a few, and each of a class's jobs is a process */

/* Once, before the first fork: descendants that lose their parent come back to us. */
void children_adopt(void);

/*
 * fork(). The child runs with signals blocked until box_enter(). Where the box can be closed (box_closed) and
 * namespaces are to be had (box_level.h) it lives in a pid namespace of its own, and b->apart says so: a process
 * between us makes that, with an init that does nothing but end with us, then our child as a sibling of itself, so
 * that its pid, its exit status and its clock are ours as ever. -1 where CHILDREN_MOST live already. Fills the other
 * fields of b that this takes.
 */
pid_t children_fork(struct box *b);

/* At what children_fork() failed last: "a user namespace: Operation not permitted"; "" when it was no part of a box. */
const char *children_failed_at(void);

/* waitid() that reaps nothing and gives up at `deadline` (util_now's clock): 1 with *si filled, 0 too late,
 * -1 no such child. `options`: WEXITED, WSTOPPED. */
int children_wait(pid_t pid, int options, siginfo_t *si, double deadline);

/* Whether it was killed because there was no more memory, and whose: before it is reaped. */
enum box_memory children_memory(pid_t pid);

/* Forget it, kill what is left of its group, collect it. It has to be dead or dying. */
void children_reap(pid_t pid, int *status, struct rusage *use);

/* Kill all and wait a moment for them, and for what they left us, to be gone. A signal handler may call it. */
void children_kill_all(void);

#endif
