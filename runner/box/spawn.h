/*
 * spawn.h: run a tool (compiler, addr2line, nvcc) to its end inside the box, with its output captured.
 */
#ifndef RUNNER_SPAWN_H
#define RUNNER_SPAWN_H

#include "box.h"
#include "runner/base/util.h"

enum { SPAWN_PATIENCE = 3 };

/* SPAWN_MEMORY: its cgroup had no more, as its output says too. */
enum spawn_end { SPAWN_EXIT, SPAWN_SIGNAL, SPAWN_TIMEOUT, SPAWN_FLOOD, SPAWN_MEMORY, SPAWN_FAILED };

struct spawn_result {
    enum spawn_end end;
    int code;      /* exit status or signal */
    int starved; /* of SPAWN_TIMEOUT: it had not had the CPU time that it may use, which others took */
    double wall_s, cpu_s; /* cpu_s: of the tool and all that it has waited for; after a timeout, of what was seen */
    struct text output; /* stdout and stderr, at most 60 KiB kept; text_finish() it */
};

/* The tree that a box must show for a program named by its path (/opt/gcc/bin/gcc: /opt/gcc); "/usr/lib" for the
 * system's own: not /usr as a whole, where an installed ridge keeps its references. Valid until the next call. */
const char *spawn_tree(const char *program);

/* The wall clock alone stops nobody who may use box->cpu_s of CPU time and has had less: while it gets some it goes
 * on, up to SPAWN_PATIENCE times wall_s. argv[0] is looked up in /usr/bin:/bin and in `path` when that is given. The
 * environment is empty but for PATH, LC_ALL and TMPDIR (= box->cwd). box->fds, out_fd, tool, program and what
 * children_fork() fills are ignored. */
struct spawn_result spawn_wait(const char *const argv[], const struct box *box, const char *path,
                               double wall_s);

#endif
