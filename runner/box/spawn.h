/*
 * spawn.h: run a tool (compiler, addr2line, nvcc) to its end inside the box, with its output captured.
 */
#ifndef RUNNER_SPAWN_H
#define RUNNER_SPAWN_H

#include "box.h"
#include "runner/base/util.h"

enum { SPAWN_PATIENCE = 3 }; /* times wall_s, the most that a starved tool gets */

/* SPAWN_FLOOD: too much output. SPAWN_MEMORY: the tool's cgroup had no more memory, which the output says, too. */
enum spawn_end { SPAWN_EXIT, SPAWN_SIGNAL, SPAWN_TIMEOUT, SPAWN_FLOOD, SPAWN_MEMORY, SPAWN_FAILED };

struct spawn_result {
    enum spawn_end end;
    int code;    /* exit status or signal */
    int starved; /* with SPAWN_TIMEOUT: other processes took the CPU time that the tool may use */
    double wall_s;
    double cpu_s;       /* of the tool and the processes it has waited for; after a timeout, as far as seen */
    struct text output; /* stdout and stderr, at most 60 KiB kept; text_finish() it */
};

/* The tree that a box must show for a program that is named by its path: "/opt/gcc" for /opt/gcc/bin/gcc. "/usr/lib"
 * for a program of the system, not /usr, where an installed ridge keeps its references. Valid until the next call. */
const char *spawn_tree(const char *program);

/* Runs a tool to its end. A tool that has had less CPU time than box->cpu_s allows is not stopped by the wall clock
 * alone: as long as it gets some, it goes on, up to SPAWN_PATIENCE times wall_s. argv[0] is looked up in /usr/bin:/bin
 * and in `path` when that is given. The environment has PATH, LC_ALL and TMPDIR (box->cwd) only. box->fds, out_fd,
 * tool, program and the members that box_fork() sets are ignored. */
struct spawn_result spawn_wait(const char *const argv[], const struct box *box, const char *path,
                               double wall_s);

#endif
