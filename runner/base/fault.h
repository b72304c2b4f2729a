/*
 * fault.h: what went wrong in this job and is not the submission's doing, noted where it is seen. Whatever the phase
 * makes of it, ridge-exec ends the job with it, so that nobody is charged.
 */
#ifndef RUNNER_FAULT_H
#define RUNNER_FAULT_H

#include "words.h"

enum { FAULT_OURS = CODE_OURS, FAULT_SETUP = CODE_CONFIG }; /* the machine's or our own; a tool that is missing */

/* The first one stays. */
void fault_note(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

int fault_code(void); /* 0: none */
const char *fault_text(void);

#endif
