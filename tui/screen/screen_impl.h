/*
 * screen_impl.h: what the engine's own files share. Views include screen.h only.
 */
#ifndef TUI_SCREEN_IMPL_H
#define TUI_SCREEN_IMPL_H

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <termios.h>
#include <uv.h>

#include "screen.h"

enum { MIN_ROWS = 10, MIN_COLUMNS = 40, MADE_FOR_ROWS = 24, MADE_FOR_COLUMNS = 80 };
enum { LABELS = 32, PROMPT_BYTES = 4096, NEEDLE_BYTES = 128 };

struct pen {
    /* on the terminal */
    int y, x; /* the place of column 0 */
    int screen;
    attr_t extra; /* added to every style of the row with the mark */
    /* into a text */
    char *text, *tail; /* tail: the text at the right edge */
    size_t size, len;
    /* both */
    int at, width, limit, ascii;
    /* of a row that is scrolled sideways */
    int skip, sideways; /* columns beyond the left edge; nothing is cut with an ellipsis */
    int beyond;         /* something stands beyond the right edge */
};

/* What a prompt takes: a line; y or n; or whatever leaves Ridge, every other key being a no. */
enum prompt_kind { PROMPT_LINE, PROMPT_CONFIRM, PROMPT_LEAVE };

struct prompt {
    int active, tag;
    enum prompt_kind kind;
    char label[300], text[PROMPT_BYTES];
    size_t len, at; /* bytes of the text; of the text before the cursor */
    struct view *view;
    unsigned (*done)(struct view *v, const char *text, int tag);
    unsigned (*typed)(struct view *v, const char *text); /* NULL: only the answer matters */
};

/* Listens to one descriptor at a time; ear_listen() changes which. */
struct ear {
    uv_poll_t *poll;
    int fd;
};

/* Which turn is taken again once the set's operations are over. */
enum reading_step { READ_NOTHING, READ_OPEN, READ_LOAD, READ_ACTION, READ_ANSWER };

struct reading {
    unsigned id; /* a number that no other view ever has */
    struct asides *set; /* NULL: evaluations are waited for */
    enum reading_step step;
    int turns;          /* how many turns have begun and not ended */
    int ready;          /* the page is there */
    int unread, reload; /* the page's first facts are not all there; facts have changed meanwhile */
    uint64_t since;     /* when waiting began, by uv_now() */
    uint64_t draw;      /* app.draw of the turn */
    enum action action; /* of READ_ACTION; what follows of READ_ANSWER */
    unsigned (*done)(struct view *v, const char *text, int tag);
    char *text;
    int tag;
    char *asked;   /* the argument with which the view was opened */
    json_t *place; /* the page's marks and tops when the page was left */
    char failure[2048]; /* why the page can't be read */
};

enum { KEYS_AHEAD = 32 };
struct key_ahead {
    int is_code;
    wint_t key;
};

struct screen {
    volatile int *interrupted; /* from tui_options */
    const struct screen_pages *pages; /* from tui_options */
    const struct tui_command *commands; /* from tui_options; may be NULL */
    struct app *app;
    struct view *top;
    SCREEN *terminal;
    int h, w, ascii, color, theme;
    short ground; /* the background of all colours: -1 is the terminal's own */
    int dirty, urgent, stale; /* a frame is due; at once; the run has news for its rows */
    int away;                 /* another program has the terminal */
    int quit, code;
    int moved; /* how many keys came since the state was last written */
    char needle[NEEDLE_BYTES];
    char say[600];
    enum style say_style;
    struct prompt prompt;
    char unsent[PROMPT_BYTES]; /* what was typed when a prompt was left: Up brings it back */
    struct {
        int from, to; /* columns */
        enum action action;
    } label[LABELS]; /* of the bottom line, as it was drawn last */
    int nlabels;
    uint64_t clicked; /* when the first click of two came, by uv_now() */
    int clicked_y, clicked_x;
    uint64_t pasting; /* when the last pasted character came, by uv_now(); 0: nothing is being pasted */
    int pasted;       /* how many characters were pasted */
    json_t *places; /* {"view/arg": {...}}: where each page was left */
    int64_t pinned; /* the time that RIDGE_NOW pins, or 0 */
    int detached;          /* a script or plain lines: curses draws to nowhere */
    struct script *script; /* keys come from a file; else NULL */
    FILE *nowhere[2];      /* of a detached screen: what curses reads from and writes to */

