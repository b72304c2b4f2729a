/* excerpt.h: the lines of source in a compiler's log, with the marks below them. */
#ifndef TUI_EXCERPT_H
#define TUI_EXCERPT_H

/* Columns up to and with the bar of "   20 |     return x" or "      |     ^~~"; 0: the line is none of an excerpt. */
int excerpt_gutter(const char *line);

/* The log with such lines at most `width` columns wide: those that belong together are cut at the same places, and
 * where the mark would be cut away they begin further to the right. free() it. */
char *excerpts_cut(const char *log, int width);

#endif
