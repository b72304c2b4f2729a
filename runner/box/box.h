/*
 * box.h: the walls around untrusted work, put up in the forked child just before exec.
 *
 * Layers, each tried alone and each optional in the kernel: namespaces with a root of its own, in which nothing
 * exists but the paths that were named (box_root.c); Landlock (files, signals, sockets), rlimits, no_new_privs, an
 * own session and process group, death with the parent, no inherited descriptor (box_walls.c); a cgroup of its own,
 * where one was delegated to us (box_cgroup.c); seccomp (box.c). The seccomp filter of a run is installed by
 * ridge-child itself, once it has loaded the submission; a lab on the emulator is one program, whose constructors come
 * before any main: there it is in force before exec.
 *
 * RIDGE_BOX_WITHOUT=ns,landlock,seccomp,rlimits,cgroup takes layers away, which proves what the others hold: it is for
 * tests, and lowers the level that is reported.
 */
#ifndef RUNNER_BOX_H
#define RUNNER_BOX_H

#include <sys/types.h>

enum { BOX_PATHS = 24, BOX_FDS = 8 };
enum { BOX_FIRST_UID = 60000, BOX_UIDS = 5000 }; /* of boxes that root starts: one for each run */

/* data_MiB of a program of ours: AddressSanitizer's shadow is larger than any. */
#ifdef __SANITIZE_ADDRESS__
#define BOX_OUR_MiB(n) 0
#else
#define BOX_OUR_MiB(n) (n)
#endif

struct box {
    const char *ro[BOX_PATHS]; /* readable and executable trees; missing ones are skipped */
    const char *rw[BOX_PATHS]; /* writable trees */
    const char *cwd;
    const char *program; /* absolute, or NULL: the links in its path are there too */
    int cpu_s, fsize_MiB, as_MiB, data_MiB, nofile, stack_MiB; /* 0 leaves the limit alone */
    int all_MiB, tasks; /* of its cgroup, where it has one: everything in it together; 0: as one process's, and many */
    int parts;          /* at all_MiB the largest process alone is killed, and the others tell which it was */
    int fds[BOX_FDS]; /* kept at 3, 4, …; end with -1 */
    int out_fd; /* stdout and stderr */
    int in_fd;  /* stdin; -1 is /dev/null */
    int cpu;    /* pin to this CPU; -1 leaves it */
    int no_aslr;
    int seccomp; /* threads + 1: the filter of a run is in force before exec; one exec passes it */
    int listen;  /* with seccomp: the number of the socket, in the child, that takes its listener; 0: none */
    int tool;    /* the filter of a compiler */
    int loopback; /* TCP is not forbidden: within a network of its own, whose loopback is up, where the box is apart */
    int network; /* the machine's: none of its own; TCP may connect, not bind */
    int capable; /* root keeps its capabilities: a GPU's counters are for administrators */
    int apart;   /* children_fork() has given it a pid namespace: the other ones and a root of its own follow */
    int parent;  /* who called fork: when somebody else is the parent by now, the child ends */
    int parent_fd; /* of apart: a pidfd of the same */
    uid_t uid;     /* of apart: the one to become, where we are root; 0 elsewhere */
};

/* Call between fork and exec. 0, or -1 with a message on stderr. */
int box_enter(const struct box *b);

/* Whether it can have a root of its own: not where all of / or devices are in sight. */
int box_closed(const struct box *b);

/* In the process whose children shall live apart: a user namespace where we are not root, and pids of their own.
 * 0, or -1 with errno and `*what` was tried. */
int box_part(const char **what);

/* The rest, in such a child. 0, or -1 with a message on stderr. Its paths stay where they were. */
int box_root(const struct box *b);

/* Without capabilities from here on, over an exec too, and with that uid (0: the one it has). -1 when refused. */
int box_drop(uid_t uid);

/* Every signal as a program finds it at its start, and none held back. */
void box_default_signals(void);

/* Landlock's ABI version here, 0 when the kernel has none. */
int box_landlock_abi(void);

/* The environment takes this layer away. */
int box_without(const char *layer);

/* Allow-list for a run that still opens files. `threads`: clone(CLONE_THREAD) passes; `start`: so does one exec.
 * Forbidden calls wait for who holds the listener, which is sent through `socket` (and that closed); with -1 they
 * kill, as on kernels that have no listeners. */
int box_seccomp_loading(int threads, int start, int socket);

/* On top of it: nothing is opened or read any more. The watch of a lab on the emulator over its kernels sleeps. */
int box_seccomp_running(void);
int box_seccomp_emulated(void);

/* Deny-list for the sanitizer run, whose runtime needs more calls than a kernel does; for compilers. */
int box_seccomp_sanitizer(void);
int box_seccomp_tool(void);

/* Allow-list for ridge-net: sockets of TCP and UDP that connect, threads, what is open, files to be read. All else
 * fails with ENOSYS: libraries have another way then, or do without. */
int box_seccomp_net(void);

/* The call that waits at a listener, or -1 when none does. */
int box_call(int listener);

/* The same of a process that box_seccomp_loading() gave the other end of `*socket`: when its listener has come, it is
 * in `*listener`, the caller's to close, and the socket is closed. Both are -1 where they are not there; never
 * waits. */
int box_forbidden(int *socket, int *listener);

/* What is said of it, with box_call_name(). */
#define BOX_CALLED "called %s(), a system call that a lab may not make"

/* "socket", or "system call 41" where it is not in the list; valid until the next call. */
const char *box_call_name(int nr);

#endif
