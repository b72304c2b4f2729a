/*
 * mdlines.h: the writing end of the Markdown renderer: styled runs in, wrapped lines and tables
 * out. Internal to curriculum/load/markdown.c.
 *
 * Memory failure is sticky: it sets `failed`, everything after that does nothing.
 */
#ifndef RIDGE_MDLINES_H
#define RIDGE_MDLINES_H

#include "markdown.h"

struct md_run {
    size_t start, len;
    enum markdown_style style;
    int link;
};

/* Inline text with its styles, before wrapping. A '\n' in it is a hard break. */
struct md_inline {
    char *text;
    size_t n, size;
    struct md_run *runs;
    size_t nruns, runs_size;
};

struct md_out {
    struct markdown *doc;
    int width;
    bool ascii, failed;
    size_t lines_size;
    /* printed before each line: quote bars, list markers and their indent */
    void (*prefix)(void *ctx);
    void *ctx;
};

/* Appends text as it is to be shown: cleaned, and in ASCII when asked. */
void md_inline_add(struct md_out *o, struct md_inline *t, const char *p, size_t n,
                   enum markdown_style style, int link);
void md_inline_clear(struct md_inline *t);
void md_inline_free(struct md_inline *t);

void md_line_begin(struct md_out *o);
void md_line_blank(struct md_out *o); /* an empty line, which has the prefix without trailing spaces */
void md_line_add(struct md_out *o, const char *p, size_t n, enum markdown_style style, int link);
void md_line_pad(struct md_out *o, int columns, enum markdown_style style);
int md_line_width(const struct md_out *o);

/* Wraps the text into lines that each begin with the prefix. */
void md_wrap(struct md_out *o, const struct md_inline *t);

/* A code block's line: cleaned, tabs expanded, never wrapped. */
void md_code_line(struct md_out *o, const char *p, size_t n, const char *lang, int indent);

struct md_cell {
    struct md_inline text;
    int align; /* 0 left, 1 centre, 2 right */
};

/* cells: rows * columns, row by row; the first row is the head. */
void md_table(struct md_out *o, struct md_cell *cells, size_t rows, size_t columns);

#endif
