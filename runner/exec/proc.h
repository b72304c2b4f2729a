/*
 * proc.h: the parent's end of one untrusted child, and the trial protocol of proto.h.
 *
 * A `struct proc` owns the child, its memfds and its output pipe. Between trials the child is stopped.
 * proc_trial() never blocks past the deadline and never believes the child; when it returns anything
 * but PROC_DONE the child is of no more use: proc_why(), proc_output() and proc_finish() are left to call.
 */
#ifndef RUNNER_PROC_H
#define RUNNER_PROC_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "runner/child/proto.h"
#include "runner/base/util.h"

struct proc;

struct proc_spec {
    const char *program;   /* ridge-child, ridge-gpu, ridge-ranks or an emulated lab */
    const char *object;    /* the .so or .cubin */
    const char *const *ro; /* extra readable trees, NULL-terminated; may be NULL */
    const char *preload;   /* LD_PRELOAD of the sanitizer's runtime, or NULL */
    enum proto_mode mode;
    int threads, cpu_s, mem_MiB, cpu; /* cpu: pinned, -1 not */
    double launch_s;                  /* emulated: the most a kernel may take */
    int workers;                      /* emulated: host threads for its blocks; 0: the machine's */
    int width;                        /* the most processors that the child uses at once; 0: one for each thread */
    int gpu;                          /* the driver's device nodes are let in */
    int emulated;                     /* mem_MiB counts what is written, not what is reserved */
    int time;                         /* emulated: what an estimate of a time needs is counted, too */
    int raw;                          /* 1: the child has PROTO_RAW */
    int talks;                        /* 1: the child's programs talk over the loopback, as ranks over a library do */
    size_t in_size, out_size;
    struct proc *share_in; /* take this child's input mapping instead of a new one; may be NULL */
    struct proc *share_out; /* take the memory of this child's outputs, which runs no more; may be NULL */
};

enum proc_state {
    PROC_DONE,
    PROC_CRASH,    /* a signal; see proc_why */
    PROC_EXIT,     /* the child left before saying done */
    PROC_LIMIT,    /* wall or CPU time, memory */
    PROC_FLOOD,    /* more than 1 MiB of output */
    PROC_VIOLATION, /* a forbidden system call, or a done that no go asked for */
    PROC_NO_SYMBOL,
    PROC_NO_GPU,
    PROC_OURS /* our own fault, or the machine's: noted (fault.h) */
};

int proc_start(const struct proc_spec *spec, double deadline_s, struct proc **ret, enum proc_state *why,
               struct err *e);

/* `from`, whose inputs `to` shares, may be finished first. */
void proc_give_inputs(struct proc *from, struct proc *to);

struct proto_go *proc_go(struct proc *p);
const struct proto_done *proc_done(const struct proc *p); /* hostile: copy, range-check */
void *proc_in(struct proc *p);
void *proc_out(struct proc *p);

/* One trial. Its deadline is of time in which it ran or slept (go->own_s): where it stood ready and others ran, it
 * waits longer, up to a few times that. On PROC_DONE the child is stopped, *wall_s and *cpu_s hold the trial's
 * times. */
enum proc_state proc_trial(struct proc *p, double deadline_s, double *wall_s, double *cpu_s);

/* Asks the child to leave (sanitizers report at exit) and waits up to deadline_s. */
enum proc_state proc_quit(struct proc *p, double deadline_s);

pid_t proc_pid(const struct proc *p); /* 0 when p is NULL */
const char *proc_why(const struct proc *p);    /* a sentence about the last state that was not DONE */
/* Of a rank that was killed: PROC_LIMIT or PROC_OURS and a sentence; PROC_CRASH: it was not for want of memory. */
enum proc_state proc_killed_for(const struct proc *p, char *ret, size_t n);
const char *proc_output(struct proc *p);       /* what the child wrote so far, at most 64 KiB */
/* The lines in PROTO_RAW since the last call; valid until the next one. Hostile. */
const char *proc_raw(struct proc *p, size_t *n);
size_t proc_raw_seen(const struct proc *p); /* how many bytes of PROTO_RAW_SIZE the child has written */
void proc_finish(struct proc *p);              /* kills the child's whole group; NULL is fine */

#endif
