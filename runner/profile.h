/*
 * profile.h: sources of counters beside ctrace and the emulator, and the instructions of two attempts. All of
 * it runs in ridge-exec; each appends to the raw report under its own source's name.
 */
#ifndef RUNNER_PROFILE_H
#define RUNNER_PROFILE_H

#include "job.h"

/* {name: [full, brief]} for each function and object of a compiler's assembly, or of PTX; labels are numbered in
 * order of first sight in `full`, and not told apart in a PTX's `brief`. You own the reference. */
json_t *profile_asm_split(const char *text);
json_t *profile_ptx_split(const char *text);

/* The job's sources against those of its "versus": "asm" in the report. */
int phase_asm(struct job *j, struct err *e);

#endif
