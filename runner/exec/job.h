/*
 * job.h: one job of ridge-exec: its inputs, its report, and the phases that fill it.
 *
 * Phases run in order build -> correct -> sanitize -> profile -> perf; each appends to the raw report
 * (ridge.raw/1) and says on stdout, as JSON lines, what it is doing. A phase returns 0 when it did its
 * work, whatever the verdict on the learner; -1 is our own fault, with `e` set.
 */
#ifndef RUNNER_JOB_H
#define RUNNER_JOB_H

#include <jansson.h>
#include <stdint.h>

#include "runner/build/build.h"
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
    const char *runtime; /* of ranks: "inproc", "mpi", "nccl" */
    int wall;            /* ranks run on that one now, whose time is the clock's */
    char *object;            /* the plain .so, the cubin, or the emulator's program */
    int emitted;             /* texts of the submission that have been built */
    char *traced;            /* the emulator's program with hooks; made when first needed */
    json_t *report;
    double bench_s;    /* most seconds for the pairs of a bench */
    const char *until; /* the run is over with a failure that says this; NULL: at its end */
    uint64_t seed;   /* of visible cases: fixed, so that a failure can be replayed */
    uint64_t secret; /* of hidden cases and timed runs: drawn after the build */
    int correct;    /* all cases passed */
    int seen;       /* a case failed with `until` */
    int cuda, simt, ranks; /* the backend: a GPU, the emulator, or several processes */
    int both;         /* the emulator and then, where there is one, a GPU */
    int on_gpu;       /* that has begun: the emulator's phases are done */
    int emulates;   /* the lab lists the emulator: it sanitizes and counts, whoever judges */
};

/* JSON knows neither broken UTF-8 nor NaN: the first becomes \\xNN, the second null. */
json_t *job_text(const char *s);
json_t *job_real(double x);

