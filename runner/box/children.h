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

/* Living children of one process: a job has a few, and each job of a class has a ridge-exec of its own. */
enum { CHILDREN_MOST = 64 };

/* Call once, before the first fork: descendants that lose their parent become children of this process. */
void children_adopt(void);

/*
 * fork(), for box_fork() (box_level.h) and for trying whether it can. The child runs with signals blocked until
 * box_enter(). With b->apart the child lives in a pid namespace of its own: a process in between makes the namespace,
 * with an init that ends when we do, and then our child as a sibling of itself, so that we can wait for the child, kill
 * it and read its clock as without a namespace. -1 when CHILDREN_MOST children live already. Sets parent, parent_fd and
 * uid of `b`.
 */
pid_t children_fork(struct box *b);

/* The step at which children_fork() failed last, as "a user namespace: Operation not permitted"; "" when the step was
 * no part of a box. */
const char *children_failed_at(void);

/* waitid() that reaps no child and gives up at `deadline` (on util_now's clock): 1 with *si filled, 0 at the deadline,
 * -1 without such a child. `options`: WEXITED, WSTOPPED. */
int children_wait(pid_t pid, int options, siginfo_t *si, double deadline);

/* Was a child killed because its box or the machine had no more memory? Ask before children_reap(). */
enum box_memory children_memory(pid_t pid);

/* Collects a child that is dead or dying, kills the rest of its process group and forgets the child. */
void children_reap(pid_t pid, int *status, struct rusage *use);

/* Holds back what ends this process, so that its handler knows all that is made meanwhile. *before: the mask to set
 * again. */
void children_hold(sigset_t *before);

/* Kills all children and waits a moment until they and their orphans are gone. A signal handler may call this. */
void children_kill_all(void);

#endif
