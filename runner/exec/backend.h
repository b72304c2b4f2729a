/*
 * backend.h: what runs a submission, as a table.
 *
 * A backend says how its object is built, how a child of it is started, what is asked of a call after its trial, and
 * which phases are its own. Phases ask the table of the job (`on`) or of a call (backend_of()) and never which backend
 * it is; a further one is a table of its own in backend_NAME.c and a row in exec_main.c. No function here judges.
 */
#ifndef RUNNER_BACKEND_H
#define RUNNER_BACKEND_H

#include "case_memory.h"
#include "lab.h"
#include "proc.h"
#include "runner/build/build.h"

struct job;

enum { TRACED_TIMES = 4 }; /* a launch under a trace may take so many times the lab's limit */

struct backend {
    const char *name;      /* as labs, jobs and reports say it */
    const char *compiler;  /* whose version the report tells; NULL: the job's own */
    const char *tool;      /* the tool that the report tells instead, where no build says which ran; NULL: none */
    enum proto_mode mode;  /* how the plain object runs */
    double grace_s;        /* a trial lasts so much longer than the lab's limit: its own limits name the line or rank */
    int gpu;               /* the backend's children drive a GPU */
    int wall_clock;        /* 1: ranks run on the wall clock, and a hang costs its whole deadline */
    const struct backend *communicator; /* this backend over a communication library; NULL: there is none */

    /* 1; 0: what the backend needs is not here, and `e` says what. NULL: the backend needs nothing. */
    int (*ready)(struct job *j, struct err *e);
    /* Builds the plain object: 0, also when the sources do not compile; -1 our own fault. */
    int (*build)(const struct build *b, const json_t *files, struct build_result *ret, struct err *e);
    /* Puts what a build that succeeded tells into the report. NULL: such a build tells nothing. */
    int (*built)(struct job *j, const struct build_result *r, struct err *e);
    /* Completes a child's program, processors and memory. */
    void (*child)(const struct job *j, struct proc_spec *s);

    /* Fills proto_go.ranks from the case. NULL: the backend has no ranks. */
    int (*spec)(struct job *j, struct case_memory *b, struct err *e);
    /* Why the backend cannot run the case, or NULL. */
    const char *(*beyond)(const struct job *j, const struct case_memory *b);
    /* After a trial of `program`: did the kernel itself fail, and with which words? */
    int (*broke)(struct job *j, struct proc *p, const char *program, char *msg, size_t n);
    /* After a trial: the verdict of the hub or library that carried its messages. NULL: there are no messages. */
    enum proto_said (*verdict)(struct proc *p, char *msg, size_t n);
    /* Under how many orders of delivery a case runs. NULL: one. */
    int (*orders)(const struct case_memory *b);
    /* After case_memory_go(): sets the order of delivery number k; 0 is the model's own. */
    void (*order)(const struct job *j, const struct case_memory *b, struct proc *p, int k);

    /* Puts why cases of `correct` failed into the report. NULL: the backend knows no more than the cases say. */
    int (*explain)(struct job *j, const struct case_set *s, struct err *e);
    int (*sanitize)(struct job *j, struct err *e);
    int (*profile)(struct job *j, struct err *e);
    /* Runs a bench with metric="fewer:NAME". NULL: the backend counts nothing that could be fewer. */
    int (*bench)(struct job *j, const struct lab_bench *bench, struct err *e);
};

extern const struct backend backend_cpu, backend_simt, backend_cuda, backend_ranks;

/* What runs this call: the job's backend, or of a call that runs emitted code the one of that code's language. */
const struct backend *backend_of(const struct job *j, const struct lab_call *call);

/* A child to be started. */
struct child {
    const struct backend *on;
    const char *object;
    enum proto_mode mode;
    size_t in_size, out_size;
    struct proc *share_in, *share_out; /* as proc_spec's */
    int time;                          /* as proc_spec's */
};

/* The child for this one call, in the mode of the call's backend. */
struct child child_of(const struct job *j, const struct case_memory *b, const char *object);

/* 0; or -1 with a sentence and *why: PROC_OURS is our own fault, all else what it says. */
int child_start(struct job *j, const struct child *c, struct proc **ret, enum proc_state *why, struct err *e);

/* What a child that launched a kernel says of a bad status, clean. */
void child_note(struct proc *p, char *ret, size_t n);

/* Turns to the library that the job names (--runtime), if any: 0, or -1 with a sentence why that cannot be. */
int backend_runtime(struct job *j, struct err *e);

/* Is a GPU here? Its architecture goes into the job's builds, its name into the report. */
int backend_cuda_find(struct job *j);
/* Whether the lab's code can be built for that GPU: 1, or 0 with a sentence. */
int backend_cuda_fits(const struct job *j, struct err *e);

#endif
