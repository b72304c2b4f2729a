/* term.h: text as a terminal lays it out: columns, control sequences, lines. */
#ifndef BASE_TERM_H
#define BASE_TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One safe character. Returns its columns, or -1 for one that must not be shown (a control, a change of direction);
 * *used: bytes to go on. A tab is the caller's business. */
int term_char(const char *s, uint32_t *c, size_t *used);

/* Length of a terminal's control sequence at s, 0 when there is none. */
size_t term_escape(const char *s);

/* Columns of a text; control sequences take none. */
int term_width(const char *s);

/* Does the blank at `blank` stand between a figure and its unit, as in "97 %" or "3 TB/s"? No line is to end there. */
bool term_holds(const char *s, size_t n, size_t blank);

/* Bytes of `s` that fit into `width` columns, broken at a blank where possible, but not between a figure and its unit;
 * *next is where the next line begins, 0 at the end of the text. Control sequences take no room. */
size_t term_break(const char *s, int width, size_t *next);

#endif
