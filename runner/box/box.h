/*
 * box.h: the walls around untrusted work, put up in the forked child just before exec.
 *
 * Layers, each tried alone and each optional in the kernel: namespaces with a root of its own, in which nothing exists
 * but the paths that were named (box_root.c); Landlock (files, signals, sockets), rlimits, no_new_privs, an own
 * session and process group, death with the parent, no inherited descriptor (box_walls.c); a cgroup of its own, where
 * one was delegated to us (box_cgroup.c); seccomp (box.c). ridge-child installs the seccomp filter of a run itself,
 * once it has loaded the submission. A lab on the emulator is one program, whose constructors run before its main():
 * there the filter is in force before exec.
 *
 * RIDGE_BOX_WITHOUT=ns,landlock,seccomp,rlimits,cgroup takes layers away, so that tests can prove what the other layers
 * hold; the level that is reported becomes lower.
 */
#ifndef RUNNER_BOX_H
#define RUNNER_BOX_H

#include <sys/types.h>

enum { BOX_PATHS = 24, BOX_FDS = 8 };
enum { BOX_FIRST_UID = 60000, BOX_UIDS = 5000 }; /* uids of boxes that root starts, one for each run */

/* data_MiB for a program of Ridge's own: none under AddressSanitizer, whose shadow is larger than any limit. */
#ifdef __SANITIZE_ADDRESS__
#define BOX_OUR_MiB(n) 0
#else
#define BOX_OUR_MiB(n) (n)
#endif

struct box {
    const char *ro[BOX_PATHS]; /* readable and executable trees; a missing tree is skipped */
    const char *rw[BOX_PATHS]; /* writable trees */
    const char *cwd;
    const char *program; /* absolute path whose symbolic links the box has, too; or NULL */
    int cpu_s, fsize_MiB, as_MiB, data_MiB, nofile, stack_MiB; /* 0 leaves the limit alone */
    int all_MiB;      /* memory of the whole cgroup; 0: as much as one process may have */
    int tasks;        /* threads and processes of the whole cgroup; 0: many */
    int parts;        /* at all_MiB only the largest process is killed, and the others can tell which it was */
    int fds[BOX_FDS]; /* kept at 3, 4, …; end with -1 */
    int out_fd; /* stdout and stderr */
    int in_fd;  /* stdin; -1 is /dev/null */
    int cpu;    /* pin to this CPU; -1 leaves it */
    int no_aslr;
    int seccomp;   /* threads + 1: the filter of a run is in force before exec, and lets one exec pass; 0: no filter */
    int listen;    /* with seccomp: the child's descriptor of the socket for the listener; 0: no listener */
    int tool;      /* the filter of a compiler is in force */
    int loopback;  /* TCP is allowed; a box that is apart has a network of its own with its loopback up */
    int network;   /* the box has the machine's network; TCP may connect, never bind */
    int capable;   /* root keeps its capabilities, because a GPU's counters are for administrators */
    int apart;     /* the child has a pid namespace of its own: the other namespaces and a root follow */
    int parent;    /* pid of the process that forked: a child with another parent ends at once */
    int parent_fd; /* with apart: a pidfd of `parent` */
    uid_t uid;     /* with apart: the uid to become when we are root; 0: none */
};

/* Puts up all walls; call between fork and exec. 0, or -1 with a message on stderr. */
int box_enter(const struct box *b);

/* Can the box have a root of its own? A box that shows all of / or devices can't. */
int box_closed(const struct box *b);

/* In the process whose children shall live apart: makes a pid namespace, and a user namespace where we are not root.
 * 0, or -1 with errno and in *what the step that failed. */
int box_part(const char **what);

/* -1, always: says on stderr what could not be done, and errno's reason. */
int box_fails(const char *what);

/* In such a child: makes the other namespaces and the root, where each path stays what it was. 0, or -1 with a message
 * on stderr. */
int box_root(const struct box *b);

/* Gives up all capabilities, also across an exec, and becomes `uid` (0: keeps its uid). -1 when refused. */
int box_drop(uid_t uid);

/* Sets every signal to its default and unblocks all. */
void box_default_signals(void);

/* Landlock's ABI version here, 0 when the kernel has none. */
int box_landlock_abi(void);

/* Does RIDGE_BOX_WITHOUT take this layer away? */
int box_without(const char *layer);

/* Allow-list for a run that still opens files. `threads`: clone(CLONE_THREAD) passes; `start`: one exec passes. A
 * forbidden call waits for the holder of the listener, which is sent through `socket`; `socket` is then closed. With
 * -1, and on kernels without listeners, a forbidden call kills. */
int box_seccomp_loading(int threads, int start, int socket);

/* The exit code by which Ridge's own part of a child says that it failed. box_seccomp_loading() without `start` lets
 * nobody end with that code; box_seccomp_ends() is the same wall alone, for where the code's last use is over. */
enum { BOX_OWN_FAULT = 125 };
int box_seccomp_ends(void);

/* On top of box_seccomp_loading(): from now on no file is opened or read. `_emulated` lets the emulator's watch over
 * kernels sleep, too. */
int box_seccomp_running(void);
int box_seccomp_emulated(void);

/* Deny-lists: of a sanitizer run, whose runtime needs more calls than a lab does, and of a compiler. */
int box_seccomp_sanitizer(void);
int box_seccomp_tool(void);

/* Allow-list for ridge-net: sockets of TCP and UDP that connect, threads, what is open, files to be read. All else
 * fails with ENOSYS, after which libraries take another way or do without. */
int box_seccomp_net(void);

/* Allow-list for ridge-serve: clients of a socket that is open are heard; no socket is made, no file opened, no
 * process or thread started. All else fails with ENOSYS. */
int box_seccomp_serve(void);

/* The number of the call that waits at a listener, or -1 when none waits. */
int box_call(int listener);

/* The same for a process that gave the other end of *socket to box_seccomp_loading(). Once the listener has arrived,
 * *listener holds it for the caller to close, and the socket is closed; each is -1 while there is none. Never waits. */
int box_forbidden(int *socket, int *listener);

/* What a process did that made a forbidden call, in the words of a source where these are others: "called socket(), a
 * system call that a lab may not make". Valid until the next call. */
const char *box_called(int nr);

/* "socket", or "system call 41" for a number without a known name. Valid until the next call. */
const char *box_call_name(int nr);

#endif
