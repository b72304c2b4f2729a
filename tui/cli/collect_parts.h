/*
 * collect_parts.h: what the files of one look of collect.h ask of each other: collect_fetch.c brings hand-ins here,
 * collect_keys.c says whose key one is signed with, collect_lay_out.c lays the newest ones out, and collect_look.c goes
 * through the three in order. An int is 0, or an exit code with app.error.
 */
#ifndef TUI_CLI_COLLECT_PARTS_H
#define TUI_CLI_COLLECT_PARTS_H

#include "collect.h"

int collect_fetch(struct collecting *x); /* x->names: all hand-ins of the lab in the place; x->in: their files */

/* A row on a hand-in that did not come whole or is not taken: `state`: "failed", "refused"; `why` may be hostile. */
void collect_add_row(struct collecting *x, const char *name, const char *state, const char *why);
void collect_ask_later(struct collecting *x, const char *name); /* the hand-in is fetched again, ever more rarely */

int collect_keys_load(struct collecting *x); /* which key was whose first, and which since */

/* "taken", "older" (a key of before) or "refused" with why. *ret_first: the student's first key, which is kept. */
const char *collect_key_judge(struct collecting *x, const char *student, const char *key, const char *bundle,
                              bool *ret_first, struct err *e, int *rc);

/* Lays each student's newest hand-in out, of `accepted`: [{"row","files","key"}]. */
int collect_lay_out(struct collecting *x, const json_t *accepted);

/* Lays out the hand-ins that waited for their hour, unless a newer one has come since. */
int collect_take_waiting(struct collecting *x);

#endif
