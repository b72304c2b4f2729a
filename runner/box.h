/*
 * box.h: the walls around untrusted work, put up in the forked child just before exec.
 *
 * Layers, each tried alone and each optional in the kernel: Landlock (files, signals, sockets), rlimits,
 * no_new_privs, an own session and process group, death with the parent, no inherited descriptor. The
 * seccomp filter of a run is installed by ridge-child itself, once it has loaded the submission; a lab on the
 * emulator is one program, whose constructors come before any main: there it is in force before exec.
 */
#ifndef RUNNER_BOX_H
#define RUNNER_BOX_H


enum { BOX_PATHS = 24 };

struct box {
    const char *ro[BOX_PATHS]; /* readable and executable trees; missing ones are skipped */
    const char *rw[BOX_PATHS]; /* writable trees */
    const char *cwd;
    int cpu_s, fsize_MiB, as_MiB, data_MiB, nofile, stack_MiB; /* 0 leaves the limit alone */
    int fds[8]; /* kept at 3, 4, …; end with -1 */
    int out_fd; /* stdout and stderr */
    int in_fd;  /* stdin; -1 is /dev/null */
    int cpu;    /* pin to this CPU; -1 leaves it */
    int no_aslr;
    int seccomp; /* threads + 1: the filter of a run is in force before exec; one exec passes it */
    int parent; /* who called fork: when somebody else is the parent by now, the child ends */
};

/* Call between fork and exec. Returns a bit set of the layers in force, or -1 with a message on stderr. */
enum { BOX_LANDLOCK = 1, BOX_RLIMITS = 2 };
int box_enter(const struct box *b);

/* Landlock's ABI version here, 0 when the kernel has none. */
int box_landlock_abi(void);

/* Allow-list for a run. `threads`: clone(CLONE_THREAD) passes. Two phases: `loading` still opens files. */
int box_seccomp(int threads, int loading);

/* The second phase of a lab on the emulator, whose watch over its kernels sleeps. */
int box_seccomp_emulated(void);

/* Deny-list for the sanitizer run, whose runtime needs more calls than a kernel does. */
int box_seccomp_sanitizer(void);

#endif