    uv_loop_t loop;
    uv_poll_t keys;
    uv_prepare_t frame;
    uv_timer_t clock, later;
    uv_poll_t signals;
    uint64_t drawn; /* when the last frame was drawn, by uv_now() */
    int mute;       /* reads without a key in a row: the terminal is gone */

    struct run run;
    struct app_run *app_run;
    struct ear pipe; /* hears of the run */
    uv_timer_t pulse; /* ticks while a run goes on */
    json_t *next_lab; /* the lab to run when the run that is being stopped has ended */
    char next_verb[16];
    const char *const *next_phases;
    int next_by_save;

    struct ear news;          /* hears of what the page on top reads */
    uv_timer_t reading_pulse; /* ticks while any page reads */
    int held;                 /* keys wait for the page that is being read */
    unsigned drawn_unread;    /* reading.id of the last page that was shown without its facts */
    uint64_t told;            /* when the bottom line last said so, by uv_now() */
    struct key_ahead ahead[KEYS_AHEAD]; /* keys that are meant for the page that is being read */
    int nahead;
    json_t *restore; /* pages still to be opened again, of the last time */
    json_t *left;    /* pages of another day that wait for screen_go_on() */

    struct watch *watch;
    struct view *watcher;
    uv_poll_t *saves;
    uv_timer_t settle;

    uv_process_t editor;
    int editing;
};

/* screen_draw.c */
enum style text_log_style(const char *esc, enum style now);
/* a compiler's colours become styles, any other control sequence is dropped */
void pen_log_from(struct pen *p, const char *text, enum style s);
struct pen pen_on(const struct screen *s, int y, int x, int w);
void pen_repeat(struct pen *p, enum style s, const char *glyph, int n);
void draw_box(const struct screen *s, int y, int x, int h, int w, const char *heading, int focus);

/* screen_crash.c */
void modes_save(void);                   /* keeps the terminal's modes as Ridge found them */
void modes_back(const struct screen *s); /* gives the terminal these modes again, unless a script runs */
void crash_guard(const struct screen *s);
void crash_unguard(void);
void crash_note(const char *view, const char *action); /* for the report; names that are never freed */

/* screen_theme.c */
void theme_setup(struct screen *s); /* once curses is up */
void theme_next(struct screen *s);
attr_t style_attr(enum style s);

/* screen_mouse.c */
void input_open(struct screen *s);                /* once curses is up */
void input_resume(const struct screen *s);        /* the terminal is ours (again) */
void input_suspend(const struct screen *s);       /* the terminal is another program's */
extern const char input_off[];                    /* the control sequences that input_suspend() writes */
int input_key(struct screen *s, int is_code, wint_t key); /* 1: this was the mouse or a paste, and is dealt with */
void input_paste(struct screen *s, const char *text);
void screen_mouse(struct screen *s, int y, int x, unsigned long buttons);

/* screen_pane.c */
void pane_scroll(struct pane *p, long rows); /* the mark stays where it is */
void pane_empty(struct pane *p); /* takes all rows away and keeps their memory */

/* screen_view.c */
void view_row_text(struct view *v, struct pane *p, long k, char *ret, size_t n); /* as it is drawn */
void view_path(const struct view *v, char *ret, size_t n);                       /* "ridge › week 1" */
void view_draw_row(struct view *v, struct pane *p, const struct row *r, struct pen *pen);
void screen_layout(struct screen *s); /* after a resize or a change of stack */
void screen_draw(struct screen *s);
void screen_act(struct screen *s, unsigned bits); /* does what a handler's view_bits ask for */
int screen_action(struct screen *s, enum action a); /* 0: the action means nothing on this page */
void screen_close_top(struct screen *s);
void views_free(struct screen *s);
void view_reload(struct view *v);
void view_fill(struct view *v);
void view_arrived(struct view *v); /* the view is there now, and on top */
unsigned view_moved(struct view *v); /* the mark has moved: tells the view */

