/*
 * screen.h: the engine of the terminal: one loop, one stack of views, one way to draw.
 *
 * A view is an ops table and some data. It turns facts into rows (`fill`) and draws ONE row when
 * asked (`draw`); scrolling, the mark, search, resizing and where-you-were are the engine's,
 * written once. A key becomes an action of actions.h; `request` answers with bits, and only the
 * loop acts on them.
 *
 * One thread owns curses. Nothing here waits: a run and an editor are processes that the loop
 * hears of. A pen draws on the terminal or into a line of text, so that search, tests and plain
 * output see exactly what the screen shows. All text given to a pen is filtered: no control or
 * direction character reaches the terminal, and without UTF-8 everything comes out in ASCII.
 */
#ifndef TUI_SCREEN_H
#define TUI_SCREEN_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tui/app/actions.h"
#include "tui/app/app.h"

struct screen;
struct view;
struct markdown;

/* ---- Pens and styles (screen_draw.c) -------------------------------------------- */

/* The styles of text: one accent, dim for "not now", bad for what is wrong. Each differs without colour, too. */
enum style {
    STYLE_TEXT,
    STYLE_DIM,
    STYLE_STRONG,
    STYLE_EMPH,
    STYLE_HEAD,
    STYLE_ACCENT,
    STYLE_BAD,
    STYLE_CODE,
    STYLE_COUNT
};

struct pen;

/* A pen that writes into `ret` (at least 1 byte), `width` columns; for tests and plain output. */
struct pen *pen_to_text(char *ret, size_t size, int width, int ascii);
void pen_free(struct pen *p);

int pen_at(const struct pen *p);   /* column, from 0 */
int pen_left(const struct pen *p); /* columns up to the right edge, or to what pen_right() took */

