/*
 * utf8.h: one code point at a time, and how many columns it takes.
 */
#ifndef RIDGE_UTF8_H
#define RIDGE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Decodes p[0..n); stores the length used (at least 1 when n > 0). U+FFFD for anything invalid. */
uint32_t utf8_decode(const char *p, size_t n, size_t *ret_used);

/* Writes up to 4 bytes; returns how many. */
size_t utf8_put(uint32_t c, char out[4]);

/*
 * Columns: 0 for combining marks, 2 for wide ones, 1 else. Uses wcwidth() where the locale knows
 * the character, and a table of its own where it does not (the C locale).
 */
int utf8_width(uint32_t c);

/* Is it something that must never reach a terminal: a control, or a change of direction? */
int utf8_is_unsafe(uint32_t c);

/* The nearest ASCII text, or "?". */
const char *utf8_to_ascii(uint32_t c);

/* A Latin letter without its accent or stroke, in lower case; 0 for a combining mark; every other one as it is. */
uint32_t utf8_without_marks(uint32_t c);

/* Columns of a whole text. */
int utf8_text_width(const char *p, size_t n);

#endif