/* screen_state.c */
void state_remember(struct view *v); /* where it is left now */
json_t *state_place(const struct view *v); /* where it was left; borrowed, NULL: it never was */
void state_recall(struct view *v, const json_t *place);
void state_load(struct screen *s);
void state_save(struct screen *s);
void restore_more(struct screen *s); /* opens the next of the pages that were open the last time */

/* screen_read.c */
int reading_new(struct view *v);
void reading_free(struct view *v);
int reading_open(struct view *v);    /* 0: the page is there; 1: it is being read; -1: with a sentence in app.error */
void reading_opened(struct view *v); /* call once the view is on the stack */
void reading_load(struct view *v);
unsigned reading_request(struct view *v, enum action a, struct row *row);
unsigned reading_answer(struct view *v, unsigned (*done)(struct view *v, const char *text, int tag), const char *text,
                        int tag);
void reading_failed(struct screen *s); /* says why a page was not opened */
int reading_ready(const struct view *v);
int reading_goes_on(const struct view *v);
int reading_holds(const struct screen *s); /* the last frame stays for a moment: the page may come at once */
int reading_late(const struct view *v);    /* is the page there, but not all of its facts? */
void reading_fill(struct view *v);         /* makes the rows of a page that is not there yet */
void reading_drawn(struct screen *s);
int reading_takes(struct view *v, enum action a);             /* 1: the action waits, or is dealt with */
int reading_key(struct screen *s, int is_code, wint_t key); /* 1: the key is kept for the page that comes */
void reading_init(struct screen *s);

/* screen_prompt.c */
void prompt_key(struct screen *s, int is_code, wint_t key);
void prompt_draw(struct screen *s, int y);
/* The rows of the view on top are the choices: they are marked with the arrow keys, and `typed` hears of
 * each change of the text. */
void screen_ask_live(struct screen *s, const char *label,
                     unsigned (*done)(struct view *v, const char *text, int tag),
                     unsigned (*typed)(struct view *v, const char *text));
void prompt_leave(struct screen *s); /* asks whether Ridge is left */
int prompt_interrupt(struct screen *s); /* Ctrl-C: the prompt is left; 1: it had asked whether to leave Ridge */
void prompt_forget(struct screen *s, const struct view *v); /* the view is going away */

/* screen_run.c */
void ear_listen(struct screen *s, struct ear *e, int fd, uv_poll_cb cb); /* fd -1: listens to nothing */
void ear_pause(struct ear *e);
void ear_close(struct ear *e);
void run_init(struct screen *s);
void run_finish(struct screen *s); /* stops and reaps what runs; before the loop is closed */
void run_forget(struct screen *s, const struct view *v); /* nobody is there to be told of saves */

/* screen.c */
void screen_suspend(struct screen *s); /* gives the terminal to another program */
void screen_resume(struct screen *s);
void screen_touch(struct screen *s); /* a frame is due */
void screen_notice(struct screen *s); /* shows app.notice, once */
void keys_start(struct screen *s);
void keys_stop(struct screen *s);
void screen_key(struct screen *s, int is_code, wint_t key);
void screen_frame(struct screen *s); /* draws now */
void screen_resize(struct screen *s, int h, int w);

/* screen_keys.c */
int key_of_name(const char *name, int *ret_is_code, unsigned *ret_key); /* -1: no such key */
const char *name_of_key(int is_code, wint_t key, char *ret, size_t n); /* for a sentence: "x", "PgUp", "Ctrl-A" */

/* view_palette.c */
void palette_ask(struct screen *s);

/* screen_plain.c */
void plain_start(struct screen *s); /* call once there is a loop and a first view */

/* screen_script.c */
int script_open(struct screen *s, const char *path); /* -1 with a sentence in app.error */
void script_start(struct screen *s);                 /* call once there is a loop and a first view */
void script_close(struct screen *s);                 /* does nothing where no script was opened */

#endif
