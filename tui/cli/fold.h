/*
 * fold.h: lines as wide as a terminal. A line that is too long is broken between two words and goes on under the
 * column where its last text begins; a word is never cut, though it be longer than the line. Escape sequences of
 * colours take no column.
 */
#ifndef TUI_FOLD_H
#define TUI_FOLD_H

#include <stdbool.h>
#include <stdio.h>

/* Length of the escape sequence that s begins with: ESC [ … letter. 0: there is none. */
size_t fold_escape(const char *s, size_t n);
/* Columns of n bytes, escape sequences left out. */
int fold_columns(const char *s, size_t n);

/*
 * Writes a line without its end to `to`, in as many lines of `width` columns as the text needs, each with its end.
 * Continued lines begin at column `hang`; -1: under the last column of text that lies in the left half, else under the
 * line's own beginning (behind a bullet). width 0: the line as given.
 */
void fold_line(FILE *to, const char *line, size_t n, int width, int hang);

/* From here on what is written to stdout is folded, until fold_end(). Nothing else may be folding. */
void fold_begin(int width);
void fold_verbatim(bool on); /* code and other programs' output: lines pass as given */
int fold_flush(void);        /* writes out all text so far, an unfinished line too; 0, or -1 */
int fold_end(void);          /* flushes, and stdout is again what it was before; 0, or -1 */

#endif
