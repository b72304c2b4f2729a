/*
 * suggest.h: what somebody probably meant.
 */
#ifndef TUI_SUGGEST_H
#define TUI_SUGGEST_H

#include "app.h"

/* Slips of the fingers between two words: letters added, left out, changed, or swapped with their neighbour. */
int suggest_slips(const char *a, const char *b);
enum { SUGGEST_FAR = 3 }; /* so many slips are no slip any more */

/* "`w01-roofline`", or "`a`, `b` or `c`": the three labs and cards nearest to `word`, which is misspelled or a part of
 * them; "" when nothing is near. */
void suggest_labs(struct app *a, const char *word, char *ret, size_t n);

#endif
