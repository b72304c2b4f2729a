/*
 * job.h: one job of ridge-exec: what it was given, what has been made of it so far, and its report.
 *
 * The functions here write rows of the raw report (ridge.raw/1) and events on stdout; none of them runs anything or
 * knows a phase. exec_main.c makes the one job there is and owns what its pointers name, but for what a phase built.
 */
#ifndef RUNNER_JOB_H
#define RUNNER_JOB_H

#include <jansson.h>
#include <stdint.h>

#include "runner/build/build.h"
#include "backend.h"
#include "case_memory.h"
#include "lab.h"
#include "proc.h"
#include "verify.h"

struct job {
    const json_t *in;
    struct lab lab;
    const char *impl, *backend;
    const json_t *files;
    struct build build;
    struct oracle *oracle;
    char *child, *gpu_child, *ranks_child, *wall_child; /* programs beside ridge-exec */
    const char *level;   /* the least box that is allowed; "": any */
    const char *runtime; /* of ranks: "inproc", "mpi", "nccl" */
    const struct backend *on;     /* what runs the submission now */
    const struct backend *counts; /* what sanitizes and counts the submission: the emulator, where the lab lists it */
    const struct backend *emulator, *plain; /* what runs CUDA and C that the submission emits */
    char *object;            /* the plain .so, the cubin, or the emulator's program */
    int emitted;             /* how many texts that the submission emitted have been built */
    char *traced;            /* the emulator's program with hooks; made when first needed */
    struct { char *object, *traced; } resting; /* the same two for the other width of a warp (width.h) */
    json_t *report;
    double bench_s;    /* the most seconds for the pairs of a bench */
    const char *draw;  /* chooses the third of the cases that is sanitized; NULL: all are */
    const char *until; /* no case is run after one whose failure says this; NULL: all are run */
    uint64_t seed;   /* of visible cases: fixed, so that a failure can be replayed */
    uint64_t secret; /* of hidden cases and timed runs: drawn after the build */
    int correct;    /* 1: all cases passed */
    int seen;       /* 1: a case failed and said `until` */
    int both;         /* 1: the emulator runs the submission, then a GPU where there is one */
    int on_gpu;       /* 1: the emulator's phases are done, and the GPU's have begun */
};

/* JSON knows no broken UTF-8: such bytes become \\xNN. */
json_t *job_text(const char *s);

int job_event(json_t *event); /* steals the reference; -1 when it could not be written */
/* "cpu_s" of the event: seconds of a processor since the event before, so of the phase where no other is within. */
void job_phase(const char *phase, const char *state, double ms);
void job_phases_are(const char *suffix); /* joins the names of phases from here on: " (GPU)" after the emulator's */
/* Tells in words what goes on within a phase: {"event":"step"}. */
void job_step(const char *phase, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
json_t *job_list(struct job *j, const char *key); /* report[key], made when absent */
void job_skip(struct job *j, const char *phase, const char *why);

/* A phase that the submission kept from running: its milestone fails. */
void job_charge(struct job *j, const char *phase, const char *why);
/* A phase whose counts cannot be: its milestone gives nothing, and a person looks; `why`: without its full stop. */
void job_doubt(struct job *j, const char *phase, const char *why);

/* A build of the submission that failed: where its log names a place in the source, the submission is to blame, its
 * milestone fails, and the first error is said. */
void job_refuse(struct job *j, const char *phase, const char *why, const char *log);
/* The seed of a case's inputs: drawn where the case is hidden, else, so that two runs compare, the same in each run. */
uint64_t job_case_seed(const struct job *j, const struct lab_run *run);
uint64_t job_count_seed(const struct job *j, const struct lab_run *run);
/* The seed of the k-th order of delivery of a hidden case. A rank sees the number, from which nothing else follows. */
uint64_t job_order_seed(const struct job *j, const struct lab_run *run, int k);

/* "PASS" | "FAIL" | "ERROR" and the sentence for a state that is not PROC_DONE. */
json_t *job_case_row(const struct case_memory *b, const char *status, const char *message, double ms);
/* The report's row on b's case by `correct`, borrowed; NULL: there is none. */
const json_t *job_case_said(const struct job *j, const struct case_memory *b);
/* Did `correct` say that the case is wrong, or that its run did not end as it should? */
int job_case_failed(const struct job *j, const struct case_memory *b);
void job_count(struct job *j, const struct case_memory *b, const char *name, double value, const char *source);
void job_lab_counters(struct job *j, const struct case_memory *b, const struct verify_result *r);

/* A measurement of a bench with metric="fewer:NAME": the reference's count over the learner's; or `error`. */
void job_fewer_row(struct job *j, const struct lab_bench *bench, const struct case_memory *b, double reference,
                   double learner, const char *error);
/* A measurement whose count cannot be, for a person to look at; `why`: a sentence without its full stop. */
void job_doubt_row(struct job *j, const struct lab_bench *bench, const struct case_memory *b, const char *why);

#endif
