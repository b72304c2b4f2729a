/* doctor.h: what this machine can do. Each check says its state, what follows from it, and how to mend it. */
#ifndef TUI_DOCTOR_H
#define TUI_DOCTOR_H

#include "cli.h"

/* A row of the list: {"check","ok","state","consequence","fix"}; the last two are "" when all is well. */
void doctor_row(json_t *list, const char *check, int ok, const char *consequence, const char *fix,
                const char *format, ...) __attribute__((format(printf, 6, 7)));

void doctor_tools(struct cli *c, json_t *list);   /* compilers, CUDA, profilers */
void doctor_machine(struct cli *c, json_t *list); /* sandbox, clocks, counters */
void doctor_places(struct cli *c, json_t *list);  /* files, database, terminal */

#endif