void pen_put(struct pen *p, enum style s, const char *text);
void pen_fmt(struct pen *p, enum style s, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void pen_to(struct pen *p, int column); /* writes blanks up to the column; never goes back */

/* Exactly `width` columns: a long text is cut with an ellipsis, a short one filled up; numbers stand at the right. */
void pen_cell(struct pen *p, enum style s, int width, const char *text);
void pen_name(struct pen *p, enum style s, int width, const char *name); /* a cell whose last column stays blank */
int pen_names_wide(int width, const char *name); /* `width`, or what pen_name() needs for the whole name */
void pen_number(struct pen *p, enum style s, int width, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* Writes at the right edge; call pen_right() before what stands to the left. */
void pen_right(struct pen *p, enum style s, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

void pen_status(struct pen *p, const char *status); /* the status's sign in its style, one column */
void pen_bar(struct pen *p, int width, double part);
void pen_spark(struct pen *p, const double *v, size_t n); /* the values as blocks, ▁▂▃ up to the largest */

enum style status_style(const char *status);

/* ---- Text (screen_text.c) ------------------------------------------------------- */

/* The line of "FILE.c:12" in a line of a log, and in `file` the base name, up to n-1 bytes; 0: there is none. */
int text_location(const char *line, char *file, size_t n);

void text_ago(char *ret, size_t n, int64_t ms, int64_t now); /* "18:47", "yesterday", "3 Nov" */
void text_ago_short(char *ret, size_t n, int64_t ms, int64_t now); /* "18:47", "Sun", "3 Nov": six columns at most */
void text_duration(char *ret, size_t n, double ms);          /* "0.31 s", "2 min 5 s" */
void text_number(char *ret, size_t n, double v, const char *unit); /* "134 MB", "17.2 GFLOP" */

/* ---- Rows and panes (screen_pane.c) --------------------------------------------- */

/* The kinds of rows that the engine draws; the kinds of a view begin at ROW_OWN. */
enum { ROW_TEXT, ROW_HEAD, ROW_STATUS, ROW_LOG, ROW_MARKDOWN, ROW_OWN = 16 };

struct row {
    int kind, n; /* together the row's name: the mark stays on this row when rows are made again */
    const json_t *item; /* borrowed from the view's facts */
    char *text;         /* owned by the row */
    const struct markdown *md;
    const char *sign; /* the sign of a ROW_STATUS */
    enum style style;
    unsigned char indent, select;
    unsigned char part; /* the row continues the row above: a text that was wrapped */
    unsigned char wide; /* a wide row is scrolled sideways and never wrapped: 1 and the columns drawn before its text */
    int line; /* of a row that points into a file: Enter opens the file at this line */
    char *file;
};

struct pane {
    char heading[96];
    int marked;              /* pane_mark() was called since the rows were last made */
    int box, hidden, follow; /* follow: stay at the end as rows are added, until moved away */
    int y, x, h, w; /* the rectangle of the text on the screen; the mark stands two columns before */
    struct row *rows;
    size_t n, cap;
    long top, cursor; /* top: the first row shown; cursor: the row of the mark, -1: none */
    long found;       /* the row at which the search stands, -1: none */
    int left;         /* columns that the pane's wide rows are scrolled to the right */
    int cut;          /* a wide row goes on beyond an edge of what was drawn last */
    struct markdown **docs;
    size_t ndocs;
};

void pane_clear(struct pane *p);
struct row *pane_add(struct pane *p, int kind, int n); /* the mark may stand on rows of a view's own kinds */
struct row *pane_text(struct pane *p, enum style s, int indent, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void pane_wrap(struct pane *p, enum style s, int indent, const char *text); /* wraps to the pane's width */
void pane_say(struct pane *p, enum style s, int indent, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
void pane_prose(struct pane *p, int indent, const char *text); /* flows the text anew; `code` has a style of its own */
/* A row of the view's own whose text is wrapped: its draw() takes `head` columns and puts row->text behind them; what
 * does not fit follows in rows that belong to it. */
void pane_item(struct pane *p, int kind, int n, int head, const json_t *item, const char *text);
void pane_hang(struct pane *p, enum style s, int indent, const char *head, const char *text); /* wraps behind `head` */
void pane_blank(struct pane *p);
void pane_head(struct pane *p, const char *text, const char *right);
struct row *pane_status(struct pane *p, const char *status, const char *text, const char *right);
void pane_log(struct pane *p, const char *text, const char *dir); /* the mark may stand on rows with FILE:LINE */
void pane_markdown(struct pane *p, const char *text, int indent, int ascii); /* code becomes wide rows, unwrapped */
struct row *pane_row(struct pane *p);            /* the row with the mark, when that row is in sight */
void pane_mark(struct pane *p, int kind, int n); /* puts the mark on a row and brings the row into sight */
void pane_move(struct pane *p, enum action a);
int pane_sideways(struct pane *p, int columns);  /* moves the pane's wide rows; 0: no row has more to show there */
void pane_settle(struct pane *p); /* after a change of rows or size: brings mark and top back to rows that are there */

/* Gives a pane its rectangle, which includes the pane's box and the column of the mark. */
void pane_place(struct pane *p, int y, int x, int h, int w);

/* ---- Views (screen_view.c) ------------------------------------------------------ */

enum { VIEW_PANES = 4 };

/* What request() answers. */
enum view_bits {
    VIEW_IGNORED = 0, /* the engine may still have a use for the key */
    VIEW_HANDLED = 1,
    VIEW_FILL = 2,   /* make the rows again */
    VIEW_RELOAD = 4, /* read the facts again, then the rows */
    VIEW_CLOSE = 8,
    VIEW_QUIT = 16,
};

/*
 * open, load, request and what answers a question run in turns (screen_read.c): none waits for an evaluation of
 * the curriculum. What one needs and is not there yet is NULL, with curriculum_waits(), and the same is called again
 * once it is: open with fresh data; load, which leaves out what is missing; request and an answer, which ask for what
 * they need before they change anything.
 */
struct view_ops {
    const char *name;         /* the view's name in the state, which no other view has and no screen shows */
    unsigned groups;          /* the groups of actions that the view takes, besides GROUP_ALL and GROUP_MOVE */
    const unsigned char *bar; /* actions for the bottom line, the most useful first; ends with 0 */
    const unsigned char *(*bar_now)(const struct view *v); /* for a bottom line that changes; NULL: `bar` is all */
    size_t size;                                           /* bytes of the view's data, which begins zeroed */
    int live;                    /* the view's rows tell of the run: they are made again as the run goes on */
    int (*open)(struct view *v); /* opens the page that v->arg names; -1 with a sentence in app.error */
    void (*close)(struct view *v);
    int (*load)(struct view *v); /* reads the facts: after open(), a run, an edit, a commit of another process */
    void (*layout)(struct view *v, int y, int x, int h, int w); /* NULL: one pane */
    void (*fill)(struct view *v); /* makes the rows of all panes, for the panes' widths */
    void (*draw)(struct view *v, const struct row *r, struct pen *p);
    /* r: the row under the mark, or NULL; the row is gone once rows are made again */
    unsigned (*request)(struct view *v, enum action a, struct row *r);
    unsigned (*moved)(struct view *v);           /* the mark moved; NULL: nothing follows */
    unsigned (*changed)(struct view *v);         /* a run began or ended; NULL: nothing follows */
    unsigned (*saved)(struct view *v);           /* a file of the watched folder was saved */
    unsigned (*tick)(struct view *v);            /* a second went by; the view on top alone is told */
    void (*keep)(struct view *v, json_t *place); /* more to remember than marks */
    void (*restore)(struct view *v, json_t *place);
};

struct view {
    const struct view_ops *ops;
    struct screen *scr;
    struct app *app;
    void *data;
    char *arg;
    char title[96]; /* one word or two, for the path in the first line */
    char right[128]; /* for the right end of the first line; "" is the clock */
    struct pane pane[VIEW_PANES];
    int npanes, focus;
    struct reading *reading; /* owned by the engine: what the view's turns wait for */
    struct view *below;
};

/* What an empty workbook opens with. */
#define FIRST_PAGE "prelude/00-what-ridge-is"

/* All pages, and those that the engine opens by itself: the engine knows no page by name. */
struct screen_pages {
    const struct view_ops *const *all;
    size_t n;
    const struct view_ops *home, *first, *lesson, *help;
    const struct view_ops *sitting; /* the only page while a sitting is open; NULL: there is none */
    void (*palette)(struct screen *s); /* asks for a command or a page */
};
extern const struct screen_pages screen_pages; /* Ridge's own (screen_pages.c), for main() alone */

extern const struct view_ops view_home, view_week, view_lesson, view_lab, view_questions,
    view_history, view_report, view_roofline, view_help, view_map, view_review,
    view_class, view_evidence, view_diff, view_notes, view_log, view_bookmarks, view_cost, view_timeline, view_cases,
    view_first, view_handed, view_search, view_sources, view_tracks, view_interview;

/* The page of what a student handed in, for the views from which ACTION_HANDED and ACTION_HANDED_DIFF open it; 0: the
 * action is another one. */
int handed_look(struct view *v, enum action a, const char *lab, const char *key);

/* Asks for a comment on one student's work, at `place` as class_comment() takes it (NULL: of all of it), and keeps it.
 * The view on top gets the answer, whose `done` passes it to handed_said(). */
unsigned handed_ask(struct view *v, const char *place, unsigned (*done)(struct view *v, const char *text, int tag),
                    int tag);
unsigned handed_said(struct view *v, const char *lab, const char *key, const char *place, const char *text);

/* Opens a view above the others; -1 and a message at the bottom when the view can't be opened. */
int screen_open(struct screen *s, const struct view_ops *ops, const char *arg);
/* The page at which Ridge was left on another day, {"view","arg"}, which screen_go_on() opens again with those below
 * it; NULL: there is none, or it was opened. */
const json_t *screen_left(const struct screen *s);
void screen_go_on(struct screen *s);
void screen_relayout(struct view *v); /* makes the rows again at once; VIEW_FILL does so after the key */
void screen_reload(struct view *v);   /* reads the facts again at once; VIEW_RELOAD does so after the key */
int screen_ascii(const struct screen *s);
int64_t screen_now(const struct screen *s); /* ms since 1970; RIDGE_NOW pins it for captures */

/* ---- The bottom line (screen_prompt.c) ------------------------------------------ */

/* Shows a sentence at the bottom until the next key. */
void screen_say(struct screen *s, enum style style, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Asks for a line. `done` gets the line, or NULL after Esc, and the tag; `done` answers with
 * view_bits. The view on top at the time of the question gets it. */
void screen_ask(struct screen *s, const char *label, const char *initial,
                unsigned (*done)(struct view *v, const char *text, int tag), int tag);

/* Behind screen_ask(): the cursor stands on that character of the line, counted from 0. */
void screen_ask_at(struct screen *s, int column);

/* Asks a question for y or n; `done` gets "y", or NULL. */
void screen_confirm(struct screen *s, const char *question,
                    unsigned (*done)(struct view *v, const char *text, int tag), int tag);

/* ---- Editor (screen_editor.c) and runs (screen_run.c) --------------------------- */

/* $VISUAL, $EDITOR, or a usual editor that is installed, as a command line for the shell. NULL: there is none. */
const char *screen_editor(void);

/* The same for a file that is only read: $VISUAL, $EDITOR or $PAGER, else less, else a usual editor. */
const char *screen_reader(void);

/* Runs the editor, which has the terminal until its end; then the view on top is loaded again. */
int screen_edit(struct screen *s, const char *path, int line);
int screen_read_file(struct screen *s, const char *path, int line); /* screen_edit() with screen_reader() */

/* For commands, which have no screen: runs such a program on the file, at the line (0: none), until its end. -1: there
 * is none, or it failed. */
int screen_wait_for(const char *program, const char *path, int line);

enum { RUN_PHASES = 10 };

struct run_phase {
    char name[16];
    int state;        /* 1 under way, 2 done */
    int k, n, failed; /* how many cases are done, there are, have not passed */
    double ms;
};

/* The run under way, or the latest one: a run goes on whatever screen is shown, and there is one at a time. */
struct run {
    char lab[80], verb[16];
    int running, cancelled;
    int code;        /* what app_run_end() returned */
    int by_save;     /* 0: a key began the run; else the view's word for why (view_lab.h) */
    int64_t started; /* when the run began, by uv_now() */
    int64_t began;   /* ms since 1970: the run has the sources as they were saved then */
    double elapsed;  /* seconds since then */
    struct run_phase phase[RUN_PHASES];
    int nphases;
    char now[200];    /* the case or bench under way */
    char failed[400]; /* the first case that did not pass */
    char *log;
    json_t *report; /* after the end; NULL without a report, then `message` says why */
    int64_t attempt;
    char message[600];
    unsigned serial; /* grows with every change of this struct */
};

const struct run *screen_run(const struct screen *s);

/* Starts a run; a run of the same lab that is under way is stopped first. -1 with a message at the bottom. */
int run_start(struct screen *s, const json_t *lab, const char *verb, const char *const *phases, int by_save);
void run_stop(struct screen *s);

/* Watches a folder for a view, whose saved() is called after each save; `dir` NULL ends the watch.
 * *how: as watch_open() says. */
int screen_watch(struct screen *s, struct view *v, const char *dir, const char **how);

#endif
