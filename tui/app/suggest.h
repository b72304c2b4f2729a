/*
 * suggest.h: what somebody probably meant.
 */
#ifndef TUI_SUGGEST_H
#define TUI_SUGGEST_H

#include "app.h"

/* "`w01-roofline`", or "`a`, `b` or `c`": the three labs and cards nearest to `word`, which is misspelled or a part of
 * them; "" when nothing is near. */
void suggest_labs(struct app *a, const char *word, char *ret, size_t n);

#endif
