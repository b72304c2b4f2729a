/*
 * simt_text.h: a report of the emulator, ridge.simt/1, for people: tables, what bounds each kernel by the grader's
 * rules, errors, and sources with counters in their margin; and its errors for editors and CI. Nothing here runs or
 * builds a program.
 */
#ifndef SIMT_TEXT_H
#define SIMT_TEXT_H

#include <jansson.h>
#include <stdio.h>

#include "runner/base/util.h"

struct simt_style {
    FILE *to;
    int width, utf8, colour;
    const char *cwd;    /* where the report's files are found */
    struct curriculum *cur; /* has the rules and the hardware cards */
    const char *arch;       /* whose card the counters are held against */
    int warp;
};
void simt_print_errors(const struct simt_style *s, const json_t *report);
void simt_print_kernels(const struct simt_style *s,
                        const json_t *report); /* tables, and what bounds each kernel */
void simt_print_source(const struct simt_style *s,
                       const json_t *report); /* sources with counters in the margin */
void simt_print_notes(const struct simt_style *s, const json_t *report);


/* ---- for editors and CI ---------------------------------------------------------------------------------- */

/* Each error of the report once, and what the schedules showed: [{"error": {...}, "kernel": "k"}]. Yours. */
json_t *simt_findings(const json_t *report);
/* As lines "file:line:column: error: text [kind]", with notes below; what has no place is named by `source`. */
void simt_print_gcc(const struct simt_style *s, const json_t *findings, const char *source);
/* The findings as a document of SARIF 2.1.0. `failed`: why nothing was run, or NULL. Yours. */
json_t *simt_sarif(const struct simt_style *s, const json_t *findings, const char *version, int exit_code,
                   const char *failed);

/* Whether an error of this kind makes the run fail. `list`: kinds and groups of them, "all" or "none"; NULL: the usual
 * ones, which are all but leaks. */
int simt_fails_on(const char *list, const char *kind);
int simt_kinds_known(const char *list, struct err *e); /* 0, or -1 and a sentence */

#endif
