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
    const struct backend *counts; /* what sanitizes and counts it: the emulator, where the lab lists it */
    const struct backend *emulator, *plain; /* what runs CUDA and C that the submission emits */
    char *object;            /* the plain .so, the cubin, or the emulator's program */
    int emitted;             /* texts of the submission that have been built */
    char *traced;            /* the emulator's program with hooks; made when first needed */
    json_t *report;
    double bench_s;    /* most seconds for the pairs of a bench */
    const char *until; /* no case is run after one whose failure says this; NULL: all are run */
    uint64_t seed;   /* of visible cases: fixed, so that a failure can be replayed */
    uint64_t secret; /* of hidden cases and timed runs: drawn after the build */
    int correct;    /* all cases passed */
    int seen;       /* a case failed and said `until` */
    int both;         /* the emulator and then, where there is one, a GPU */
    int on_gpu;       /* that has begun: the emulator's phases are done */
};

/* JSON knows no broken UTF-8: such bytes become \\xNN. */
json_t *job_text(const char *s);

int job_event(json_t *event); /* steals the reference; -1 when it could not be written */
void job_phase(const char *phase, const char *state, double ms);
void job_phases_are(const char *suffix); /* from here on: " (GPU)" of those that come after the emulator's */
/* What goes on within a phase, in words: {"event":"step"}. */
void job_step(const char *phase, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
json_t *job_list(struct job *j, const char *key); /* report[key], made when absent */
void job_skip(struct job *j, const char *phase, const char *why);

/* A phase that the submission kept from running: its milestone fails. */
void job_charge(struct job *j, const char *phase, const char *why);
/* What it counted cannot be: its milestone gives nothing, and a person is to look; `why`: without its full stop. */
void job_doubt(struct job *j, const char *phase, const char *why);

/* A build of the submission that failed: where its log names a place in the source, the submission is to blame, its
 * milestone fails, and the first error is said. */
void job_refuse(struct job *j, const char *phase, const char *why, const char *log);
/* Of the inputs of a case: what `hidden` asks of, or, where two runs are to be compared, the same in each run. */
uint64_t job_case_seed(const struct job *j, const struct lab_run *run);
uint64_t job_count_seed(const struct job *j, const struct lab_run *run);
/* Of the k-th order of delivery of a hidden case. A rank sees this number: nothing else can be computed from it. */
uint64_t job_order_seed(const struct job *j, const struct lab_run *run, int k);

/* "PASS" | "FAIL" | "ERROR" and the sentence for a state that is not PROC_DONE. */
json_t *job_case_row(const struct case_memory *b, const char *status, const char *message, double ms);
/* What `correct` said of b's case: a row of the report, which keeps it; NULL: nothing. */
const json_t *job_case_said(const struct job *j, const struct case_memory *b);
/* Did `correct` say that the case is wrong, or that its run did not end as it should? */
int job_case_failed(const struct job *j, const struct case_memory *b);
void job_count(struct job *j, const struct case_memory *b, const char *name, double value, const char *source);
void job_lab_counters(struct job *j, const struct case_memory *b, const struct verify_result *r);

/* A measurement of a bench with metric="fewer:NAME": the reference's count over the learner's; or `error`. */
void job_fewer_row(struct job *j, const struct lab_bench *bench, const struct case_memory *b, double reference,
                   double learner, const char *error);
/* The same of a count that cannot be, for a person to look at; `why`: a sentence without its full stop. */
void job_doubt_row(struct job *j, const struct lab_bench *bench, const struct case_memory *b, const char *why);

#endif
