/*
 * simt_text.h: a report of the emulator, ridge.simt/1, for people: tables, what bounds each kernel by the grader's
 * rules, errors, and sources with counters in their margin. Nothing here runs or builds a program.
 */
#ifndef SIMT_TEXT_H
#define SIMT_TEXT_H

#include <jansson.h>
#include <stdio.h>

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

#endif
