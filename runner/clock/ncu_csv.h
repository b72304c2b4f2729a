/*
 * ncu_csv.h: what Nsight Compute writes, as JSON. A foreign program wrote it, about a kernel of the learner's: columns
 * are found by name, every number is checked, and text that does not have the shape is an error with its line.
 */
#ifndef RUNNER_NCU_CSV_H
#define RUNNER_NCU_CSV_H

#include <jansson.h>

#include "runner/base/util.h"

/* The metrics to ask for, separated by commas; you own the storage. */
char *ncu_metrics(void);

/* `--page raw --csv --print-units base`: {metric: number} of the first launch; what is no number is left out. */
json_t *ncu_raw(const char *text, struct err *e);

/* Counters under the dictionary's names, as {name: number}; a ratio whose parts are missing is left out.
 * stall_*: per cent of the warps' cycles; regs: a thread; time in us. */
json_t *ncu_counters(const json_t *metrics);

/* `--page source --print-source cuda,sass --csv`: [{"file","line","samples","inst","g_sec","g_sec_extra",
 * "stall","stall_share"}, …], a row a source line that did something; file is the last part of its path. */
json_t *ncu_lines(const char *text, struct err *e);

/* Nsight Compute's reason for reading nothing, as a sentence with the way out; 0 when the output gives no reason. */
int ncu_refusal(const char *output, char *ret, size_t n);

#endif