int job_event(json_t *event); /* steals the reference; -1 when it could not be written */
void job_phase(const char *phase, const char *state, double ms);
void job_phases_are(const char *suffix); /* from here on: " (GPU)" of those that come after the emulator's */
/* What goes on within a phase, in words: {"event":"step"}. */
void job_step(const char *phase, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
json_t *job_list(struct job *j, const char *key); /* report[key], made when absent */
void job_skip(struct job *j, const char *phase, const char *why);

/* A phase that the submission kept from running: its milestone fails. */
void job_charge(struct job *j, const char *phase, const char *why);

/* A build of the submission that failed: where its log names a place in the source, the submission is to blame, its
 * milestone fails, and the first error is said. */
void job_refuse(struct job *j, const char *phase, const char *why, const char *log);
double job_num(const json_t *o, const char *key, double otherwise);
/* Of the inputs of a case: what `hidden` asks of, or, where two runs are to be compared, the same in each run. */
uint64_t job_case_seed(const struct job *j, const struct lab_run *run);
uint64_t job_count_seed(const struct job *j, const struct lab_run *run);

/* A child for the plain object (or `object`), big enough for in_size and out_size. */
int job_child(struct job *j, const char *object, enum proto_mode mode, size_t in_size, size_t out_size,
              struct proc *share, struct proc **ret, enum proc_state *why, struct err *e);
/* The same with the inputs of the child `in` and the outputs of `out`, which runs no more. */
int job_child_sharing(struct job *j, const char *object, size_t in_size, size_t out_size, struct proc *in,
                      struct proc *out, struct proc **ret, enum proc_state *why, struct err *e);
enum proto_mode job_mode(const struct job *j); /* how j->object is run */
void job_gpu_note(struct proc *p, char *ret, size_t n); /* what ridge-gpu says of a bad status */

/* "PASS" | "FAIL" | "ERROR" and the sentence for a state that is not PROC_DONE. */
json_t *job_case_row(const struct case_memory *b, const char *status, const char *message, double ms);
void job_count(struct job *j, const struct case_memory *b, const char *name, double value, const char *source);
void job_lab_counters(struct job *j, const struct case_memory *b, const struct verify_result *r);

/* A measurement of a bench with metric="fewer:NAME": the reference's count over the learner's; or `error`. */
void job_fewer_row(struct job *j, const struct lab_bench *bench, const struct case_memory *b, double reference,
                   double learner, const char *error);

/* blame.c: make() of the submission. -1 also where it failed and that is not the submission's doing: the machine has no
 * room, is too busy or too slow, or lacks the compiler. */
typedef int build_fn(struct job *j, struct build_result *ret, struct err *e);
int job_build(struct job *j, build_fn *make, struct build_result *ret, struct err *e);

int phase_build(struct job *j, struct err *e);
int phase_correct(struct job *j, struct err *e);
int phase_sanitize(struct job *j, struct err *e);
int phase_profile(struct job *j, struct err *e);
int phase_perf(struct job *j, struct err *e);
int phase_fakes(struct job *j, struct err *e);

/* emitted.c: calls that run code which the submission writes */
/* The code that `maker` (a plain object) writes for b's case, built: 1 with the object in *ret, which you free(); 0 it
 * is at fault and `msg` says how; -1 we are. */
int emitted_build(struct job *j, const char *maker, const struct case_memory *b, enum build_variant v, char **ret,
                  char *msg, size_t n, struct err *e);
/* A child for such an object; `mode` is what C is run in, CUDA runs on the emulator. */
int emitted_child(struct job *j, const char *object, const struct case_memory *b, enum proto_mode mode,
                  struct proc **ret, enum proc_state *why, struct err *e);

/* until.c: with j->until, a run ends with the first failure that says it */
int until_case(const struct job *j, const char *status, const char *message);
int until_gate(const struct job *j); /* a gate is broken by what has been counted so far */
typedef int each_fn(struct job *j, const struct lab_run *run, void *of, struct err *e);
typedef int wanted_fn(const struct job *j, const struct lab_run *run);
/* one() for each wanted call of each case until one() is not 0, which is returned, or the run is over. */
int until_each(struct job *j, wanted_fn *wanted, each_fn *one, void *of, struct err *e);

/* phase_perf.c */
/*
 * What the submission is held against: the lab's reference, or the sources that the job brings (--versus); `emulated`:
 * as a traced program. *ret is yours at either end. 0, or -1 with a sentence.
 */
int perf_opponent(struct job *j, int emulated, struct build_result *ret, const char **name, struct err *e);

/* phase_simt.c */
/* One call in a traced program: 1 nothing wrong; 0 the report says what is; -1 our own fault. *p: see job_child(). */
int simt_look(struct job *j, const char *program, struct proc **p, struct case_memory *b, struct err *e);
int simt_count(struct job *j, const char *program, const struct lab_run *run, struct err *e);
/* The smallest failed cases under the checks for races and memory: report["found"] is the first error. */
int simt_find(struct job *j, const struct case_set *s, struct err *e);
int simt_sanitize(struct job *j, struct err *e);
int simt_profile(struct job *j, struct err *e);
int simt_bench(struct job *j, const struct lab_bench *bench, struct err *e); /* metric="fewer:NAME" */
/* ridge.simt/1 of what `program` has written since the last look. */
json_t *job_simt_report(struct job *j, struct proc *p, const char *program, struct err *e);
/* The first error in it, as a sentence; 0 when there is none. */
int job_simt_note(struct job *j, struct proc *p, const char *program, char *ret, size_t n);

/* phase_ranks.c */
/* Address space that the hub and a rank need beside the lab's own, for so many bytes of a case. */
int ranks_MiB(size_t bytes);
/* What the case's fields say of its ranks, and that its split buffers can be split. 0 or -1 with a sentence. */
int ranks_spec(struct job *j, struct case_memory *b, struct err *e);
int ranks_orders(const struct case_memory *b); /* how many orders of delivery a case is run under */
/* After case_memory_go(): the order number k of them; 0 is the model's own. */
void ranks_order(const struct job *j, const struct case_memory *b, struct proc *p, int k);
/* The hub's verdict on the last trial: SAID_FINE, or `msg` says. */
enum proto_said ranks_verdict(struct proc *p, char *msg, size_t n);
/* What the last trial with a timeline has written: into the report, or to be forgotten. */
void ranks_timeline(struct job *j, const struct case_memory *b, struct proc *p, int keep);
/* Whether the runtime that was asked for is here, in a box that can hold it. 0 or -1 with a sentence. */
int ranks_runtime(struct job *j, struct err *e);
/* What of a case the runtime cannot do, or NULL. */
const char *ranks_beyond(const struct job *j, const struct case_memory *b);
int ranks_profile(struct job *j, struct err *e);
int ranks_bench(struct job *j, const struct lab_bench *bench, struct err *e); /* metric="fewer:NAME" */

int cuda_gates(struct job *j, const struct build_result *r, struct err *e);
int gpu_profile(struct job *j, struct err *e); /* profile_ncu.c */

#endif
