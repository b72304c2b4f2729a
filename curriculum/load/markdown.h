/*
 * markdown.h: Markdown -> styled lines for a terminal of a given width.
 *
 * Never fails on bad Markdown; NULL only when memory runs out. Text comes out free of control
 * characters, bidirectional overrides and invalid UTF-8, so that it can go to a terminal as it is.
 * Lines are wrapped by display width, except those of code blocks, which may be wider than asked
 * (look at line->width). Works from MARKDOWN_MIN_WIDTH columns up; less is taken as that.
 */
#ifndef RIDGE_MARKDOWN_H
#define RIDGE_MARKDOWN_H

#include <stdbool.h>
#include <stddef.h>

enum { MARKDOWN_MIN_WIDTH = 10 };

enum markdown_style {
    MARKDOWN_NORMAL,
    MARKDOWN_H1,
    MARKDOWN_H2,
    MARKDOWN_H3, /* and deeper */
    MARKDOWN_STRONG,
    MARKDOWN_EMPH,
    MARKDOWN_CODE,
    MARKDOWN_CODEBLOCK,
    MARKDOWN_LINK,
    MARKDOWN_QUOTE,
    MARKDOWN_TABLE, /* the lines of a table, and its head */
    MARKDOWN_RULE,
    MARKDOWN_MARKER, /* the marker of a list item, the bar of a quote */
    MARKDOWN_STYLES,
};

struct markdown_span {
    size_t start, len; /* bytes of the line's text */
    enum markdown_style style;
    int link; /* the link's index in `links`, or -1 */
};

struct markdown_line {
    char *text; /* UTF-8, NUL-terminated */
    size_t len;
    int width; /* columns */
    struct markdown_span *spans;
    size_t nspans;
    const char *lang; /* of a code block's line: its language or "", else NULL */
    int code_start;   /* of a code block's line: byte where the code begins, after any prefix */
};

struct markdown_heading {
    int level; /* 1 to 6 */
    size_t line;
    char *text;
};

/* A quote that begins with the word "Answer", so that an exercise can be done before it is read. */
struct markdown_answer {
    size_t from, to; /* the answer's lines; `to` is the first line behind the answer */
};

struct markdown {
    struct markdown_line *lines;
    size_t nlines;
    struct markdown_heading *headings;
    size_t nheadings;
    struct markdown_answer *answers;
    size_t nanswers;
    char **links;
    size_t nlinks;
    char **langs; /* what line->lang points into */
    size_t nlangs;
};

/* ascii: only ASCII comes out; what has no equivalent becomes '?'. */
struct markdown *markdown_render(const char *text, size_t size, int width, bool ascii);
/* The same for where no link can be followed: behind each to a page of ours stands the command that prints it. */
struct markdown *markdown_render_told(const char *text, size_t size, int width, bool ascii);
void markdown_free(struct markdown *m);

enum { MARKDOWN_PAGE = 6 }; /* links[k] + MARKDOWN_PAGE: the page, where markdown_is_page() */
bool markdown_is_page(const char *link); /* "ridge:w01-roofline#Math", and no address */

#endif
