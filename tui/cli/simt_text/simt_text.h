/*
 * simt_text.h: a report of the emulator, ridge.simt/1, for people: tables, what they cost on a device, errors, and
 * sources with counters in their margin. Nothing here runs or builds anything.
 */
#ifndef SIMT_TEXT_H
#define SIMT_TEXT_H

#include <jansson.h>
#include <stdio.h>

struct simt_style {
    FILE *to;
    int width, utf8, colour;
    const char *cwd;    /* where the report's files are found */
    const char *device; /* its name, and what its datasheet says; 0: not known */
    double flop_s, tensor_flop_s, bytes_s;
    int sms, warp;
};
void simt_print_errors(const struct simt_style *s, const json_t *report);
void simt_print_kernels(const struct simt_style *s,
                        const json_t *report); /* tables, costs, roofline points */
void simt_print_source(const struct simt_style *s,
                       const json_t *report); /* sources with counters in the margin */
void simt_print_notes(const struct simt_style *s, const json_t *report);

#endif
