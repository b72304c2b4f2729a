/*
 * The workbook in lines, for a screen reader or a terminal that can't be drawn on: each page is printed once,
 * whole, from top to bottom; a line that is typed is a row's number, an action's word or a key.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "screen.h"
#include "screen_impl.h"
#include "runner/base/term.h"

enum { PLAIN_COLUMNS = 100, PLAIN_ROWS = 40, LINE_BYTES = 4096, POLL_MS = 40 };

static struct {
    uv_timer_t tick;
    char phase[sizeof((struct run_phase *)0)->name]; /* told last */
    int running;
} plain;

/* ---- a page --------------------------------------------------------------------- */

/* A sign that stands where a status does is told in a word; others would be read out as their names. */
static const char *word_of(uint32_t c, int first)
{
    static const struct {
        uint32_t c;
        int first;
        const char *word;
    } t[] = {{0x2713, 0, "passed"}, {0x2717, 0, "failed"}, {'!', 1, "error"},     {0xb7, 1, "not yet"},
             {'~', 1, "stale"},     {0x25aa, 1, "begun"},  {0x25b8, 1, "folded"}, {0x25be, 1, "unfolded"},
             {0x2605, 0, "stage"}};
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        if (t[k].c == c && (first || !t[k].first))
            return t[k].word;
    return NULL;
}

/* Columns become two blanks, bars go: their figures stand beside them. `any`: no sign of a status begins the row. */
static void print_linear(const char *text, int any)
{
    uint32_t c;
    int blanks = 0, printed = 0;
    for (size_t used; *text; text += used) {
        term_char(text, &c, &used);
        const char *word = word_of(c, !any);
        if (c == ' ') {
            blanks++;
            continue;
        }
        if (c >= 0x2580 && c < 0x25a0)
            continue;
        if (blanks && printed)
            printf(blanks > 1 ? "  " : " ");
        if (word)
            printf("%s", word);
        else
            printf("%.*s", (int)used, text);
        blanks = 0;
        any = printed = 1;
    }
    printf("\n");
}

/* Rows that can be chosen are numbered through all panes. */
static void print_pane(struct view *v, struct pane *p, int *number)
{
    char text[LINE_BYTES];
    int help = v->ops == v->scr->pages->help; /* rows of the keys page begin with a key, which may look like a sign */
    if (p->hidden)
        return;
    if (p->heading[0])
        printf("\n%s\n", p->heading);
    for (long k = 0; k < (long)p->n; k++) {
        view_row_text(v, p, k, text, sizeof text);
        if (p->rows[k].select)
            printf("%d%s ", ++*number, k == p->cursor ? ", here:" : ":");
        print_linear(text, help && p->rows[k].kind >= ROW_OWN);
    }
}

static void print_actions(const struct view *v)
{
    char key[16];
    printf("\nA number opens its row. ");
    for (const unsigned char *a = v->ops->bar_now ? v->ops->bar_now(v) : v->ops->bar; *a; a++)
        printf("%s %s, ", action_key((enum action)*a, key), action_table[*a].label);
    printf("? keys, : commands, q %s\n", v->below ? "back" : "quit");
}

static void print_page(struct screen *s)
{
    struct view *v = s->top;
    char path[600];
    int number = 0;
    view_path(v, path, sizeof path);
    printf("\n== %s%s%s\n", path, v->right[0] ? ": " : "", v->right);
    for (int k = 0; k < v->npanes; k++)
        print_pane(v, &v->pane[k], &number);
    if (s->say[0])
        printf("\n%s\n", s->say);
    if (s->prompt.active)
        printf("\n%s%s\n", s->prompt.label, s->prompt.kind == PROMPT_LINE ? ":" : " y or n");
    else
        print_actions(v);
    fflush(stdout);
}

/* ---- a line --------------------------------------------------------------------- */

static int open_number(struct screen *s, int wanted)
{
    struct view *v = s->top;
    int number = 0;
    for (int k = 0; k < v->npanes; k++)
        for (long r = 0; !v->pane[k].hidden && r < (long)v->pane[k].n; r++)
            if (v->pane[k].rows[r].select && ++number == wanted) {
                v->focus = k;
                pane_mark(&v->pane[k], v->pane[k].rows[r].kind, v->pane[k].rows[r].n);
                screen_action(s, ACTION_OPEN);
                return 1;
            }
    return 0;
}

static enum action action_of_word(const struct view *v, const char *word)
{
    unsigned here = GROUP_ALL | GROUP_MOVE | v->ops->groups;
    for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++)
        if (action_table[a].groups & here &&
            (!strcasecmp(action_table[a].label, word) || !strcasecmp(action_table[a].name, word)))
            return (enum action)a;
    return ACTION_NONE;
}

static void take_answer(struct screen *s, const char *line)
{
    uint32_t c;
    for (size_t used; *line; line += used) {
        term_char(line, &c, &used);
        screen_key(s, 0, c);
    }
    if (s->prompt.active && s->prompt.kind == PROMPT_LINE)
        screen_key(s, 0, '\r');
}

static void take_command(struct screen *s, const char *line)
{
    int is_code;
    unsigned key;
    char *end;
    long number = strtol(line, &end, 10);
    enum action a = action_of_word(s->top, line);
    s->say[0] = 0;
    if (*line && !*end) {
        if (!open_number(s, (int)number))
            screen_say(s, STYLE_BAD, "There is no row %ld.", number);
    } else if (a) {
        screen_action(s, a);
    } else if (*line == ':' && line[1]) {
        screen_key(s, 0, ':');
        if (s->prompt.active)
            take_answer(s, line + 1);
    } else if (*line && !key_of_name(line, &is_code, &key)) {
        screen_key(s, is_code, key);
    } else if (*line) {
        screen_say(s, STYLE_BAD, "\"%s\" is neither a row, an action nor a key. ? lists them.", line);
    }
}

/* ---- begin, end ----------------------------------------------------------------- */

/* A run is told of when it comes to another phase and when it ends; 1: print the page again. */
static int follow_run(struct screen *s)
{
    const struct run *run = &s->run;
    const char *phase = run->running && run->nphases ? run->phase[run->nphases - 1].name : "";
    int ended = plain.running && !run->running;
    plain.running = run->running;
    if (*phase && strcmp(phase, plain.phase)) {
        printf("Running %s: %s\n", run->lab, phase);
        fflush(stdout);
    }
    snprintf(plain.phase, sizeof plain.phase, "%s", phase);
    return ended;
}

static void on_tick(uv_timer_t *h)
{
    struct screen *s = h->data;
    struct pollfd f = {STDIN_FILENO, POLLIN, 0};
    char line[LINE_BYTES];
    if (s->quit || s->away)
        return;
    int again = follow_run(s);
    if (poll(&f, 1, 0) > 0) {
        if (!fgets(line, sizeof line, stdin)) {
            s->quit = 1;
            return;
        }
        line[strcspn(line, "\r\n")] = 0;
        if (s->prompt.active)
            take_answer(s, line);
        else
            take_command(s, line);
        again = !s->quit;
    }
    if (again && s->top)
        print_page(s);
}

void plain_start(struct screen *s)
{
    setvbuf(stdin, NULL, _IONBF, 0); /* what poll() says must be all there is */
    screen_resize(s, PLAIN_ROWS, PLAIN_COLUMNS);
    uv_timer_init(&s->loop, &plain.tick);
    plain.tick.data = s;
    uv_timer_start(&plain.tick, on_tick, 0, POLL_MS);
    print_page(s);
}
