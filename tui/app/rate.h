/* rate.h: what a bench makes in a second, where its lab counts items: tokens, requests. */
#ifndef TUI_RATE_H
#define TUI_RATE_H

#include <jansson.h>
#include <stddef.h>

/* m: a measurement with "items" (of one call) and "item" ("tok"). "4491 tok/s" for a call of `seconds`, or "". */
const char *rate_text(const json_t *m, double seconds, char *to, size_t n);

/* Gives the measurements of lab's benches (`mine`, an array) what the lab's manifest counts. */
void rate_name(const json_t *lab, json_t *mine);

#endif
