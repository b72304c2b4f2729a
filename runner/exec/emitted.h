/*
 * emitted.h: calls that run code which the submission writes: the call that their `emitted_by` names runs first, on
 * the same case, and its text is built. backend_of() says what runs it.
 */
#ifndef RUNNER_EMITTED_H
#define RUNNER_EMITTED_H

#include "case_memory.h"
#include "job.h"

/* The code that `maker` (a plain object) writes for b's case, built: 1 with the object in *ret, which you free(); 0
 * the maker is at fault and `msg` says how; -1 we are. */
int emitted_build(struct job *j, const char *maker, const struct case_memory *b, enum build_variant v, char **ret,
                  char *msg, size_t n, struct err *e);

#endif
