/*
 * columns.h: how wide the columns of a table are, and foreign text within one. A table that is too wide for its
 * terminal first narrows the columns that may narrow, then leaves out those of the highest rank, and at last writes
 * its last column under the others. Nothing is printed here.
 */
#ifndef TUI_COLUMNS_H
#define TUI_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

enum { COLUMNS_BETWEEN = 2, COLUMNS_LAST = 24 /* the last column narrows to this width */ };

struct column {
    int rank;  /* 0: the column is always there */
    int least; /* the text may be folded down to this width; 0: never, but for the last column */
    int natural; /* the width of the widest text in the column; 0: the column is empty */
    int width;   /* columns_fit(): what it has */
    bool hidden; /* columns_fit(): left out */
};

/*
 * Widths for `total` columns of a terminal, `indent` of them before the first column; total 0: each has its natural
 * width. Returns true when the last column has to stand under the others, which `may_stand_under` allows.
 */
bool columns_fit(struct column *c, size_t n, int indent, int total, bool may_stand_under);

/* Foreign text on one line: controls and changes of direction are shown and not obeyed, and each line end or tab is a
 * space. Yours. */
char *columns_one_line(const char *text);

/* `text` in lines of at most `width` columns with '\n' between them; broken between words, and within a word that is
 * wider (unless `whole`), but never between a letter and its combining marks. width 0: as given. Yours. */
char *columns_wrap(const char *text, int width, bool whole);

/* Is a letter in it that is written from right to left? */
bool columns_right_to_left(const char *text);

#endif
