/*
 * receipts.h: what the learner has handed in, and what came back: the files of receipts/ in the home, which
 * `ridge submit` writes. A file that is not as Ridge writes one is passed over.
 */
#ifndef TUI_RECEIPTS_H
#define TUI_RECEIPTS_H

#include "app.h"

/* Of each lab (NULL: every lab) the newest receipt: [{"lab","bundle","student","to","when": ms[,"answer": {…}]}] by
 * lab, yours. "answer" is what receipts_keep() was given for that hand-in. */
json_t *receipts_newest(const struct app *a, const char *lab);

/* Keeps the answer to a hand-in. -1 with a sentence. */
int receipts_keep(const struct app *a, const char *bundle, const json_t *answer, struct err *e);

#endif
