/*
 * profile.h: sources of counters beside ctrace and the emulator, and the instructions of two attempts. All of
 * it runs in ridge-exec; each appends to the raw report under its own source's name.
 */
#ifndef RUNNER_PROFILE_H
#define RUNNER_PROFILE_H

#include "job.h"

/* On a GPU: each call of the gates' cases between events and, where Nsight Compute or CUPTI may, counted. */
int gpu_profile(struct job *j, struct err *e);

/* Whether the profile looks at this call in this case: for a gate that needs it, or a case tagged so. */
int profile_wanted(const struct job *j, const struct lab_run *run);

/* The code that the submission writes for b's case: emitted C is counted like any other, and may not hide an access
 * either; emitted CUDA is the emulator's to count. */
int profile_emitted(struct job *j, struct case_memory *b, struct err *e);

typedef int wanted_fn(const struct job *j, const struct lab_run *run);
typedef int counting_fn(struct job *j, const struct lab_run *run, void *of, struct err *e);
/* count() for each wanted call of each case, until count() is not 0, which is returned. */
int profile_each(struct job *j, wanted_fn *wanted, counting_fn *count, void *of, struct err *e);

/* "sources" in the report: the source `name` was asked; `why` (one sentence, with the cure) when it had nothing. */
void profile_source(struct job *j, const char *name, const char *why);

/* Whether the job's phases name this source, which is only asked for then: "cachegrind", "cupti" in place of ncu. */
int profile_named(const struct job *j, const char *tool);

/* The CPU's counters, source "perf". Whether they can be had here; the report says so either way. */
int profile_perf_ready(struct job *j);
int profile_perf_one(struct job *j, const struct lab_run *run, struct err *e);
/* The sentence for the errno of perf_event_open() and the value of kernel.perf_event_paranoid. */
void profile_perf_why(int error, int paranoid, char *ret, size_t n);

/* Valgrind's cachegrind on code without AVX-512, when the job's phases name it; source "cachegrind". */
int profile_cachegrind(struct job *j, struct err *e);
/*
 * A cachegrind.out: {"events": {Ir: total, …}, "lines": [{"file","line",Ir…}]}, of the lines only those of `files`
 * (an object whose keys are base names). It is foreign input: NULL with `e` set for anything but its format.
 */
json_t *profile_cachegrind_parse(const char *text, const json_t *files, struct err *e);

/* {name: [full, brief]} for each function and object of a compiler's assembly, or of PTX; labels are numbered in
 * order of first sight in `full`, and not told apart in a PTX's `brief`. You own the reference. */
json_t *profile_asm_split(const char *text);
json_t *profile_ptx_split(const char *text);

/* The job's sources against those of its "versus": "asm" in the report. */
int phase_asm(struct job *j, struct err *e);

#endif
